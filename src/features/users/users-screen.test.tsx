import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { loginAs } from '#contract/session.ts';
import { searchUsers } from '#contract/users.ts';
import { answerOf } from '#tests/support/network.ts';
import { Address, Entered, type RemotePhone, remotePhone, setWidth } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { UsersScreen } from './users-screen.tsx';

const ADMIN = { id: 1, name: 'Захар Тихий', email: 'admin@example.com' };
const ANNA = { id: 7, name: 'Анна Первая', email: 'anna@example.com' };
const role = (name: string) => ({ id: 1, name, display_name: name });
const USERS = [
  { ...ADMIN, roles: [role('Администратор'), role('Модератор')] },
  { ...ANNA, roles: [{ id: 1, name: 'Промоутер', display_name: null }] },
  { id: 8, name: 'Борис Второй', email: 'boris@example.com', roles: [] },
];
const TOKENS = { token_type: 'Bearer', access_token: 'other', refresh_token: '', expires_in: 3600 };

let phone: RemotePhone;
let go: MockInstance<Location['assign']>;
let loginAnswer: () => Response;
let searchStatus: 404 | 403;

beforeEach(async () => {
  loginAnswer = () => answerOf(TOKENS);
  searchStatus = 404;
  phone = await remotePhone(async request => {
    const { pathname } = new URL(request.url);
    if (pathname === searchUsers.path) return answerOf({ message: 'No.' }, searchStatus);
    if (pathname.endsWith('/users/list')) return answerOf({ list: USERS });
    if (pathname === loginAs.path) return loginAnswer();
    const isOther = request.headers.get('Authorization') === 'Bearer other';
    const user = isOther ? ANNA : ADMIN;
    return answerOf({ ...user, role: {}, can: { edit_users: !isOther } });
  });
  go = vi.spyOn(window.location, 'assign').mockReturnValue();
  setWidth(1280);
});

const show = () =>
  phone.show(
    <>
      <Entered>
        <UsersScreen />
        <Address />
      </Entered>
      <Toasts />
    </>,
  );
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('everybody is told with id, e-mail and roles, and can be gone on as, but for oneself', async () => {
  show();
  const row = (await screen.findByText(ANNA.email)).closest('tr') as HTMLElement; // a cell stands in a row
  expect(row.textContent).toBe('7Анна Перваяanna@example.comПромоутер');
  expect(screen.getByText('Без роли')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Войти как/ })).toHaveLength(2);
  const self = screen.getByText(ADMIN.email).closest('tr') as HTMLElement; // as above
  expect(within(self).getByText('Это вы')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'промоутер');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Войти как/ })).toHaveLength(1));
  const address = () => decodeURI(screen.getByRole('status', { name: 'address' }).textContent ?? '');
  await waitFor(() => expect(address()).toBe('/?search=промоутер'));
  // Who has a panel elsewhere is a row here.
  expect(screen.queryByRole('link', { name: ANNA.name })).toBeNull();
});

test('policies that know of no search yet leave the list too', async () => {
  searchStatus = 403;
  show();
  expect(await button('Войти как Анна Первая')).toBeTruthy();
});

test('the name, not the id before it, names the row and on a phone the card', async () => {
  show();
  expect(await screen.findByRole('rowheader', { name: ANNA.name })).toBeTruthy();
  cleanup();
  setWidth(360);
  show();
  const card = await screen.findByRole('article', { name: ANNA.name });
  expect(card.textContent).toMatch(/^Анна ПерваяID7/);
});

test('it is asked in the exact words, and then the page is loaded anew at the root', async () => {
  show();
  await userEvent.click(await button('Войти как Анна Первая'));
  const question = 'Авторизоваться под пользователейм Анна Первая ?';
  expect(await screen.findByRole('dialog', { name: question })).toBeTruthy();
  await userEvent.click(await button('Войти'));
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/application/'));
  expect(phone.phone.auth.read()).toMatchObject({ subject: ANNA.id, own: { subject: ADMIN.id } });
  expect(Object.values(sessionStorage).join()).not.toContain('Анна');
});

test('nothing happens to who thinks better of it', async () => {
  show();
  await userEvent.click(await button('Войти как Анна Первая'));
  await userEvent.click(await button('Отмена'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(phone.network.seen.filter(({ path }) => path === loginAs.path)).toEqual([]);
});

test.each([
  ['refused', () => answerOf({ message: 'Нельзя: прав больше, чем у вас' }, 403), /прав больше, чем у вас/],
  ['broken', () => answerOf({ message: 'oops' }, 500), /Вы остались под своим именем/],
])('an answer that is %s is told with its reason, and can be tried again', async (_what, answer, reason) => {
  loginAnswer = answer;
  show();
  await userEvent.click(await button('Войти как Анна Первая'));
  await userEvent.click(await button('Войти'));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(reason)).toBeTruthy();
  expect(await screen.findByText('Ошибка авторизации')).toBeTruthy();
  expect(phone.phone.auth.read()).toMatchObject({ subject: ADMIN.id });
  loginAnswer = () => answerOf(TOKENS);
  await userEvent.click(await button('Войти'));
  await waitFor(() => expect(go).toHaveBeenCalledOnce());
});

test('without a network nobody can be gone on as, and it is said why', async () => {
  show();
  await button('Войти как Анна Первая');
  phone.network.off();
  await userEvent.click(await button('Обновить'));
  await waitFor(async () => expect((await button('Войти как Анна Первая')).disabled).toBe(true));
  expect(screen.getByText(/действие сейчас недоступно/)).toBeTruthy();
});

test('who works as another already cannot go on as a third one', async () => {
  show();
  await button('Войти как Анна Первая');
  const own = { accessToken: 'a', refreshToken: 'r', expiresIn: 1, subject: 99, since: phone.device.now() };
  await phone.signInAs({ own });
  await act(async () => {});
  cleanup();
  show();
  expect((await button('Войти как Анна Первая')).disabled).toBe(true);
  expect(screen.getByText(/сначала вернитесь/)).toBeTruthy();
});
