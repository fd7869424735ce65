import { expect, test } from 'vitest';
import { emptyNode, newPolicy, newRule, type Policy } from '#domain/policy/policy.ts';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { allOf, claim } from '#tests/support/policy-book.ts';
import { changeWords } from './change-words.ts';

const base = newPolicy([]);
const rule = { ...newRule([]), name: 'Ночь' };
const role = claim('user.role list equal', 'admin');
const words = (before: Policy | null, after: Policy) => changeWords(before, after, sampleCatalogue);

test('settings and rules are told with what they were', () => {
  const before = { ...base, rules: [rule, { ...rule, id: 2, name: 'День' }] };
  expect(words(before, { ...before, name: 'Другая', ruleCombine: 'allowIfNotDenied' })).toEqual([
    'Название: New politic → Другая',
    'Сочетание правил: allowIfOneAllowed → allowIfNotDenied',
  ]);
  expect(words(before, { ...before, rules: [{ ...rule, effect: 'deny', name: 'Утро' }] })).toEqual([
    'Правило «День»: удалено',
    'Правило «Ночь»: название → «Утро»',
    'Правило «Утро»: allow → deny',
  ]);
});

test('conditions are told by their place, in the words of the catalogue', () => {
  const before = { ...base, target: allOf(role) };
  expect(words(base, before)).toEqual([expect.stringMatching(/^Target, условие 1: добавлено .+ .+ .+ «/)]);
  expect(words(before, { ...before, target: allOf({ ...role, compareValue: 'constructor' }) })).toEqual([
    expect.stringMatching(/^Target, условие 1: значение «.+» → «constructor»$/),
  ]);
});

test('what another type has emptied needs no sentence of its own', () => {
  const before = { ...base, target: allOf(role) };
  const received = words(before, { ...base, target: allOf(emptyNode('request')) });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^Target, условие 1: /);
});

test('a new policy says so first', () => {
  expect(words(null, base)).toEqual(['Новая политика']);
});
