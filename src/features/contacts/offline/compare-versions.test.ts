import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachContactText, noContactTexts } from '#contract/contact-fields.ts';
import { type ContactField, changedElsewhere } from './compare-versions.ts';
import type { ContactValues } from './contact-kinds.ts';

const base: ContactValues = {
  ...noContactTexts,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  phones: ['0001112233', '0004445566'],
};

type Part = Partial<ContactValues>;
const spruce = { last_name: 'Ель' };
const pine = { last_name: 'Сосна' };

test.each<[what: string, known: Part[], mine: Part, server: Part, changed: ContactField[]]>([
  ['by field, in the order of the form', [], spruce, { phones: ['1'], ...pine }, ['last_name', 'phones']],
  ['while it still has what was seen', [], { comment: 'Новый' }, {}, []],
  ['when both made the same change', [], spruce, spruce, []],
  ['where this device left the field alone: saving would undo it', [], {}, { comment: '4' }, ['comment']],
  ['where this device itself had saved it', [spruce], { last_name: 'Пихта' }, spruce, []],
  ['that the user has settled', [pine], spruce, pine, []],
  ['that changed again since the user settled it', [pine], spruce, { last_name: 'Пихта' }, ['last_name']],
  ['in blanks around', [], { first_name: 'Аня' }, { comment: ' Подъезд 3 ' }, []],
  ['in the order of numbers', [], { first_name: 'Аня' }, { phones: [...base.phones].reverse() }, []],
  ['in its line ends', [{ comment: 'Раз\nДва' }], {}, { comment: 'Раз\r\nДва' }, []],
  ['where a backend tells no numbers at all', [], { first_name: 'Аня' }, { phones: [] }, []],
])('what the server changed %s', (_what, known, mine, server, received) => {
  expect(changedElsewhere([base, ...known], { ...base, ...mine }, { ...base, ...server })).toEqual(received);
});

test('what the server changed never includes a field whose value is mine already', () => {
  const values = fc.record({
    ...eachContactText(() => fc.constantFrom('', 'а', ' а', 'б')),
    phones: fc.subarray(['0001112233', '0004445566']),
  });
  fc.assert(
    fc.property(values, values, values, (seen, mine, server) => {
      const received = changedElsewhere([seen], mine, server);
      const taken = { ...mine, ...Object.fromEntries(received.map(field => [field, server[field]])) };
      expect(changedElsewhere([seen], taken, server)).toEqual([]);
      expect(changedElsewhere([server], mine, server)).toEqual([]);
    }),
  );
});
