import { checkRules } from '#tests/support/rule-table.ts';
import { excluded, included, is, isNot } from './choices.ts';

const chosen = { id: 1 };

checkRules({
  "is('да')": [is('да'), ['да'], ['нет', 'Да', ' да', true, 1, ['да'], {}, ' ']],
  'is(1) compares types too': [is(1), [1], ['1', true, 2, 1n, [1], Number.NaN]],
  "isNot('да')": [isNot('да'), ['нет', 'Да', ' да', true, ['да'], 0, false, '😀'], ['да']],
  'isNot(0)': [isNot(0), ['0', false, 1, '00', Number.NaN, [0]], [0]],
  "included('1', 2, 'три')": [
    included('1', 2, 'три'),
    ['1', 1, '2', 2, 'три', ['1', 2]],
    ['3', 'Три', ' 1', '01', ['1', '3'], true, {}, ' '],
  ],
  'included(an object, false)': [
    included(chosen, false),
    [chosen, false, [chosen]],
    [{ id: 1 }, true, 0, [{}], '1'],
  ],
  "excluded('1', 2, 'три')": [
    excluded('1', 2, 'три'),
    ['3', 'Три', ' 1', '01', ['a', 'b'], true, {}],
    ['1', 1, '2', 2, 'три', ['1'], ['a', '1']],
  ],
});
