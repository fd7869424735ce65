import { expect, it } from 'vitest';
import type { EditResult } from '../edit-result.ts';
import { emptyNode, newPolicy, newRule, type Policy } from '../policy.ts';
import { renamePolicy, setCombine } from './policy-settings.ts';
import { addRule, duplicateRule, moveRule, removeRule, renameRule, setEffect } from './rules.ts';

const three: Policy = {
  ...newPolicy([]),
  rules: [4, 9, 2].map(id => ({ ...newRule([]), id, name: `Правило ${id}` })),
};
const idsAfter = (edited: EditResult) => edited.ok && edited.value.rules.map(({ id }) => id);

it('a new policy is New politic with allowIfOneAllowed, an empty allOf target and no rules', () => {
  expect(newPolicy([])).toEqual({
    id: 1,
    name: 'New politic',
    ruleCombine: 'allowIfOneAllowed',
    target: emptyNode('allOf'),
    rules: [],
  });
});

it('a new policy has the highest id and one, in whatever order the others are', () => {
  expect(newPolicy([{ id: 3 }, { id: 12 }, { id: 5 }]).id).toBe(13);
});

it('the first rule is new Rule with effect allow and an empty allOf condition, and has id 1', () => {
  expect(addRule(newPolicy([]))).toMatchObject({
    ok: true,
    value: { rules: [{ id: 1, name: 'new Rule', effect: 'allow', condition: emptyNode('allOf') }] },
  });
});

it.each([
  ['is added under the highest id and one', () => addRule(three), [4, 9, 2, 10], {}],
  ['is named', () => renameRule(three, 9, 'Выплаты'), [4, 9, 2], { name: 'Выплаты' }],
  ['takes another effect', () => setEffect(three, 9, 'deny'), [4, 9, 2], { effect: 'deny' }],
  [
    'is duplicated right after itself, under the next id, as a copy',
    () => duplicateRule(three, 4),
    [4, 10, 9, 2],
    { name: 'Правило 4 (копия)' },
  ],
  ['moves up', () => moveRule(three, 2, 'up'), [4, 2, 9], {}],
  ['moves down', () => moveRule(three, 4, 'down'), [9, 4, 2], {}],
  ['is removed', () => removeRule(three, 9), [4, 2], {}],
])('a rule %s', (_, edit, ids, second) => {
  const edited = edit();
  expect(idsAfter(edited)).toEqual(ids);
  expect(edited.ok && edited.value.rules[1]).toMatchObject(second);
});

it.each<[string, () => EditResult, Partial<Policy>]>([
  ['its name', () => renamePolicy(three, ''), { name: '' }],
  ['how its rules combine', () => setCombine(three, 'allowIfNotDenied'), { ruleCombine: 'allowIfNotDenied' }],
])('the settings of a policy are %s', (_, edit, settings) => {
  expect(edit()).toMatchObject({ ok: true, value: settings });
});

it('a copy is not called a copy of a copy', () => {
  const copy = { ...newRule([]), name: 'Выплаты (копия)' };
  const edited = duplicateRule({ ...three, rules: [copy] }, copy.id);
  expect(edited).toMatchObject({ value: { rules: [copy, { name: 'Выплаты (копия)' }] } });
});

it.each([
  ['the same name of a rule', () => renameRule(three, 9, 'Правило 9')],
  ['the same effect', () => setEffect(three, 9, 'allow')],
  ['the same name of a policy', () => renamePolicy(three, 'New politic')],
  ['the same combination', () => setCombine(three, 'allowIfOneAllowed')],
])('%s is no change', (_, edit) => {
  const edited = edit();
  expect(edited.ok && edited.value).toBe(three);
});
