import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { allow, deny, policiesOf } from '#tests/support/policy-book.ts';
import {
  nameField,
  type OpenPoliciesScreen,
  openPoliciesScreen,
  press,
  rename,
} from '#tests/support/policy-screens.tsx';
import { PoliciesScreen } from './policies-screen.tsx';

let app: OpenPoliciesScreen;

async function open(policy?: number, seeded = policiesOf({ rules: [allow()] }, { rules: [deny()] })) {
  app = await openPoliciesScreen(seeded);
  return app.show(policy);
}

const list = () => screen.getByRole('navigation', { name: 'Политики' });
const rows = () =>
  within(list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const bar = () => screen.getByRole('region', { name: 'Сохранение' });
const ruleNames = () =>
  within(screen.getByRole('region', { name: 'Rules' }))
    .getAllByRole('article')
    .map(article => article.getAttribute('aria-label'));
const focused = () => document.activeElement;

async function actOn(rule: string, what: string): Promise<void> {
  await press(`Действия с правилом ${rule}`);
  await userEvent.click(screen.getByRole('menuitem', { name: what }));
}

test('choosing a policy from the list edits it, and the address says which', async () => {
  await open();
  expect(rows()).toEqual(['policy 1№ 1', 'policy 2№ 2']);
  await press(/^policy 2/);
  expect(nameField().value).toBe('policy 2');
  expect(address()).toBe('/abac?policy=2');
  expect(screen.getByRole('heading', { name: 'Target' })).toBeTruthy();
  expect(ruleNames()).toEqual(['deny']);
});

test('Add policy appends a policy with id max + 1, allowIfOneAllowed and an empty allOf target', async () => {
  await open(
    undefined,
    policiesOf({ rules: [] }).map(each => ({ ...each, id: 7 })),
  );
  await press('Add policy');
  expect(rows()).toEqual(['policy 1№ 7', 'New politic№ 8НоваяНе сохранено']);
  expect(address()).toBe('/abac?policy=8');
  expect(focused()).toBe(nameField());
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: 'allowIfOneAllowed (one allowed)' });
  expect(chosen.checked).toBe(true);
  expect(within(screen.getByRole('tree', { name: 'Target' })).getAllByRole('treeitem')).toHaveLength(1);
  await press('Add policy');
  expect(rows()[2]).toBe('New politic№ 9НоваяНе сохранено');
});

test('whoever is refused one of its four lists is led to 403', async () => {
  app = await openPoliciesScreen([]);
  app.network.fault('/abac/getComparisonList', '403');
  app.open('/abac', { '/abac': <PoliciesScreen /> });
  await waitFor(() => expect(address()).toBe('/403'));
});

test('the first policy of all has id 1', async () => {
  await open(undefined, []);
  expect(screen.getByText('Политик пока нет. Первую создаст кнопка Add policy.')).toBeTruthy();
  await press('Add policy');
  expect(address()).toBe('/abac?policy=1');
});

test('the three combinations are said as the specification does, with a line and an example each', async () => {
  await open(1);
  const labels = screen
    .getAllByRole('radio', { name: /^allowIf/ })
    .map(each => each.getAttribute('aria-label'));
  expect(labels).toEqual([
    'allowIfAllAllowed (all allowed)',
    'allowIfOneAllowed (one allowed)',
    'allowIfNotDenied (allowed unless denied)',
  ]);
  expect(screen.getAllByText(/^Пример: /)).toHaveLength(3);
  await userEvent.click(screen.getByRole('radio', { name: 'allowIfAllAllowed (all allowed)' }));
  await press('Шаг назад: Сочетание правил: allowIfNotDenied → allowIfAllAllowed');
  const kept = screen.getByRole<HTMLInputElement>('radio', { name: /^allowIfNotDenied/ });
  expect(kept.checked).toBe(true);
});

test('Add rule appends new Rule with id max + 1, allow and an empty allOf, and goes on in its name', async () => {
  await open(1);
  await press('Add rule');
  expect(ruleNames()).toEqual(['allow', 'new Rule']);
  await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Название правила' })));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'allow' }).checked).toBe(true);
  const tree = screen.getByRole('tree', { name: 'Условие правила new Rule' });
  expect(within(tree).getAllByRole('treeitem')).toHaveLength(1);
});

test('an effect is said by its word', async () => {
  await open(1);
  await press('Развернуть: allow');
  await userEvent.click(screen.getByRole('radio', { name: 'deny' }));
  const card = screen.getByRole('article', { name: 'allow' });
  expect(within(card).getAllByText('deny', { exact: true }).length).toBeGreaterThan(1);
});

