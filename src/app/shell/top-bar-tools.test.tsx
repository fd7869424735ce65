import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { useKeyHints } from '#ui/keys/keys.ts';
import { MenuDrawer } from './menu-drawer.tsx';
import { ScreenPath, TopBarTools } from './top-bar-tools.tsx';

let handset: ScreenPhone;

beforeEach(async () => {
  localStorage.clear();
  handset = await screenPhone();
});

const HINTS = [
  ['x', 'выбрать'],
  ['Enter', 'открыть'],
] as const;

function Screen() {
  useKeyHints(HINTS);
  return <SearchField label="Найти промоутера" value="Анна" onChange={() => {}} />;
}

function OpenDrawer() {
  const [open, setOpen] = useState(true);
  return (
    <MenuDrawer open={open} user={ADMIN} hasQueue={false} lastSyncAt={null} onClose={() => setOpen(false)} />
  );
}

const someone = (can: Record<string, boolean>) => ({
  ...{ id: 7, name: '', email: '', role: { name: '', display_name: '' } },
  can,
});
const ADMIN = someone({ edit_promoters: true, edit_users: true });

async function show(can: Record<string, boolean>, hasScreen = true) {
  openScreen(
    handset.device,
    <>
      <TopBarTools user={someone(can)} onSignOut={() => {}} />
      <main>{hasScreen && <Screen />}</main>
    </>,
    '/users',
  );
  await screen.findByRole('button', { name: 'Клавиши' });
  // Until the keys are listened to.
  await act(async () => {});
}

const press = (code: string, more: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { code, ...more }));
/** Its code is loaded first. */
const openSearch = () => screen.findByRole('combobox', { name: 'Поиск' }, { timeout: 10_000 });
const keys = () => [...document.querySelectorAll('dialog kbd')].map(({ textContent }) => textContent);

test.each([
  ['Ctrl', { ctrlKey: true, key: 'k' }],
  ['Ctrl in the Russian layout', { ctrlKey: true, key: 'л' }],
  ['⌘', { metaKey: true, key: 'k' }],
])('%s and K, by its place, opens the search, also from a field', async (_, pressed) => {
  await show({ edit_promoters: true });
  screen.getByRole('searchbox').focus();
  await press('KeyK', pressed);
  expect(await openSearch()).toBeTruthy();
});

test('on a phone the search and every screen stand behind «Еще»', async () => {
  openScreen(handset.device, <OpenDrawer />, '/users');
  await screen.findByRole('dialog', { name: 'Меню' });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Рабочее место', 'Управление', 'Отчеты', 'Статистика', 'Пользователи'],
    ...['Политики доступа', 'Склад', 'Приложения и токены'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  expect(await openSearch()).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Меню' })).toBeNull();
});

test('the search is for staff: nobody else has its button or its key', async () => {
  await show({ work_promoter: true });
  expect(screen.queryByRole('button', { name: /Найти/ })).toBeNull();
  await press('KeyK', { ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await show({ edit_users: true });
  await userEvent.click(screen.getByRole('button', { name: /Найти/ }));
  expect(await openSearch()).toBeTruthy();
});

test('what is typed before the search is there stands in its field, and is no key of the screen', async () => {
  await show({ edit_promoters: true });
  const heard: string[] = [];
  const hear = (event: KeyboardEvent) => heard.push(event.key);
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  document.addEventListener('keydown', hear);
  for (const key of ['з', 'а', 'м', 'Backspace']) fireEvent.keyDown(document.body, { key });
  document.removeEventListener('keydown', hear);
  expect(await openSearch()).toHaveProperty('value', 'за');
  expect(heard).toEqual([]);
});

test('«/» by its place leads to the filter of the screen, and is typed where one types', async () => {
  await show({ edit_promoters: true });
  await press('Slash', { key: '.' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  const typed = new KeyboardEvent('keydown', { code: 'Slash', bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(typed);
  expect(typed.defaultPrevented).toBe(false);
});

test('«?» names the keys of this screen, and letters can be switched off for good on this device', async () => {
  await show({ edit_promoters: true });
  await press('Slash', { shiftKey: true });
  expect(keys()).toEqual(['Ctrl+K', '/', 'x', 'Enter', '?']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Клавиши без Ctrl' }));
  expect(keys()).toEqual(['Ctrl+K', 'Enter']);
  cleanup();
  await show({ edit_promoters: true });
  await press('Slash', { shiftKey: true });
  await press('Slash');
  expect(document.querySelector('dialog')).toBeNull();
  expect(document.activeElement).toBe(document.body);
  // The way back needs no key.
  await userEvent.click(screen.getByRole('button', { name: 'Клавиши' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Клавиши без Ctrl' }));
  expect(keys()).toContain('x');
});

test.each([
  ['Digit7', '?', 'dialog[open]'],
  ['Backslash', '/', 'input[type=search]:focus'],
])('%s with Shift is «%s» of the Russian layout, and is typed where one types', async (code, key, answer) => {
  await show({ edit_promoters: true });
  await press(code, { key, shiftKey: true });
  expect(document.querySelector(answer)).toBeTruthy();
  cleanup();
  await show({ edit_promoters: true });
  screen.getByRole('searchbox').focus();
  await press(code, { key, shiftKey: true });
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('names no filter where there is none', async () => {
  await show({ work_promoter: true }, false);
  await press('Slash', { shiftKey: true });
  expect(keys()).toEqual(['?']);
});

test('an inner screen stands below the screens above it, said with its title as the last of them', () => {
  render(
    <MemoryRouter initialEntries={['/promo/moderation/report/54']}>
      <ScreenPath title="Отчет №54" />
    </MemoryRouter>,
  );
  const path = screen.getByRole('navigation', { name: 'Путь' });
  expect([...path.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Управление',
    'Отчеты',
    'Отчет №54',
  ]);
  expect(path.querySelector('[aria-current=page]')?.textContent).toBe('Отчет №54');
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/promo/moderation',
    '/promo/moderation/reports',
  ]);
});
