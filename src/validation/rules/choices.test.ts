import { checkRules, EMPTY } from '#tests/support/rule-table.ts';
import { excluded, included, is, isNot } from './choices.ts';

const chosen = { id: 1 };

checkRules({
  "is('да')": {
    rule: is('да'),
    passes: [...EMPTY, 'да'],
    refuses: ['нет', 'Да', ' да', true, 1, ['да'], {}, ' '],
  },
  'is(1) compares types too': {
    rule: is(1),
    passes: [...EMPTY, 1],
    refuses: ['1', true, 2, 1n, [1], Number.NaN],
  },
  "isNot('да')": {
    rule: isNot('да'),
    passes: [...EMPTY, 'нет', 'Да', ' да', true, ['да'], 0, false, '😀'],
    refuses: ['да'],
  },
  'isNot(0)': {
    rule: isNot(0),
    passes: [...EMPTY, '0', false, 1, '00', Number.NaN, [0]],
    refuses: [0],
  },
  "included('1', 2, 'три')": {
    rule: included('1', 2, 'три'),
    passes: [...EMPTY, '1', 1, '2', 2, 'три', ['1', 2]],
    refuses: ['3', 'Три', ' 1', '01', ['1', '3'], true, {}, ' '],
  },
  'included(an object, false)': {
    rule: included(chosen, false),
    passes: [...EMPTY, chosen, false, [chosen]],
    refuses: [{ id: 1 }, true, 0, [{}], '1'],
  },
  "excluded('1', 2, 'три')": {
    rule: excluded('1', 2, 'три'),
    passes: [...EMPTY, '3', 'Три', ' 1', '01', ['a', 'b'], true, {}],
    refuses: ['1', 1, '2', 2, 'три', ['1'], ['a', '1']],
  },
});
