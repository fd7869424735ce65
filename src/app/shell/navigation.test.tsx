import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { satisfies } from '#domain/permissions.ts';
import { places } from '#features/error-screens/forbidden-screen.tsx';
import { openScreen, screenPhone } from '#tests/support/screen.tsx';
import { nothingUnsent } from '#tests/support/sync-summary.ts';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { accountLinks, seesWarehouse, tabsOf } from '#ui/screen-links.tsx';
import { sideMenu } from '#ui/side-menu.tsx';
import { matchingRows, nearestRequirement } from '../match-route.ts';
import { screens } from '../routes.tsx';
import { HeldSession } from './banners.tsx';
import { BottomNav, TopBar } from './navigation.tsx';
import { useWindowTitle } from './shell-hooks.ts';
import { SideBar, SideMenu } from './side-bar.tsx';
import { SyncWidget } from './sync-widget.tsx';

function at(pathname: string, element: ReactNode) {
  return <MemoryRouter initialEntries={[pathname]}>{element}</MemoryRouter>;
}

test('the side menu marks where one is with the class active', () => {
  const entries = sideMenu({ edit_promoters: true, edit_users: true });
  render(at('/promo/moderation', <SideMenu entries={entries} />));
  const active = screen.getByRole('link', { current: 'page' });
  expect(active.textContent).toBe('Управление');
  expect(active.classList.contains('active')).toBe(true);
  expect(screen.getByRole('list', { name: 'Промоутеры' })).toBeTruthy();
});

test('a folded menu keeps its words for readers', () => {
  render(at('/users', <SideMenu folded entries={sideMenu({ edit_users: true })} />));
  expect(screen.getByRole('link', { name: 'Пользователи' })).toBeTruthy();
});

