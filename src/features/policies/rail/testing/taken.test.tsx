// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plantDone } from '#tests/support/done-requests.ts';
import { type Desk, moderatorDesk } from '#tests/support/moderator.tsx';
import { allOf, type BenchSight, claim, PolicyBench, SAMPLE } from '#tests/support/policy-bench.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let desk: Desk;
let dear: number;
let open: number;

beforeAll(async () => {
  server = await createTestServer();
  const promoterId = server.users.promoter.id;
  [dear = 0] = await plantDone(server, { promoterId, amounts: [150_050], paidBy: server.users.moderator.id });
  [open = 0] = await plantDone(server, { promoterId, amounts: [1], isDone: false });
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const state = claim('request', 'state', 'list', { comparisonMethod: 'equal', compareValue: 'done' });
const created = claim('request', 'created_at', 'datetime', {
  comparisonMethod: 'after',
  compareValue: '2026-01-01',
});
const report = claim('request', 'report', 'hasOne', { comparisonMethod: 'notExists' });
const [rule] = SAMPLE.rules;
if (!rule) throw new Error('the sample has no rule');
const POLICY = {
  ...SAMPLE,
  rules: [{ ...rule, condition: allOf(...rule.condition.children, state, created, report) }],
};

async function sit(user: TestUser) {
  desk = await moderatorDesk(server, user);
  setWidth(1280);
  const sight: Partial<BenchSight> = {};
  desk.open('/abac', { '/abac': <PolicyBench start={POLICY} sight={sight} /> });
  await userEvent.click(await screen.findByRole('tab', { name: 'Проверка' }));
}

const group = (name: string) => within(screen.getByRole('group', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const chosen = (name: string) => group(name).getByRole<HTMLInputElement>('radio', { checked: true }).value;

async function takeUser(name: string) {
  const picker = await group('Пользователь').findByRole('combobox', { name: 'Взять пользователя' });
  await userEvent.click(picker);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}

async function takeRequest(typed: string | number) {
  const number = group('Заявка').getByRole('textbox', { name: /^Взять/ });
  await userEvent.clear(number);
  await userEvent.type(number, `${typed}{Enter}`);
}

test('an administrator takes a user with the roles', async () => {
  await sit(server.users.admin);
  await takeUser('Test moderator');
  const role = group('Роль').getByRole<HTMLInputElement>('checkbox', { name: 'Модератор' });
  expect(role.checked).toBe(true);
  expect(screen.getByText('Взято: Test moderator. Известно все, о чем спрашивает политика.')).toBeTruthy();
});

test('who may see names alone takes a name; roles stay unknown, and it is said', async () => {
  await sit(server.users.moderator);
  await takeUser('Test admin');
  expect(screen.getByText('Взято: Test admin. Осталось неизвестным: Роль.')).toBeTruthy();
  expect(group('Роль').getByRole<HTMLInputElement>('checkbox', { name: 'неизвестно' }).checked).toBe(true);
  expect(desk.network.seen.some(({ path }) => path === '/api/users/list')).toBe(false);
});

test('a moderator takes any request by its id: roubles, payment, state and time; the rest is said to be unknown', async () => {
  await sit(server.users.moderator);
  await takeRequest(dear);
  expect(await screen.findByText(/^Взято: М-\d+\. Осталось неизвестным: Промоутер\.$/)).toBeTruthy();
  expect(field('Сумма фирме').value).toBe('1500.5');
  expect(chosen('Оплачена')).toBe('yes');
  expect(
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Состояние' }).selectedOptions[0]?.text,
  ).toBe('Выполнена');
  // The server's clock is 12:12 of UTC; the firm is in Moscow.
  expect(field('Создана').value).toBe('2026-11-20 15:12:39');
  expect(chosen('Отчет')).toBe('no');
  expect(chosen('Промоутер')).toBe('unknown');
});

test('an amount that there is not yet is known to be none', async () => {
  await sit(server.users.moderator);
  await takeRequest(open);
  await screen.findByText(/^Взято/);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Сумма фирме: значения нет' }).checked).toBe(
    true,
  );
  expect(chosen('Оплачена')).toBe('no');
});

test('a promoter takes an own request by its code, and is its promoter', async () => {
  await sit(server.users.promoter);
  const [code] = await codes();
  await takeRequest(code ?? '');
  await screen.findByText(/Осталось неизвестным: Промоутер → Роль/);
  expect(chosen('Промоутер')).toBe('yes');
  expect(field('Сумма фирме').value).toBe('1500.5');
});

async function codes(): Promise<string[]> {
  const found = await server.db.query.requests.findMany({ orderBy: (row, { asc }) => asc(row.id) });
  return found.map(({ fullcode }) => fullcode);
}

test.each([
  ['7777777', /Такой заявки нет/],
  ['Л-0', /Введите номер/],
  ['завтра', /Введите номер/],
])('%s is no request, and nothing is filled in', async (typed, words) => {
  await sit(server.users.moderator);
  await takeRequest(typed);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(field('Сумма фирме').value).toBe('');
});

test('without a network nothing is taken, and what was entered stays', async () => {
  await sit(server.users.moderator);
  await userEvent.type(field('Сумма фирме'), '7');
  desk.network.off();
  await takeRequest(dear);
  expect(await screen.findByText(/заявку взять нельзя/)).toBeTruthy();
  expect(field('Сумма фирме').value).toBe('7');
});
