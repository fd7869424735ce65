import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockUser, saveUserRoles, unblockUser } from '#contract/users.ts';
import { ANSWERS } from '#tests/support/answers.ts';
import * as calls from '#tests/support/calls.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { seedDone } from '#tests/support/reports.ts';
import { setWidth } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { UsersScreen } from './users-screen.tsx';

/** What proves nothing; every answer is met by `src/app/every-answer.exhaustive.test.tsx`. */
const UNPROVEN = ['500', 'none', '200 text'];

let server: TestServer;
let app: ModeratorScreens;
/** Another administrator, who uses the API by hand. */
let other: Record<string, string>;
let person: TestUser;
const MODERATOR_TOO = ['promoter', 'moderator'].map(name => ({ name, display_name: name }));
/** Nobody is called as somebody else. */
let called = 0;

beforeAll(async () => {
  server = await createTestServer();
  other = await server.signIn(await createUserWithRole(server, 'admin'));
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  called += 1;
  person = await createUserWithRole(server, 'promoter', `Анна ${called}`);
  app = await moderatorScreens(server, server.users.admin);
});

function open(query = `?search=${person.email}`): void {
  const view = (
    <>
      <UsersScreen />
      <Toasts />
    </>
  );
  app.open(`/users${query}`, { '/users': view });
}

const address = () => decodeURIComponent(screen.getByRole('status', { name: 'address' }).textContent ?? '');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const panel = () => screen.findByRole('region', { name: /^Пользователь: / });
const openPanel = async () => {
  await userEvent.click(await screen.findByRole('link', { name: person.name }));
  const opened = await panel();
  await within(opened).findByRole('button', { name: /локировать/ });
  return opened;
};
const dialog = () => screen.findByRole('dialog', { name: `Заблокировать: ${person.name}?` });
const byHand = (path: string, body: object) => calls.post(server, path, { id: person.id, ...body }, other);
const stored = async () => (await calls.get(server, `/api/users/${person.id}`, other)).body;

test('what is asked for stands in the address, and the server searches', async () => {
  open('');
  await screen.findByRole('link', { name: server.users.promoter.name });
  await userEvent.type(screen.getByRole('searchbox'), person.email);
  await waitFor(() => expect(screen.queryByRole('link', { name: server.users.promoter.name })).toBeNull());
  expect(screen.getByRole('button', { name: `Войти как ${person.name}` })).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Роль' }), 'Промоутер');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Состояние' }), 'Действующие');
  await userEvent.click(await screen.findByRole('button', { name: /^Имя/ }));
  await openPanel();
  expect(address()).toBe(
    `/users?search=${person.email}&role=promoter&state=active&sort=name&user=${person.id}`,
  );
  await press('Закрыть');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: person.name }).closest('tr')),
  );
});

test('a saved view keeps role, state and order, and nobody who was looked for', async () => {
  open(`?search=${person.email}&role=promoter&state=active&sort=name`);
  await screen.findByRole('link', { name: person.name });
  await press('Вид');
  await press('Сохранить вид…');
  await userEvent.type(screen.getByRole('textbox', { name: 'Название вида' }), 'Промоутеры{Enter}');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Роль' }), '');
  await press('Вид');
  await press('Открыть вид: Промоутеры');
  expect(address()).toBe(`/users?search=${person.email}&role=promoter&state=active&sort=name`);
  expect(JSON.stringify({ ...localStorage })).toContain('role=promoter&state=active&sort=name');
  expect(JSON.stringify({ ...localStorage })).not.toContain(person.email);
});

test('whoever is blocked is out with the reason that is asked for, and is let in again', async () => {
  const theirs = await server.signIn(person);
  open();
  const opened = await openPanel();
  await press('Заблокировать');
  const question = await dialog();
  expect(document.activeElement).toBe(within(question).getByLabelText(/^Причина/));
  expect(question.textContent).toContain('Сервер сразу перестанет');
  const confirm = within(question).getByRole('button', { name: 'Заблокировать' });
  await userEvent.click(confirm);
  expect(within(question).getByText('Укажите причину')).toBeTruthy();
  await userEvent.type(within(question).getByLabelText(/^Причина/), ' Уволен ');
  await userEvent.click(confirm);
  const unblock = await within(opened).findByRole('button', { name: 'Разблокировать' });
  await waitFor(() => expect(document.activeElement).toBe(unblock));
  expect(within(opened).getByText('Вход закрыт')).toBeTruthy();
  expect(within(opened).getByText('Заблокирован: Уволен')).toBeTruthy();
  const row = screen.getByRole('link', { name: person.name }).closest('tr') as HTMLElement; // a cell stands in a row
  expect(await within(row).findByText('Заблокирован')).toBeTruthy();
  await waitFor(() => expect(within(row).queryByRole('button')).toBeNull());
  expect((await calls.post(server, '/api/getUser', {}, theirs)).status).toBe(401);
  await press('Разблокировать');
  await within(opened).findByText('Вход открыт');
  expect((await stored()).state).toBe('active');
});