test('a promoter adds in the middle of the tabs what the tab is about', async () => {
  const onMore = vi.fn();
  render(at('/promo/orders/', <BottomNav can={{ work_promoter: true }} onMore={onMore} />));
  const links = screen.getAllByRole('link');
  expect(links.map(link => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
    'Главная',
    'Телефоны',
    'Оформить заявку',
    'Заявки',
  ]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Заявки');
  await userEvent.click(screen.getByRole('button', { name: 'Еще' }));
  expect(onMore).toHaveBeenCalledOnce();
});

test('what a screen can do stands in the bar’s menu, above what belongs to the user', async () => {
  const edit = { label: 'Редактировать', to: '/promo/contacts/edit/7' };
  render(
    at(
      '/promo/contacts/card/7',
      <TopBar
        title=""
        titleRef={null}
        user={annaWho(PROMOTER)}
        isPhone
        actions={[edit]}
        widget={null}
        onSignOut={() => {}}
      />,
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Еще действия' }));
  const items = screen.getAllByRole('menuitem').map(item => item.textContent);
  expect(items).toEqual(['Редактировать', 'Приложения и токены', 'Выйти']);
});

test('what is no tab of its own leads back, to the screen above where the app began there', async () => {
  const bar = (
    <TopBar title="" titleRef={null} user={annaWho(PROMOTER)} isPhone widget={null} onSignOut={() => {}} />
  );
  render(
    at(
      '/promo/orders/add/basa',
      <>
        {bar}
        <Address />
      </>,
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  expect(screen.getByText('/promo/orders/add')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  expect(screen.getByText('/promo/orders')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Назад' })).toBeNull();
});

function Address() {
  return <p>{useLocation().pathname}</p>;
}

test('the sync widget leads to the outbox and says its state politely', async () => {
  const summary = { ...nothingUnsent, pending: 3, total: 3, oldestAt: 0, reachable: false };
  render(at('/promo', <SyncWidget summary={summary} now={1} />));
  const link = screen.getByRole('link', { name: 'Очередь: Нет связи · Ждут отправки: 3' });
  expect(link.getAttribute('href')).toBe('/promo/outbox');
  const region = screen.getByRole('status');
  await waitFor(() => expect(region.textContent).toBe('Нет связи · Ждут отправки: 3'), { timeout: 3000 });
});

function OpenForm() {
  useOpenFormMark();
  return null;
}

test('a session that has ended asks to sign in with its button, and by itself once over an open form', async () => {
  const { device } = await screenPhone();
  openScreen(device, <HeldSession unsent={1} />, '/promo');
  expect((await screen.findByRole('status')).textContent).toBe('Войдите, чтобы отправить 1 запись');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
  expect(await screen.findByRole('dialog', { name: 'Вход' })).toBeTruthy();
  cleanup();
  const view = (
    <>
      <OpenForm />
      <HeldSession unsent={0} />
    </>
  );
  openScreen(device, view, '/promo');
  const sheet = await screen.findByRole('dialog', { name: 'Вход' });
  expect(screen.getByText('Сессия закончилась. Войдите снова.')).toBeTruthy();
  await userEvent.click(within(sheet).getByRole('button', { name: 'Позже' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

function Titled({ unsent }: { unsent: number }) {
  useWindowTitle('Телефоны', unsent);
  return null;
}

test('the window title counts what is not sent', () => {
  const { rerender } = render(<Titled unsent={2} />);
  expect(document.title).toBe('(2) Телефоны · Промо');
  rerender(<Titled unsent={0} />);
  expect(document.title).toBe('Телефоны · Промо');
});

test("the installed app's icon counts along, and no longer once nobody is signed in", () => {
  const badge = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
  Object.assign(navigator, badge);
  const { rerender, unmount } = render(<Titled unsent={2} />);
  expect(badge.setAppBadge).toHaveBeenLastCalledWith(2);
  rerender(<Titled unsent={0} />);
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(1);
  rerender(<Titled unsent={3} />);
  unmount();
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(2);
});

type Can = Record<string, boolean>;

const annaWho = (can: Can) => ({ id: 7, name: 'Анна', email: '', role: { name: '', display_name: '' }, can });
const PROMOTER: Can = { work_promoter: true };

const BARS = {
  desktop: (can: Can) => <SideBar user={annaWho(can)} onSignOut={() => {}} />,
  phone: (can: Can) => (
    <TopBar title="" titleRef={null} user={annaWho(can)} isPhone widget={null} onSignOut={() => {}} />
  ),
};

/** Opens the user's own menu, which stands at another place on each. */
async function openOwnMenu(device: keyof typeof BARS, can: Can) {
  render(at('/promo', BARS[device](can)));
  await userEvent.click(
    screen.getByRole('button', { name: device === 'phone' ? 'Еще действия' : 'Профиль: Анна' }),
  );
  return screen.getAllByRole('menuitem');
}

test.each(['desktop', 'phone'] as const)(
  'on a %s applications and tokens are reached beside the way out, by everybody',
  async device => {
    const items = await openOwnMenu(device, PROMOTER);
    expect(items.map(item => item.textContent)).toEqual(['Приложения и токены', 'Выйти']);
    expect(items[0]?.getAttribute('href')).toBe('/oauth');
  },
);

test.each<[Can, boolean]>([
  [{}, false],
  [PROMOTER, false],
  [{ ...PROMOTER, edit_promoters: true }, true],
  [{ edit_users: true }, true],
  [{ keep_stock: true }, true],
  [{ keep_stock: false }, false],
])(
  "the way to the warehouse is for its staff, also by permissions that are the backend's own: %j %s",
  (can, sees) => {
    expect(seesWarehouse(can)).toBe(sees);
  },
);

test.each<[Can]>([
  [{}],
  [PROMOTER],
  [{ edit_promoters: true }],
  [{ edit_users: true }],
  [{ ...PROMOTER, edit_promoters: true, edit_users: true }],
])('no menu of %j leads to a screen that this user may not see', can => {
  const entries = sideMenu(can).flatMap(entry => ('links' in entry ? entry.links : entry));
  const addresses = [...entries, ...tabsOf(can, '/promo/moderation'), ...accountLinks(can)].map(
    ({ to }) => to,
  );
  expect(addresses).toContain('/oauth');
  const needs = (to: string) =>
    nearestRequirement(matchingRows(screens, to)) ?? nearestRequirement(matchingRows(places, to));
  expect(addresses.filter(to => !satisfies(can, needs(to)))).toEqual([]);
});

test.each(['desktop', 'phone'] as const)(
  'on a %s the warehouse stands before them, for whoever works there',
  async device => {
    for (const can of [
      { ...PROMOTER, edit_promoters: true },
      { ...PROMOTER, edit_users: true },
    ]) {
      const items = await openOwnMenu(device, can);
      expect(items.map(item => item.textContent)).toEqual(['Склад', 'Приложения и токены', 'Выйти']);
      expect(items[0]?.getAttribute('href')).toBe('/warehouse/enter/1');
      cleanup();
    }
  },
);
