// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
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

const [planted] = policiesOf({ rules: [allow()] });
if (!planted) throw new Error('a policy was asked for');
const theirs = { ...planted, name: 'Чужая' };

const bar = () => screen.getByRole('region', { name: 'Сохранение' });
const namesStored = async () => (await desk.stored()).map(({ name }) => name);
const allSaved = () => waitFor(() => within(bar()).getByText('Все сохранено'), PATIENT);
const kept = () => expect(nameField().value).toBe('Ночь');
const lookBack = () => act(() => void window.dispatchEvent(new Event('focus')));
const conflict = () => screen.findByRole('region', { name: 'Две версии политики' }, PATIENT);

async function openAndRename(name = 'Ночь'): Promise<() => void> {
  const leave = await desk.show(1);
  await rename(name);
  return leave;
}

test('a newer version on the server never overwrites edits: it is told, and can be compared', async () => {
  await openAndRename();
  await desk.saveElsewhere(theirs);
  await lookBack();
  expect(
    await screen.findByText(/^На сервере появилась более новая версия/, undefined, PATIENT),
  ).toBeTruthy();
  kept();
  await press('Сравнить');
  const both = await conflict();
  const side = (name: string) => within(both).getByRole('region', { name });
  expect(within(side('На сервере')).getByText('Название: policy 1 → Чужая')).toBeTruthy();
  expect(within(side('Моя')).getByText('Название: policy 1 → Ночь')).toBeTruthy();
  expect(within(side('Моя')).getByText(/Применяется всегда/)).toBeTruthy();
  await press('Вернуться к правке');
  kept();
});

test('a policy without edits follows the server', async () => {
  await desk.show(1);
  await desk.saveElsewhere(theirs);
  await lookBack();
  await waitFor(() => expect(nameField().value).toBe('Чужая'), PATIENT);
});

test('a save over a version that was not seen is refused and becomes a choice: mine', async () => {
  await openAndRename();
  await desk.saveElsewhere(theirs);
  await save();
  await conflict();
  expect(await namesStored()).toEqual(['Чужая', 'policy 2']);
  await press('Оставить мою');
  await allSaved();
  expect(await namesStored()).toEqual(['Ночь', 'policy 2']);
  kept();
});

test('… the server’s, and mine is one undo away', async () => {
  await openAndRename();
  await desk.saveElsewhere(theirs);
  await save();
  await conflict();
  await press('Взять с сервера');
  expect(nameField().value).toBe('Чужая');
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
  await press(/^Отменить: /);
  kept();
  expect(within(bar()).getByText('Не сохранено: Ночь')).toBeTruthy();
});

test('… both, mine as a new policy', async () => {
  await openAndRename();
  await desk.saveElsewhere(theirs);
  await save();
  await conflict();
  await press('Сохранить мою как новую');
  await allSaved();
  expect(await namesStored()).toEqual(['Чужая', 'policy 2', 'Ночь']);
  expect(screen.getByRole('status', { name: 'address' }).textContent).toBe('/abac?policy=3');
});

test('a third version that comes during the choice is refused again', async () => {
  await openAndRename();
  await desk.saveElsewhere(theirs);
  await save();
  await conflict();
  await desk.saveElsewhere({ ...theirs, name: 'Третья' });
  await press('Оставить мою');
  const both = await waitFor(async () => {
    const region = await conflict();
    within(region).getByText('Название: Чужая → Третья');
    return region;
  }, PATIENT);
  expect(both).toBeTruthy();
  expect(await namesStored()).toEqual(['Третья', 'policy 2']);
});

test('two people who add a policy at the same time have the same id: neither overwrites the other', async () => {
  await desk.show();
  await press('Add policy');
  await desk.saveElsewhere({ ...theirs, id: 3 });
  await save();
  const both = await conflict();
  expect(within(both).getAllByText('Это новая политика.')).toHaveLength(2);
  await press('Сохранить мою как новую');
  await allSaved();
  expect(await namesStored()).toEqual(['policy 1', 'policy 2', 'Чужая', 'New politic']);
});

test('the draft of everything unsaved survives a reload, and says that it is one', async () => {
  const leave = await openAndRename();
  await press('Add policy');
  leave();
  await desk.show(1);
  kept();
  expect(within(bar()).getByText('Черновик восстановлен')).toBeTruthy();
  expect(within(bar()).getByText('Не сохранено: Ночь, New politic')).toBeTruthy();
  await save();
  await waitFor(() => within(bar()).getByText('Не сохранено: New politic'), PATIENT);
  cleanup();
  await desk.show(1);
  expect(within(bar()).queryByText('Черновик восстановлен')).toBeNull();
  kept();
});

test('a restored draft notices that the server has gone on', async () => {
  const leave = await openAndRename();
  leave();
  await desk.saveElsewhere(theirs);
  await desk.show(1);
  kept();
  expect(await screen.findByText(/^На сервере появилась более новая версия/)).toBeTruthy();
  await press('Сравнить');
  expect(within(await conflict()).getByText('Название: policy 1 → Чужая')).toBeTruthy();
});

test('a draft that somebody has saved word for word is none any more', async () => {
  const leave = await openAndRename();
  leave();
  await desk.saveElsewhere({ ...planted, name: 'Ночь' });
  await desk.show(1);
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
});
