import { checkRules, EMPTY } from '#tests/support/rule-table.ts';
import { required } from './required.ts';

checkRules({
  'required()': {
    rule: required(),
    passes: ['я', ' a ', '0', 0, false, true, [''], [1], {}, '😀', Number.NaN, new Date()],
    refuses: [...EMPTY, ' ', '\n\t', '\u00a0', '\u2003'],
  },
  "required('refuse_false')": {
    rule: required('refuse_false'),
    passes: [true, 0, 'false', 'да', [false]],
    refuses: [...EMPTY, false, ' '],
  },
});