test('rules are moved, repeated and removed; the focus stays with them', async () => {
  const rules = ['a', 'b', 'c'].map(name => ({ ...allow(), name }));
  await open(1, policiesOf({ rules }));
  await actOn('a', 'Ниже');
  expect(ruleNames()).toEqual(['b', 'a', 'c']);
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Действия с правилом a'));
  await actOn('c', 'Выше');
  expect(ruleNames()).toEqual(['b', 'c', 'a']);
  await actOn('c', 'Удалить');
  expect(ruleNames()).toEqual(['b', 'a']);
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Действия с правилом a'));
  await actOn('a', 'Дублировать');
  expect(ruleNames()).toHaveLength(3);
  await press('Шаг назад: Правило «a (копия)» (allow): добавлено');
  await press('Шаг назад: Правило «c»: удалено');
  expect(ruleNames()).toEqual(['b', 'c', 'a']);
  expect(screen.getByText('Отменено: Правило «c»: удалено')).toBeTruthy();
});

test('the last rule leaves the focus at Add rule', async () => {
  await open(1);
  await actOn('allow', 'Удалить');
  expect(screen.getByText('Правил пока нет.')).toBeTruthy();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Add rule' })));
});

test('a refused edit is told, changes nothing, and the words stay until the next edit', async () => {
  await open(1);
  await actOn('allow', 'Выше');
  expect(within(bar()).getByText('Выше некуда: это первое')).toBeTruthy();
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
  await press('Add rule');
  expect(within(bar()).queryByText('Выше некуда: это первое')).toBeNull();
});

test('the keystrokes in one field are one step of undo; keys undo and redo outside of text fields', async () => {
  await open(1);
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), 'Ночь');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(nameField().value).toBe('Ночь');
  act(() => nameField().blur());
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(nameField().value).toBe('policy 1');
  await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  expect(nameField().value).toBe('Ночь');
  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Control>}y{/Control}');
  expect(nameField().value).toBe('Ночь');
  expect(screen.getByText('Возвращено: Название: policy 1 → Ночь')).toBeTruthy();
});

test('what is not saved is named, in the list and in the bar', async () => {
  await open(1);
  rename('Ночь');
  await press(/^policy 2/);
  rename('День');
  expect(within(bar()).getByText('Не сохранено: Ночь, День')).toBeTruthy();
  expect(rows()).toEqual(['Ночь№ 1Не сохранено', 'День№ 2Не сохранено']);
});

test('changes are given up only after a question, and that can be undone', async () => {
  await open(1);
  rename('Ночь');
  await press('Сбросить изменения');
  const question = screen.getByRole('dialog', { name: 'Сбросить изменения в политике Ночь?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Оставить' }));
  expect(nameField().value).toBe('Ночь');
  await press('Сбросить изменения');
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Сбросить изменения' }),
  );
  expect(nameField().value).toBe('policy 1');
  expect(within(bar()).getByText('Все сохранено')).toBeTruthy();
  await press(/^Шаг назад: /);
  expect(nameField().value).toBe('Ночь');
});

test('a new policy that is given up is gone, from the device as well', async () => {
  const leave = await open();
  await press('Add policy');
  await press('Удалить');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  expect(rows()).toHaveLength(2);
  leave();
  await app.show();
  expect(rows()).toHaveLength(2);
});

test('a policy that cannot be read is listed with the reason, cannot be edited and stays on the server', async () => {
  const [good, bad] = policiesOf({ rules: [allow()] }, { rules: [] });
  if (!good || !bad) throw new Error('two policies were asked for');
  let deep = bad.target;
  for (let level = 0; level < 40; level += 1) deep = { ...bad.target, children: [deep] };
  await open(2, [good, { ...bad, target: deep }]);
  expect(rows()).toEqual(['policy 1№ 1', 'policy 2№ 2Не прочитать']);
  const panel = screen.getByRole('region', { name: 'policy 2' });
  expect(within(panel).getByText(/^Target.*: глубже, чем 16 уровней/i)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save policy' })).toBeNull();
  await press('Add policy');
  expect(address()).toBe('/abac?policy=3');
  expect(app.stored()).toHaveLength(2);
});

test('an address that names no policy says so', async () => {
  await open(99);
  expect(screen.getByText(/^Политики № 99 нет/)).toBeTruthy();
});
