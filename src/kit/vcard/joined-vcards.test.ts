import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVcardReader, type ParsedVcard, readVcards, readVcardText } from './read-vcards.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const names = (cards: Iterable<ParsedVcard>) => [...cards].map(({ card }) => card.formatted);

function readOutside(text: string) {
  const outside: [number, string][] = [];
  const cards = [...readVcardText(text, (line, found) => outside.push([line, found]))];
  return { cards, outside };
}

const word = fc.stringMatching(/^[а-я]{1,9}$/);

test('joined files give each of their cards, whatever stands between two of them', () => {
  const end = fc.constantFrom('', '\n', '\r\n', '\r', ' ', '\ufeff', '\n\ufeff', '\r\n\r\n', '\n  ');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, end), { minLength: 1, maxLength: 9 }), cards => {
      const text = cards
        .map(([name, after]) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD${after}`)
        .join('');
      const found = readOutside(text);
      expect(names(found.cards)).toEqual(cards.map(([name]) => name));
      expect(found.cards.every(({ isWhole, isMerged }) => isWhole && !isMerged)).toBe(true);
      expect(found.outside).toEqual([]);
    }),
  );
});

test('a card begins and ends also behind a text of the same line', () => {
  const { cards, outside } = readOutside(
    'вот: BEGIN:VCARD\nFN:Анна\nTEL:0001234567END:VCARDBEGIN:VCARD\nFN:ЯEND:VCARD',
  );
  expect(cards).toMatchObject([
    { card: { formatted: 'Анна', phones: ['0001234567'] }, isWhole: true },
    { card: { formatted: 'Я' }, isWhole: true },
  ]);
  expect(outside).toEqual([[1, 'вот: ']]);
});

test('an indented card is read, its folded lines too', () => {
  const lines = ['BEGIN:VCARD', 'FN:Анна', ' Петрова', 'TEL:0001234567', 'END:VCARD'];
  const { cards } = readOutside(lines.map(line => `    ${line}\n`).join(''));
  expect(cards).toMatchObject([
    { card: { formatted: 'АннаПетрова', phones: ['0001234567'] }, isWhole: true },
  ]);
  expect(readOutside(' BEGIN:VCARD\nFN:Анна\n Петрова\n END:VCARD').cards).toMatchObject([{ isWhole: true }]);
});

test('what stands outside of cards is given with its line', () => {
  const { cards, outside } = readOutside('Привет!\n\nBEGIN:VCARD\nFN:Анна\nEND:VCARD, пока\nTEL:0001234567');
  expect(names(cards)).toEqual(['Анна']);
  expect(outside).toEqual([
    [1, 'Привет!'],
    [5, ', пока'],
    [6, 'TEL:0001234567'],
  ]);
});

test.each([
  ['a second version', ['VERSION:3.0', 'FN:Анна', 'VERSION:3.0', 'FN:Борис'], true],
  ['a second name', ['N:;Анна', 'N:;Борис'], true],
  ['a name in two spellings', ['N;ALTID=1:;Анна', 'N;ALTID=1;LANGUAGE=en:;Anna'], false],
  ['several displayed names', ['VERSION:4.0', 'FN:Анна', 'FN:Аня'], false],
])('a card with %s is marked only if two cards ran together', (_what, lines, isMerged) => {
  const { cards } = readOutside(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\n'));
  expect(cards).toMatchObject([{ number: 1, line: 1, isMerged, isWhole: true }]);
  const { formatted, given, others } = cards[0]?.card ?? { others: [] };
  const all = [formatted, given, ...others.map(({ value }) => value)].join('\n');
  for (const line of lines.filter(each => !each.startsWith('V'))) {
    expect(all).toContain(line.replace(/^.*[:;]/, ''));
  }
});

test('what has no place in a record keeps its name, a picture goes without one', () => {
  const lines = [
    'N:Петров;Иван;;д-р;мл.',
    'BDAY:1990-05-12',
    'ADR:;;Лесная 5;Москва;;123456;',
    'X-A:1',
    'это',
    'UID:7',
  ];
  const { cards } = readOutside(
    ['BEGIN:VCARD', ...lines, 'PHOTO;ENCODING=b:AAAA', ' AAAA', 'END:VCARD'].join('\n'),
  );
  expect(cards[0]).toMatchObject({ isWhole: false });
  expect(cards[0]?.card.others).toEqual([
    { name: 'PREFIX', value: 'д-р' },
    { name: 'SUFFIX', value: 'мл.' },
    { name: 'BDAY', value: '1990-05-12' },
    { name: 'ADR', value: 'Лесная 5, Москва, 123456' },
    { name: '', value: 'это' },
  ]);
});

test('a file that comes in pieces gives the same as at once', () => {
  const photo = `PHOTO;ENCODING=b:${'A'.repeat(300)}`;
  const line = fc.constantFrom(
    ...[
      'FN:Анна',
      'N:Петрова;Анна',
      ' сложенная',
      'TEL:0001234567',
      photo,
      ` ${'B'.repeat(200)}`,
      'мусор',
      '',
    ],
    ...['NOTE;QUOTED-PRINTABLE:=D0=90=', '=D0=91', 'END:VCARDBEGIN:VCARD', 'BEGIN:VCARD', 'END:VCARD'],
  );
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1 }), (all, sizes) => {
      const bytes = bytesOf(['BEGIN:VCARD\r\n', ...all.flat()].join(''));
      const read = createVcardReader();
      const cards: ParsedVcard[] = [];
      for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
        const end = from + (sizes[turn % sizes.length] ?? 1);
        cards.push(...read(bytes.subarray(from, end), end >= bytes.length));
        from = end;
      }
      expect(cards).toEqual([...readVcards(bytes)]);
    }),
  );
});
