import { checkRules } from '#tests/support/rule-table.ts';
import { required } from './required.ts';

checkRules(
  {
    'required()': [
      required(),
      ['я', ' a ', '0', 0, false, true, [''], [1], {}, '😀', Number.NaN, new Date()],
      [' ', '\n\t', '\u00a0', '\u2003'],
    ],
    "required('refuse_false')": [required('refuse_false'), [true, 0, 'false', 'да', [false]], [false, ' ']],
  },
  'refused',
);
