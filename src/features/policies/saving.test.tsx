import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { allow, policiesOf } from '#tests/support/policy-book.ts';
import {
  nameField,
  type OpenPoliciesScreen,
  openPoliciesScreen,
  press,
  rename,
  save,
} from '#tests/support/policy-screens.tsx';

const UPDATE = '/updatePolicy';
const LIST = '/getPolicies';

const [seeded] = policiesOf({ rules: [allow()] });
if (!seeded) throw new Error('a policy was asked for');

let app: OpenPoliciesScreen;
beforeEach(async () => {
  app = await openPoliciesScreen(policiesOf({ rules: [allow()] }, { rules: [] }));
});

const bar = () => screen.getByRole('region', { name: 'Сохранение' });
const sent = () => app.network.seen.filter(({ path }) => path.endsWith(UPDATE));
const namesStored = () => app.stored().map(({ name }) => name);
const allSaved = () => waitFor(() => within(bar()).getByText('Все сохранено'));
const failureToast = () => screen.findByText('Ошибка обработки запроса');
const kept = () => expect(nameField().value).toBe('Ночь');
const readPagesSince = () => act(() => void window.dispatchEvent(new Event('focus')));
const conflict = () => screen.findByRole('region', { name: 'Две версии политики' });

async function openAndRename(name = 'Ночь'): Promise<() => void> {
  const leave = await app.show(1);
  rename(name);
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
  expect(namesStored()).toEqual(['Ночь', 'policy 2']);
  rename('День');
  await save();
  await allSaved();
  expect(namesStored()).toEqual(['День', 'policy 2']);
});

