// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import {
  nameField,
  type PoliciesDesk,
  policiesDesk,
  press,
  rename,
  save,
} from '#tests/support/policies-screen.tsx';
import { allow, policiesOf } from '#tests/support/policy-book.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const UPDATE = '/updatePolicy';
const LIST = '/getPolicies';
const PATIENT = { timeout: 15_000 };

let server: TestServer;
let desk: PoliciesDesk;

beforeAll(async () => {
  server = await createTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  desk = await policiesDesk(server, policiesOf({ rules: [allow()] }, { rules: [] }));
});
afterEach(cleanup);

const bar = () => screen.getByRole('region', { name: 'Сохранение' });
const sent = () => desk.network.seen.filter(({ path }) => path.endsWith(UPDATE));
const namesStored = async () => (await desk.stored()).map(({ name }) => name);
const allSaved = () => waitFor(() => within(bar()).getByText('Все сохранено'), PATIENT);
const failureToast = () => screen.findByText('Ошибка обработки запроса', undefined, PATIENT);
const kept = () => expect(nameField().value).toBe('Ночь');
const lookBack = () => act(() => void window.dispatchEvent(new Event('focus')));

async function openAndRename(name = 'Ночь'): Promise<() => void> {
  const leave = await desk.show(1);
  await rename(name);
  return leave;
}

test('a save shows the differences, sends nothing before it is confirmed, then is told', async () => {
  await openAndRename();
  await press('Save policy');
  const question = screen.getByRole('dialog', { name: 'Сохранить политику Ночь?' });
  expect(within(question).getByText('Что изменится: 1 изменение')).toBeTruthy();
  expect(within(question).getByText('Название: policy 1 → Ночь')).toBeTruthy();
  await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));
  expect(sent()).toEqual([]);
  await save();
  await allSaved();
  expect(await screen.findByText('Политика Ночь успешно сохранена')).toBeTruthy();
  expect(await namesStored()).toEqual(['Ночь', 'policy 2']);
  await rename('День');
  await save();
  await allSaved();
  expect(await namesStored()).toEqual(['День', 'policy 2']);
});

test('a new policy says that it is one, and is stored', async () => {
  await desk.show();
  await press('Add policy');
  await press('Save policy');
  expect(within(screen.getByRole('dialog')).getByText('Новая политика: на сервере ее еще нет.')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Сохранить' }));
  await allSaved();
  expect((await desk.stored()).at(-1)).toMatchObject({ id: 3, name: 'New politic', rules: [], version: 1 });
});

test('Ctrl+S asks to save what is unsaved, and nothing where nothing is', async () => {
  await desk.show(1);
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await rename('Ночь');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(screen.getByRole('dialog', { name: 'Сохранить политику Ночь?' })).toBeTruthy();
});

test('Save policy is disabled while it saves; what is edited meanwhile stays unsaved', async () => {
  await openAndRename();
  const held = desk.network.hold(UPDATE);
  await save();
  await held.arrived;
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' });
  expect(button.disabled).toBe(true);
  await rename('Утро');
  await act(async () => held.release());
  await screen.findByText('Политика Ночь успешно сохранена', undefined, PATIENT);
  expect(within(bar()).getByText('Не сохранено: Утро')).toBeTruthy();
  await press('Save policy');
  expect(within(screen.getByRole('dialog')).getByText('Название: Ночь → Утро')).toBeTruthy();
});

test.each([
  ['403', 'Нет права сохранять политики.'],
  ['413', 'Политика слишком большая для сервера.'],
  ['503', 'Сервер занят. Повторите через минуту.'],
  ['500-before', 'Сервер не смог сохранить.'],
] as const)(
  'a save that fails (%s) keeps the work and says so, in passing and for good',
  async (fault, why) => {
    await openAndRename();
    desk.network.fault(UPDATE, fault);
    await save();
    expect(await failureToast()).toBeTruthy();
    const line = await within(bar()).findByRole('alert');
    await waitFor(() => expect(line.textContent).toContain(why), PATIENT);
    expect(line.textContent).toContain('Изменения остались здесь.');
    kept();
    await save();
    await allSaved();
    expect(await namesStored()).toEqual(['Ночь', 'policy 2']);
  },
  40_000,
);

test('the server’s own words about the conditions stand in the line', async () => {
  await openAndRename();
  const words = 'Правило 1, условие 2: нет такого типа – «foo»';
  const errors = { 'policyData.rules[0].condition.children[1]': [words, 'вторая', 'третья', 'четвертая'] };
  desk.network.answer(UPDATE, () => answerOf({ message: 'The given data was invalid.', errors }, 422));
  await save();
  expect(await within(bar()).findByText(words, undefined, PATIENT)).toBeTruthy();
  expect(within(bar()).getByText('и еще 1 причина')).toBeTruthy();
  kept();
});

test('419 and a session that has ended are said in the line, and nothing is lost', async () => {
  await openAndRename();
  desk.network.answer(UPDATE, () => answerOf({ message: 'CSRF token mismatch.' }, 419));
  await save();
  expect(await within(bar()).findByText(/^Страница устарела/, undefined, PATIENT)).toBeTruthy();
  kept();
});

test('a lost answer of a save that was done is found out, not repeated', async () => {
  await openAndRename();
  const [before] = await desk.stored();
  desk.network.fault(UPDATE, 'drop-after');
  await save();
  await allSaved();
  expect(await screen.findByText('Политика Ночь успешно сохранена')).toBeTruthy();
  expect(sent()).toHaveLength(1);
  expect((await desk.stored())[0]?.version).toBe((before?.version ?? 0) + 1);
});

test('a lost request is found out too: nothing was saved, the work is here', async () => {
  await openAndRename();
  desk.network.fault(UPDATE, 'drop-before');
  await save();
  expect(await within(bar()).findByText(/на сервере ничего не изменилось/, undefined, PATIENT)).toBeTruthy();
  expect(await failureToast()).toBeTruthy();
  kept();
});

test('while nobody answers it is not known whether it was saved; it is asked when the network is back', async () => {
  await openAndRename();
  desk.network.fault(UPDATE, 'drop-after');
  desk.network.fault(LIST, 'drop-before', 2);
  await save();
  expect(await within(bar()).findByText(/^Ответ не пришел: неизвестно/, undefined, PATIENT)).toBeTruthy();
  kept();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' }).disabled).toBe(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await allSaved();
  expect(within(bar()).queryByText(/неизвестно/)).toBeNull();
  expect(sent()).toHaveLength(1);
}, 40_000);

test('offline: editing goes on, saving waits and says why', async () => {
  await openAndRename();
  desk.network.off();
  await lookBack();
  expect(
    await within(bar()).findByText('Нет связи: действие сейчас недоступно', undefined, PATIENT),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' }).disabled).toBe(true);
  await press('Add rule');
  expect(screen.getByRole('article', { name: 'new Rule' })).toBeTruthy();
  desk.network.on();
  act(() => void window.dispatchEvent(new Event('online')));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' });
  await waitFor(() => expect(button.disabled).toBe(false), PATIENT);
}, 40_000);
