import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Navigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DeviceProvider } from '#state/device-context.ts';
import { rememberUser } from '#sync/cached-user.ts';
import { memoryServer, moderatorScreens } from '#tests/support/moderator.tsx';
import { remotePhone } from '#tests/support/screen.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { NotFoundScreen } from './error-screen.tsx';
import { ForbiddenScreen } from './forbidden-screen.tsx';

type Can = Record<string, boolean>;

const PROMOTER: Can = { work_promoter: true };
const MODERATOR: Can = { ...PROMOTER, edit_promoters: true };
const ADMIN: Can = { ...MODERATOR, edit_users: true };
const ANNA = { id: 1, name: 'Анна', email: '', role: { name: '', display_name: '' } };

const ASK = 'Права дает администратор фирмы';
const BARE = /вам не открыта\. Проверьте адрес или вернитесь кнопкой ниже\.$/;

const appOf = (can: Can) =>
  moderatorScreens(
    memoryServer(() => ({ ...ANNA, can })),
    ANNA,
  );

/** The 403 screen, to which a screen at that address has led with that status. */
async function refuse(from: string, can: Can, { status = 403, isActing = false } = {}) {
  const app = await appOf(can);
  const { auth, db } = app.phone;
  const own = { accessToken: 'own', refreshToken: 'own', expiresIn: 60, subject: 99, since: 0 };
  if (isActing) auth.write({ ...auth.read(), own });
  await rememberUser(db, app.phone.session.lastOwner() ?? expect.fail('nobody'), { ...ANNA, can }, 0);
  app.open(from, { [from]: <ToForbidden status={status} />, '/403': <ForbiddenScreen /> });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toBe('Forbidden');
}

const said = () => [...document.querySelectorAll('p')].map(line => line.textContent).join(' ');

function wayBack() {
  const link = screen.getByRole('link');
  return [link.textContent, link.getAttribute('href')];
}

const TO_WORK = ['Рабочее место', '/promo'];

test.each<[from: string, can: Can, words: string[], back: string[]]>([
  [
    '/abac',
    PROMOTER,
    ['Политики доступа:', 'администраторам', 'Нет доступа к управлению пользователями.', ASK],
    TO_WORK,
  ],
  [
    '/warehouse/loss/2',
    PROMOTER,
    [
      'Склад:',
      'модераторам и администраторам',
      'Нет доступа ни к управлению промоутерами, ни к управлению пользователями.',
      ASK,
    ],
    TO_WORK,
  ],
  [
    '/promo/moderation/stats',
    PROMOTER,
    ['Управление:', 'модераторам и администраторам', 'Нет доступа к управлению промоутерами.', ASK],
    TO_WORK,
  ],
  [
    '/users',
    MODERATOR,
    ['Пользователи:', 'администраторам', 'Нет доступа к управлению пользователями.', ASK],
    TO_WORK,
  ],
  [
    '/promo/request/7',
    { edit_users: true },
    ['Заявка промоутера:', 'промоутерам', 'Нет доступа к работе промоутера.', ASK],
    ['На главную', '/'],
  ],
])(
  'at %s it says what that is for, who may, what is missing, whom to ask, and leads back',
  async (...row) => {
    const [from, can, words, back] = row;
    await refuse(from, can);
    for (const word of words) expect(said()).toContain(word);
    expect(wayBack()).toEqual(back);
  },
);

test('who works as another learns that this user may not, and how to be oneself again', async () => {
  await refuse('/abac', PROMOTER, { isActing: true });
  expect(said()).toContain('Сейчас вы работаете как Анна: открывается то, что можно этому пользователю.');
  expect(said()).toContain('только под своим именем');
  expect(said()).toContain('Нет доступа к управлению пользователями.');
  expect(said()).toContain('кнопка «Вернуться» вверху страницы');
  expect(said()).not.toContain(ASK);
  cleanup();
  // As another administrator nothing is missing: it is the session that may not.
  await refuse('/abac', ADMIN, { isActing: true });
  expect(said()).toContain('только под своим именем');
  expect(said()).not.toMatch(/Нет доступа|Сервер отказал/);
});

test.each([['/warehouse/enter/1'], ['/promo/orders']])(
  'what a server refuses by rules of its own (%s) is said to be that',
  async from => {
    await refuse(from, ADMIN);
    expect(said()).toContain('Сервер отказал: право могли только что отозвать');
    expect(said()).toContain(ASK);
    expect(said()).not.toContain('Нет доступа');
  },
);

test('a permission that is newer than what the device knew of its user leads to where one wanted', async () => {
  // The promoter of last time, who is an administrator by now.
  const app = await appOf(ADMIN);
  const toForbidden = <Navigate to="/403" state={{ from: '/users' }} />;
  const { findByRole } = app.open('/', {
    '/': toForbidden,
    '/403': <ForbiddenScreen />,
    '/users': <h1>Пользователи</h1>,
  });
  await findByRole('heading', { name: 'Пользователи' });
});

test('what is not there says nothing of permissions, and leads to the part that it would belong to', async () => {
  await refuse('/warehouse/enter/edit/9', MODERATOR, { status: 404 });
  expect(said()).toMatch(BARE);
  expect(wayBack()).toEqual(['Склад', '/warehouse/enter/1']);
});

test.each<[from: string, can: Can, words: string, back: string[]]>([
  [
    '/promo/moderation/report/9',
    MODERATOR,
    'Отчета №9 нет или он вам не виден.',
    ['Отчеты', '/promo/moderation/reports'],
  ],
  ['/promo/moderation/request/9', MODERATOR, 'Этой заявки нет', ['Отчеты', '/promo/moderation/reports']],
  ['/promo/request/9', PROMOTER, 'Заявки 9 нет среди ваших.', ['Заявки', '/promo/orders']],
])('the view %s that could not be loaded says what was not found, and leads to its list', async (...row) => {
  const [from, can, words, back] = row;
  for (const status of [403, 404]) {
    await refuse(from, can, { status });
    expect(said()).toContain(words);
    expect(wayBack()).toEqual(back);
    cleanup();
  }
  // Here the page itself knew that all of it is closed.
  await refuse(from, {});
  expect(said()).not.toContain(words);
});

test.each([[null], ['nonsense'], [{ from: 7, status: 403 }], [{ from: '/abac', status: '403' }]])(
  'opened by its address, by a stranger or with strange state, it gives the help alone: %j',
  async state => {
    const { device } = await remotePhone(() => Response.json({}, { status: 401 }));
    render(
      <DeviceProvider value={device}>
        <MemoryRouter initialEntries={[{ pathname: '/403', state }]}>
          <ForbiddenScreen />
        </MemoryRouter>
      </DeviceProvider>,
    );
    expect(screen.getByRole('main')).toBeTruthy();
    expect(said()).toBe(screen.getByText(BARE).textContent);
  },
);

test('403 and 404 give the same help', async () => {
  const phone = await remotePhone(() => Response.json({}, { status: 401 }));
  phone.show(<ForbiddenScreen />);
  const help = screen.getByText(BARE).textContent;
  cleanup();
  render(
    <MemoryRouter>
      <NotFoundScreen />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByText(BARE).textContent).toBe(help);
  expect(wayBack()).toEqual(['На главную', '/']);
});
