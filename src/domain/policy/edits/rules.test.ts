import { describe, expect, it } from 'vitest';
import { emptyNode, newPolicy, newRule, type Policy } from '../policy.ts';
import { duplicatePolicy, renamePolicy, setCombine } from './policy.ts';
import { addRule, duplicateRule, moveRule, removeRule, renameRule, setEffect } from './rules.ts';

const three: Policy = {
  ...newPolicy([]),
  rules: [4, 9, 2].map(id => ({ ...newRule([]), id, name: `Правило ${id}` })),
};
const idsAfter = (edited: ReturnType<typeof addRule>) => edited.ok && edited.value.rules.map(({ id }) => id);

describe('Add policy', () => {
  it('makes New politic with allowIfOneAllowed, an empty allOf target and no rules', () => {
    expect(newPolicy([])).toEqual({
      id: 1,
      name: 'New politic',
      ruleCombine: 'allowIfOneAllowed',
      target: emptyNode('allOf'),
      rules: [],
    });
  });

  it('gives it the highest id and one, in whatever order the others are', () => {
    expect(newPolicy([{ id: 3 }, { id: 12 }, { id: 5 }]).id).toBe(13);
  });
});

describe('Add rule', () => {
  it('appends new Rule with effect allow and an empty allOf condition; the first has id 1', () => {
    expect(addRule(newPolicy([]))).toMatchObject({
      ok: true,
      value: { rules: [{ id: 1, name: 'new Rule', effect: 'allow', condition: emptyNode('allOf') }] },
    });
  });

  it('gives it the highest id of a rule and one', () => {
    expect(idsAfter(addRule(three))).toEqual([4, 9, 2, 10]);
  });
});

describe('a rule', () => {
  it('is named', () => {
    expect(renameRule(three, 9, 'Выплаты')).toMatchObject({
      value: { rules: [{}, { name: 'Выплаты' }, {}] },
    });
  });

  it('takes another effect', () => {
    expect(setEffect(three, 9, 'deny')).toMatchObject({ value: { rules: [{}, { effect: 'deny' }, {}] } });
  });

  it('is duplicated right after itself, under the next id, as a copy', () => {
    const edited = duplicateRule(three, 4);
    expect(idsAfter(edited)).toEqual([4, 10, 9, 2]);
    expect(edited).toMatchObject({ value: { rules: [{}, { name: 'Правило 4 (копия)' }, {}, {}] } });
  });

  it('moves up and down', () => {
    expect(idsAfter(moveRule(three, 2, 'up'))).toEqual([4, 2, 9]);
    expect(idsAfter(moveRule(three, 4, 'down'))).toEqual([9, 4, 2]);
  });

  it('is removed', () => {
    expect(idsAfter(removeRule(three, 9))).toEqual([4, 2]);
  });
});

describe('the settings of a policy', () => {
  it('are its name and how the rules combine', () => {
    expect(renamePolicy(three, '')).toMatchObject({ value: { name: '' } });
    expect(setCombine(three, 'allowIfNotDenied')).toMatchObject({
      value: { ruleCombine: 'allowIfNotDenied' },
    });
  });

  it('are copied with everything in it under the next id', () => {
    const edited = duplicatePolicy(three, [{ id: 1 }, { id: 8 }]);
    expect(edited).toEqual({ ok: true, value: { ...three, id: 9, name: 'New politic (копия)' } });
  });

  it('are not called a copy of a copy', () => {
    const copy = { ...three, name: 'Выплаты (копия)' };
    expect(duplicatePolicy(copy, [copy])).toMatchObject({ value: { name: 'Выплаты (копия)' } });
  });
});

it.each([
  ['the same name of a rule', renameRule(three, 9, 'Правило 9')],
  ['the same effect', setEffect(three, 9, 'allow')],
  ['the same name of a policy', renamePolicy(three, 'New politic')],
  ['the same combination', setCombine(three, 'allowIfOneAllowed')],
])('%s is no change', (_, edited) => {
  expect(edited.ok && edited.value).toBe(three);
});