test('who was blocked by somebody else meanwhile keeps that reason, and it is told', async () => {
  open();
  await openPanel();
  await byHand(blockUser.path, { reason: 'Чужая причина' });
  await press('Заблокировать');
  await userEvent.type(within(await dialog()).getByLabelText(/^Причина/), 'Моя');
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Заблокировать' }));
  await screen.findByText('Был заблокирован раньше, причина: Чужая причина. Она осталась.');
  expect((await stored()).block_reason).toBe('Чужая причина');
});

test('a block whose answer is lost is looked up, and one that failed is asked again', async () => {
  open();
  const opened = await openPanel();
  app.network.fault(blockUser.path, '500-before');
  await press('Заблокировать');
  const question = await dialog();
  await userEvent.type(within(question).getByLabelText(/^Причина/), 'Уволен');
  await userEvent.click(within(question).getByRole('button', { name: 'Заблокировать' }));
  expect(await within(question).findByText(/изменение не прошло, можно повторить/)).toBeTruthy();
  app.network.fault(blockUser.path, 'drop-after');
  await userEvent.click(within(question).getByRole('button', { name: 'Заблокировать' }));
  await within(opened).findByRole('button', { name: 'Разблокировать' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a block of which nothing is known is not sent again before it was looked for', async () => {
  open();
  const opened = await openPanel();
  app.network.fault(blockUser.path, '500-after');
  app.network.fault(`/users/${person.id}`, '500-before', 2);
  await press('Заблокировать');
  const question = await dialog();
  await userEvent.type(within(question).getByLabelText(/^Причина/), 'Уволен');
  await userEvent.click(within(question).getByRole('button', { name: 'Заблокировать' }));
  expect(await within(question).findByText(/неизвестно, прошло ли изменение/)).toBeTruthy();
  await userEvent.click(within(question).getByRole('button', { name: 'Проверить' }));
  expect(await within(opened).findByText('Вход закрыт')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.network.seen.filter(({ path }) => path === blockUser.path)).toHaveLength(1);
});

test.each(ANSWERS.filter(({ name }) => UNPROVEN.includes(name)))(
  'roles that are answered with $name are looked for, and nothing is claimed',
  async ({ respond }) => {
    open();
    const opened = within(await openPanel());
    await userEvent.click(opened.getByRole('checkbox', { name: 'Модератор' }));
    app.network.answer(saveUserRoles.path, () => {
      app.network.fault(`/users/${person.id}`, '500-before', 2);
      return respond(saveUserRoles);
    });
    await userEvent.click(opened.getByRole('button', { name: 'Сохранить роли' }));
    expect(await opened.findByText(/неизвестно, прошло ли изменение/)).toBeTruthy();
    const save = opened.getByRole('button', { name: 'Сохранить роли' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(opened.getByRole('button', { name: 'Проверить' }));
    expect(await opened.findByText(/изменение не прошло/)).toBeTruthy();
    await userEvent.click(save);
    expect(await opened.findByText('Роли сохранены')).toBeTruthy();
  },
);

test.each([
  ['this account as it was', (account: object) => account],
  ['another account', (account: object) => ({ ...account, id: 1, state: 'blocked', roles: MODERATOR_TOO })],
])('a change that is answered with %s is not claimed', async (_, change) => {
  open();
  const opened = within(await openPanel());
  const said = answerOf({ ...change(await stored()), changed: true });
  app.network.answer(saveUserRoles.path, () => said.clone());
  app.network.answer(blockUser.path, () => said.clone());
  await userEvent.click(opened.getByRole('checkbox', { name: 'Модератор' }));
  await userEvent.click(opened.getByRole('button', { name: 'Сохранить роли' }));
  expect(await opened.findByText(/изменение не прошло/)).toBeTruthy();
  expect(opened.queryByText('Роли сохранены')).toBeNull();
  await press('Заблокировать');
  const question = within(await dialog());
  await userEvent.type(question.getByLabelText(/^Причина/), 'Уволен');
  await userEvent.click(question.getByRole('button', { name: 'Заблокировать' }));
  expect(await question.findByText(/изменение не прошло/)).toBeTruthy();
  expect(opened.queryByText('Вход закрыт')).toBeNull();
});

test('roles are saved as they are chosen, and it is said what a lost one does', async () => {
  open();
  const opened = await openPanel();
  const save = () => within(opened).getByRole('button', { name: 'Сохранить роли' });
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(within(opened).getByRole('checkbox', { name: 'Модератор' }));
  expect(within(opened).queryByText(/^Кто теряет роль/)).toBeNull();
  await userEvent.click(within(opened).getByRole('checkbox', { name: 'Промоутер' }));
  expect(within(opened).getByText(/^Кто теряет роль/)).toBeTruthy();
  await userEvent.click(save());
  await within(opened).findByText('Дана роль: Модератор');
  expect((await stored()).roles.map(({ name }: { name: string }) => name)).toEqual(['moderator']);
  expect(within(opened).getByText('Роли сохранены')).toBeTruthy();
});

test('roles that were changed elsewhere meanwhile are shown, and not overruled by the next press', async () => {
  open();
  const opened = await openPanel();
  const isChosen = (name: string) => within(opened).getByRole<HTMLInputElement>('checkbox', { name }).checked;
  await userEvent.click(within(opened).getByRole('checkbox', { name: 'Модератор' }));
  await byHand(saveUserRoles.path, { roles: ['admin'], seen: ['promoter'] });
  await userEvent.click(within(opened).getByRole('button', { name: 'Сохранить роли' }));
  await within(opened).findByText(/изменились в другом месте/);
  expect(['Промоутер', 'Модератор', 'Администратор'].map(isChosen)).toEqual([false, false, true]);
});

test('the reason that was typed is still there when the question is asked again', async () => {
  open();
  await openPanel();
  await press('Заблокировать');
  await userEvent.type(within(await dialog()).getByLabelText(/^Причина/), 'Уволен');
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Отмена' }));
  await press('Заблокировать');
  expect(within(await dialog()).getByLabelText<HTMLTextAreaElement>(/^Причина/).value).toBe('Уволен');
});

test('one’s own panel has neither a block nor other roles', async () => {
  open(`?user=${server.users.admin.id}`);
  const opened = await panel();
  expect(await within(opened).findByText('Свои роли меняет другой администратор.')).toBeTruthy();
  expect(within(opened).getByRole<HTMLFieldSetElement>('group', { name: 'Роли' }).disabled).toBe(true);
  expect(within(opened).queryByRole('button', { name: /локировать|Сохранить/ })).toBeNull();
});

test('a promoter’s month stands in the panel, with the way to what they are owed', async () => {
  await seedDone(server, { promoterId: person.id, amounts: [1_000_00, 500_00] });
  open();
  const opened = await openPanel();
  expect(opened.textContent?.replaceAll('\u00a0', ' ')).toContain('Сумма1 500 руб.Промоутеру450 руб.');
  const link = within(opened).getByRole('link', { name: 'К выплате и отчеты' });
  expect(link.getAttribute('href')).toBe(`/promo/moderation?state=all&promoter=${person.id}`);
});

test('j and k lead through the panels, Escape closes', async () => {
  open('?state=active');
  const { promoter, colleague } = server.users;
  await userEvent.click(await screen.findByRole('link', { name: promoter.name }));
  await screen.findByRole('region', { name: `Пользователь: ${promoter.name}` });
  await userEvent.keyboard('[KeyJ]');
  await screen.findByRole('region', { name: `Пользователь: ${colleague.name}` });
  await userEvent.keyboard('[KeyK]');
  await screen.findByRole('region', { name: `Пользователь: ${promoter.name}` });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Пользователь: / })).toBeNull());
});

test('on a phone the panel is a page of its own, and nobody of that id is said so', async () => {
  setWidth(360);
  open('?user=999999&search=x');
  expect(await screen.findByText('Такого пользователя нет')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('what is refused by the server is told in its words', async () => {
  await byHand(unblockUser.path, {});
  open();
  await openPanel();
  app.network.answer(blockUser.path, () =>
    answerOf({ message: 'Это последний действующий администратор' }, 409),
  );
  await press('Заблокировать');
  const question = await dialog();
  await userEvent.type(within(question).getByLabelText(/^Причина/), 'x');
  await userEvent.click(within(question).getByRole('button', { name: 'Заблокировать' }));
  expect(await within(question).findByText(/последний действующий/)).toBeTruthy();
});