test('a new policy says that it is one, and is stored', async () => {
  await app.show();
  await press('Add policy');
  await press('Save policy');
  expect(within(screen.getByRole('dialog')).getByText('Новая политика: на сервере ее еще нет.')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Сохранить' }));
  await allSaved();
  expect(app.stored().at(-1)).toMatchObject({ id: 3, name: 'New politic', rules: [], version: 1 });
});

test('Ctrl+S asks to save what is unsaved, and nothing where nothing is', async () => {
  await app.show(1);
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  rename('Ночь');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(screen.getByRole('dialog', { name: 'Сохранить политику Ночь?' })).toBeTruthy();
});

test('Save policy is disabled while it saves; what is edited meanwhile stays unsaved', async () => {
  await openAndRename();
  const held = app.network.hold(UPDATE);
  await save();
  await held.arrived;
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' });
  expect(button.disabled).toBe(true);
  rename('Утро');
  await act(async () => held.release());
  await screen.findByText('Политика Ночь успешно сохранена');
  expect(within(bar()).getByText('Не сохранено: Утро')).toBeTruthy();
  await press('Save policy');
  expect(within(screen.getByRole('dialog')).getByText('Название: Ночь → Утро')).toBeTruthy();
});

test.each([
  ['403', 'Нет прав.'],
  ['413', 'Слишком много данных.'],
  ['503', 'Сервер на обслуживании.'],
  ['500-before', 'Сервер ответил ошибкой 500.'],
  ['drop-before', 'Ответ не пришел, и на сервере ничего не изменилось. Сохраните еще раз.'],
] as const)(
  'a save that fails (%s) keeps the work and says so, in passing and for good',
  async (fault, why) => {
    await openAndRename();
    app.network.fault(UPDATE, fault);
    await save();
    expect(await failureToast()).toBeTruthy();
    const line = await within(bar()).findByRole('alert');
    await waitFor(() => expect(line.textContent).toContain(why));
    expect(line.textContent).toContain('Изменения остались здесь.');
    kept();
    await save();
    await allSaved();
    expect(namesStored()).toEqual(['Ночь', 'policy 2']);
  },
  40_000,
);

test('the server’s own words about the conditions stand in the line', async () => {
  await openAndRename();
  const words = 'Правило 1, условие 2: нет такого типа – «foo»';
  const errors = { 'policyData.rules[0].condition.children[1]': [words, 'вторая', 'третья', 'четвертая'] };
  app.network.answer(UPDATE, () => answerOf({ message: 'The given data was invalid.', errors }, 422));
  await save();
  expect(await within(bar()).findByText(words)).toBeTruthy();
  expect(within(bar()).getByText('и еще 1 причина')).toBeTruthy();
  kept();
});

test('419 and a session that has ended are said in the line, and nothing is lost', async () => {
  await openAndRename();
  app.network.answer(UPDATE, () => answerOf({ message: 'CSRF token mismatch.' }, 419));
  await save();
  expect(await within(bar()).findByText(/^Страница устарела/)).toBeTruthy();
  kept();
  app.network.fault(UPDATE, '401', 2);
  app.network.fault('/oauth/token', '401', 2);
  await save();
  expect(await within(bar()).findByText('Сессия закончилась: войдите снова.')).toBeTruthy();
  expect(within(bar()).getByText('Изменения остались здесь.')).toBeTruthy();
  kept();
  expect(namesStored()).toEqual(['policy 1', 'policy 2']);
});

test('a lost answer of a save that was done is found out, not repeated', async () => {
  await openAndRename();
  const [before] = app.stored();
  app.network.fault(UPDATE, 'drop-after');
  await save();
  await allSaved();
  expect(await screen.findByText('Политика Ночь успешно сохранена')).toBeTruthy();
  expect(sent()).toHaveLength(1);
  expect(app.stored()[0]?.version).toBe((before?.version ?? 0) + 1);
});

const PROVES_NOTHING = [
  ['an empty page', () => new Response('', { headers: { 'content-type': 'text/html' } })],
  ['JSON without a version', () => answerOf({ status: 'success', paid: 1 })],
  ['the version from before', () => answerOf({ status: 'success', id: 1, version: 1 })],
] as const;

test.each(PROVES_NOTHING)(
  '%s, and nothing was stored: that is said, and the edit stays',
  async (_what, said) => {
    await openAndRename();
    app.network.answer(UPDATE, said);
    await save();
    expect(await failureToast()).toBeTruthy();
    expect(await within(bar()).findByText(/на сервере ничего не изменилось/)).toBeTruthy();
    expect(screen.queryByText(/успешно сохранена/)).toBeNull();
    expect(within(bar()).getByText('Не сохранено: Ночь')).toBeTruthy();
    kept();
    await save();
    await allSaved();
    expect(namesStored()).toEqual(['Ночь', 'policy 2']);
  },
);

test.each(PROVES_NOTHING)('%s, and it was stored, with trimmed texts: it is saved', async (_what, said) => {
  await openAndRename('Ночь ');
  app.network.answer(UPDATE, () => {
    app.saveElsewhere({ ...seeded, name: 'Ночь' });
    return said();
  });
  await save();
  await allSaved();
  expect(await screen.findByText('Политика Ночь успешно сохранена')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('while nobody answers it is not known whether it was saved; it is asked when the network is back', async () => {
  await openAndRename();
  app.network.fault(UPDATE, 'drop-after');
  app.network.fault(LIST, 'drop-before', 2);
  await save();
  expect(await within(bar()).findByText(/^Ответ не пришел. Неизвестно/)).toBeTruthy();
  kept();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' }).disabled).toBe(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await allSaved();
  expect(within(bar()).queryByText(/Неизвестно, сохранилась/)).toBeNull();
  expect(sent()).toHaveLength(1);
});

test('offline: editing goes on, saving waits and says why', async () => {
  await openAndRename();
  app.network.off();
  await readPagesSince();
  expect(await within(bar()).findByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' }).disabled).toBe(true);
  await press('Add rule');
  expect(screen.getByRole('article', { name: 'new Rule' })).toBeTruthy();
  app.network.on();
  act(() => void window.dispatchEvent(new Event('online')));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save policy' });
  await waitFor(() => expect(button.disabled).toBe(false));
});

const theirs = { ...seeded, name: 'Чужая' };

async function saveOver(): Promise<HTMLElement> {
  await openAndRename();
  app.saveElsewhere(theirs);
  await save();
  return conflict();
}

test('a newer version on the server never overwrites edits: it is told, and can be compared', async () => {
  await openAndRename();
  app.saveElsewhere(theirs);
  await readPagesSince();
  expect(await screen.findByText(/^На сервере появилась более новая версия/)).toBeTruthy();
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
  await app.show(1);
  app.saveElsewhere(theirs);
  await readPagesSince();
  await waitFor(() => expect(nameField().value).toBe('Чужая'));
});

test('a save over a version that was not seen is refused and becomes a choice: mine', async () => {
  await saveOver();
  expect(screen.queryByText('Ошибка обработки запроса')).toBeNull();
  expect(namesStored()).toEqual(['Чужая', 'policy 2']);
  await press('Оставить мою');
  await allSaved();
  expect(namesStored()).toEqual(['Ночь', 'policy 2']);
  kept();
});

test('… the server’s, and mine is one undo away', async () => {
  await saveOver();
  await press('Взять с сервера');
  expect(nameField().value).toBe('Чужая');
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
  await press(/^Шаг назад: /);
  kept();
  expect(within(bar()).getByText('Не сохранено: Ночь')).toBeTruthy();
});

test('… both, mine as a new policy', async () => {
  await saveOver();
  await press('Сохранить мою как новую');
  await allSaved();
  expect(namesStored()).toEqual(['Чужая', 'policy 2', 'Ночь']);
  expect(screen.getByRole('status', { name: 'address' }).textContent).toBe('/abac?policy=3');
});

test('a third version that comes during the choice is refused again', async () => {
  await saveOver();
  app.saveElsewhere({ ...theirs, name: 'Третья' });
  await press('Оставить мою');
  const both = await waitFor(async () => {
    const region = await conflict();
    within(region).getByText('Название: Чужая → Третья');
    return region;
  });
  expect(both).toBeTruthy();
  expect(namesStored()).toEqual(['Третья', 'policy 2']);
});

test('two people who add a policy at the same time have the same id: neither overwrites the other', async () => {
  await app.show();
  await press('Add policy');
  app.saveElsewhere({ ...theirs, id: 3 });
  await save();
  const both = await conflict();
  expect(within(both).getAllByText('Это новая политика.')).toHaveLength(2);
  await press('Сохранить мою как новую');
  await allSaved();
  expect(namesStored()).toEqual(['policy 1', 'policy 2', 'Чужая', 'New politic']);
});

test('the draft of everything unsaved survives a reload, and says that it is one', async () => {
  const leave = await openAndRename();
  await press('Add policy');
  leave();
  await app.show(1);
  kept();
  expect(within(bar()).getByText('Черновик восстановлен')).toBeTruthy();
  expect(within(bar()).getByText('Не сохранено: Ночь, New politic')).toBeTruthy();
  await save();
  await waitFor(() => within(bar()).getByText('Не сохранено: New politic'));
  cleanup();
  await app.show(1);
  expect(within(bar()).queryByText('Черновик восстановлен')).toBeNull();
  kept();
});

test('a restored draft notices that the server has gone on', async () => {
  const leave = await openAndRename();
  leave();
  app.saveElsewhere(theirs);
  await app.show(1);
  kept();
  expect(await screen.findByText(/^На сервере появилась более новая версия/)).toBeTruthy();
  await press('Сравнить');
  expect(within(await conflict()).getByText('Название: policy 1 → Чужая')).toBeTruthy();
});

test('a draft that somebody has saved word for word is none any more', async () => {
  const leave = await openAndRename();
  leave();
  app.saveElsewhere({ ...seeded, name: 'Ночь' });
  await app.show(1);
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
});
