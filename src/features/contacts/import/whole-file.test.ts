import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInFiles } from './find-people.ts';
import { toPerson } from './person.ts';

const word = fc.stringMatching(/^[а-яa-z0-9]{1,8}$/);
const value = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' '));
const phone = fc.integer({ min: 1_000_000, max: 9_999_999 }).map(rest => `000${rest}`);

/** Values as the versions write them. */
function quoted(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
    .replace(/(.{60})/g, '$1=\r\n');
}
const folded = (line: string) => (line.match(/.{1,30}/g) ?? []).join('\r\n ');
const QUOTED = ';CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE';

const NAMES = ['FN', 'NOTE', 'ORG', 'BDAY', 'EMAIL', 'ADR', 'TITLE', 'URL', 'NICKNAME', 'ROLE', 'NONSENSE'];
const property = fc
  .tuple(fc.constantFrom(...NAMES), value, fc.constantFrom('plain', 'folded', 'quoted', 'broken'))
  .map(([name, text, how]) => {
    if (how === 'broken') return text;
    return how === 'quoted' ? `${name}${QUOTED}:${quoted(text)}` : folded(`${name};LANGUAGE=ru:${text}`);
  });
const name = fc.tuple(...[value, value, value, value].map(each => fc.option(each, { nil: '' })));
const card = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 2 }),
  phones: fc.array(phone, { minLength: 1, maxLength: 3 }),
  properties: fc.array(property, { maxLength: 6 }),
});
type Card = typeof card extends fc.Arbitrary<infer Value> ? Value : never;

const linesOf = ({ names, phones, properties }: Card) => [
  ...['VERSION:3.0', 'UID:77-aa', 'PHOTO;ENCODING=b:AAAA', ' AAAA', 'X-OTHER:zz'],
  ...names.map(parts => `N:${parts.join(';')}`),
  ...phones.map(each => `TEL:${each}`),
  ...properties,
];

const decoded = (line: string) =>
  line.includes(QUOTED)
    ? decodeURIComponent(line.replaceAll('=\r\n', '').replace(/^.*:/, '').replaceAll('=', '%'))
    : line.replaceAll('\r\n ', '').replace(/^[A-Z;]*(LANGUAGE=ru)?:/, '');

const QUIET = { onRead: () => {}, ask: async () => new Map() };

test('every word of every card of a file is in its contact or in a sentence about it', async () => {
  const between = fc.constantFrom('\r\n', '', '\ufeff', '\r\n\ufeff', '\r\nснаружи 5\r\n');
  const file = fc.array(fc.tuple(card, between), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (parts, keepOthers) => {
      const text = parts.map(
        ([each, after]) => ['BEGIN:VCARD', ...linesOf(each), 'END:VCARD'].join('\r\n') + after,
      );
      const { found, refusals } = await findInFiles([new File([text.join('')], 'a.vcf')], QUIET);
      expect(found).toHaveLength(parts.length);
      found.forEach((each, place) => {
        const { values, remarks, leftOut, isDoubtful } = toPerson('0', each, keepOthers);
        const { names = [], phones = [], properties = [] } = parts[place]?.[0] ?? {};
        const all = [values.first_name, values.last_name, values.comment, ...remarks, leftOut]
          .join(' ')
          .toLowerCase();
        const said = [...names.flat(), ...properties.map(decoded)].flatMap(each => each.split(' '));
        expect(said.filter(each => !all.includes(each.toLowerCase()))).toEqual([]);
        expect(values.phones).toEqual([...new Set(phones)]);
        expect(isDoubtful || names.filter(each => each.some(part => part !== '')).length < 2).toBe(true);
      });
      const outside = text.filter(each => each.includes('снаружи')).length;
      expect(refusals.join(' ').match(/строка \d+ «снаружи 5»/g) ?? []).toHaveLength(Math.min(outside, 3));
      expect(refusals).toHaveLength(outside > 0 ? 1 : 0);
    }),
  );
});
