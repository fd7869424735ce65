import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PersonRecord } from '../person-record.ts';
import { phoneDigits } from '../phone.ts';
import { readVcards, readVcardText } from './read-vcards.ts';
import { writeVcard } from './write-vcard.ts';

const EMPTY: PersonRecord = {
  family: '',
  given: '',
  additional: '',
  formatted: '',
  organisation: '',
  note: '',
  phones: [],
  others: [],
};

const read = (text: string) => [...readVcardText(text)];
const cards = (text: string) => read(text).map(({ card }) => card);
const card = (...lines: string[]) => `${['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')}\r\n`;

/** Every byte as =XX, the way Android writes names in version 2.1. */
function quoted(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** A text in an old charset: every byte is tried until it gives the wanted letter. */
function bytesIn(charset: string, text: string): Uint8Array {
  const decoder = new TextDecoder(charset);
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const table = new Map(bytes.map(byte => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map(letter => table.get(letter) ?? 63));
}

describe('a card of version 2.1', () => {
  test('is read with its quoted-printable name, soft line breaks and bare parameters', () => {
    const name = quoted('Константинопольская');
    const text = card(
      'VERSION:2.1',
      `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${name.slice(0, 33)}=`,
      `${name.slice(33)};${quoted('Ольга')};;;`,
      `FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted('Ольга Константинопольская')}`,
      'TEL;HOME;VOICE:8 495 123-45-67',
      'TEL;CELL;PREF:+79161234567',
      `NOTE;ENCODING=QUOTED-PRINTABLE:${quoted('Первая строка\r\nвторая')}`,
    );
    expect(cards(text)).toEqual([
      {
        ...EMPTY,
        family: 'Константинопольская',
        given: 'Ольга',
        formatted: 'Ольга Константинопольская',
        note: 'Первая строка\nвторая',
        phones: ['+79161234567', '8 495 123-45-67'],
      },
    ]);
  });

  test('keeps its phone when the line before ends in a soft break by mistake', () => {
    const text = card('VERSION:2.1', `N;ENCODING=QUOTED-PRINTABLE:;${quoted('Ия')}=`, 'TEL;CELL:9161234567');
    expect(cards(text)).toEqual([{ ...EMPTY, given: 'Ия', phones: ['9161234567'] }]);
  });

  test('is read when its letters are folded in the middle', () => {
    const name = quoted('Ия'); // =D0=98=D1=8F
    const folded = [`FN;ENCODING=QUOTED-PRINTABLE:${name.slice(0, 3)}=`, ` ${name.slice(3)}`];
    expect(cards(card('VERSION:2.1', ...folded))[0]?.formatted).toBe('Ия');
  });

  test('is read without its picture, indented or not', () => {
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
    const indented = card('VERSION:2.1', `PHOTO;PNG;BASE64:${picture}`, ` ${picture}`, '', 'N:;Аня');
    const bare = card('VERSION:2.1', 'PHOTO;ENCODING=BASE64;PNG:', picture, `${picture}==`, '', 'N:;Аня');
    const anya = { card: { given: 'Аня' }, isWhole: true };
    expect([indented, bare].map(text => read(text)[0])).toMatchObject([anya, anya]);
  });

  test('is not taken for the person whose card lies inside it', () => {
    const agent = ['AGENT:', 'BEGIN:VCARD', 'VERSION:2.1', 'N:;Чужой', 'TEL:9990000000', 'END:VCARD'];
    const text = card('VERSION:2.1', 'N:;Свой', ...agent, 'TEL:9161234567');
    const others = [{ name: 'AGENT', value: '' }];
    expect(cards(text)).toEqual([{ ...EMPTY, given: 'Свой', phones: ['9161234567'], others }]);
  });

  test.each(['windows-1251', 'koi8-r'])('is read in %s, declared or not', charset => {
    const body = (param: string) =>
      card('VERSION:2.1', `N${param}:Петров;Сергей;;;`, `NOTE${param}:ОСЕНЬЮ НАСТОЯТЕЛЬНО`);
    const wanted = [{ family: 'Петров', given: 'Сергей', note: 'ОСЕНЬЮ НАСТОЯТЕЛЬНО' }];
    const found = ['', `;CHARSET=${charset}`].map(param => [...readVcards(bytesIn(charset, body(param)))]);
    expect(found.map(each => each.map(one => one.card))).toMatchObject([wanted, wanted]);
  });
});

describe('a card of version 3.0', () => {
  test('is unfolded and unescaped', () => {
    const text = card(
      'VERSION:3.0',
      'N:Ли\\;Бо;Анна\\,Мария;Ивановна;;',
      'ORG:ООО «Ромашка»;Отдел\\; первый',
      'NOTE:Подъезд 3\\nкод 12\\\\34, соб',
      ' ака',
      'item1.TEL;TYPE=CELL,VOICE:8(916)123-45-67',
      'item1.X-ABLABEL:мобильный',
      'item2.TEL;type=HOME;type=pref:+7 495 000-00-00',
    );
    expect(cards(text)).toEqual([
      {
        family: 'Ли;Бо',
        given: 'Анна,Мария',
        additional: 'Ивановна',
        formatted: '',
        organisation: 'ООО «Ромашка», Отдел; первый',
        note: 'Подъезд 3\nкод 12\\34, собака',
        phones: ['+7 495 000-00-00', '8(916)123-45-67'],
        others: [],
      },
    ]);
  });

  test('is read when a fold stands between the bytes of a letter', () => {
    const bytes = new TextEncoder().encode(card('VERSION:3.0', 'FN:Ия'));
    const inside = bytes.indexOf(0xd0) + 1;
    const folded = [...bytes.slice(0, inside), 13, 10, 32, ...bytes.slice(inside)];
    expect([...readVcards(Uint8Array.from(folded))][0]?.card.formatted).toBe('Ия');
  });
});

test('a card of version 4.0 tells its phones as addresses, the preferred one first', () => {
  const text = card(
    'VERSION:4.0',
    'FN:Ия',
    'TEL;VALUE=uri;PREF=2;TYPE="voice,home":tel:+7-495-000-00-00',
    'TEL;VALUE=uri;PREF=1;TYPE=cell:tel:+7%20916%20123-45-67',
    'TEL;VALUE=uri:tel:1234567;phone-context=+7495',
    'TEL;VALUE=uri:tel:+7-495-111-11-11;ext=102',
  );
  expect(cards(text)[0]?.phones).toEqual([
    ...['+7 916 123-45-67', '+7-495-000-00-00', '1234567;phone-context=+7495', '+7-495-111-11-11;ext=102'],
  ]);
});

test('a number of a fax or a pager alone is no phone', () => {
  const text = card(
    'VERSION:3.0',
    'FN:Ия',
    'TEL;TYPE=WORK,FAX:+7 000 000-00-09',
    'TEL;TYPE=FAX,VOICE:8 000 000-00-01',
    'TEL;PAGER:123',
  );
  expect(cards(text)).toMatchObject([
    {
      phones: ['8 000 000-00-01'],
      others: [
        { name: 'FAX', value: '+7 000 000-00-09' },
        { name: 'PAGER', value: '123' },
      ],
    },
  ]);
});

describe('a file', () => {
  test('may hold several cards, any line ends and a byte order mark', () => {
    const text =
      '\uFEFFBEGIN:VCARD\rFN:Раз\rEND:VCARD\nBEGIN:VCARD\nFN:Два\r\nEND:VCARD\r\n\r\nbegin:vcard\nFN:Три\nend:vcard';
    expect(cards(text).map(each => each.formatted)).toEqual(['Раз', 'Два', 'Три']);
  });

  test.each(['utf-16le', 'utf-16be'])('may be written in %s', charset => {
    const units = [...`\uFEFF${card('FN:Ия')}`].map(letter => letter.charCodeAt(0));
    const bytes = units.flatMap(unit => [unit & 255, unit >> 8]);
    const swapped = units.flatMap(unit => [unit >> 8, unit & 255]);
    const file = Uint8Array.from(charset === 'utf-16le' ? bytes : swapped);
    expect([...readVcards(file)][0]?.card.formatted).toBe('Ия');
  });

  test('with a broken card gives the others, and what there is of the broken one', () => {
    const text = `мусор\n${card('FN:Раз')}BEGIN:VCARD\nFN:Без конца\nTEL:9161234567\n${card('FN:Три', 'это не строка')}BEGIN:VCARD\nFN:Обрыв`;
    expect(read(text).map(({ card: each, line, isWhole }) => [each.formatted, line, isWhole])).toEqual([
      ['Раз', 2, true],
      ['Без конца', 5, false],
      ['Три', 8, false],
      ['Обрыв', 12, false],
    ]);
  });

  test('in UTF-8 may hold a value that is not', () => {
    const good = new TextEncoder().encode(card('FN:Ольга'));
    const file = Uint8Array.from([...good, ...bytesIn('windows-1251', card('FN:Сергей'))]);
    expect([...readVcards(file)].map(each => each.card.formatted)).toEqual(['Ольга', 'Сергей']);
  });

  test('without cards gives none', () => {
    expect(cards('Имя;Телефон\nИван;9161234567')).toEqual([]);
    expect(cards('')).toEqual([]);
  });
});

/** U+FFFD stands for a letter that could not be read: such a card is not whole. */
const letters = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .map(text => text.replace(/\r\n?/g, '\n').replaceAll('\ufffd', ''));
/** A name of blanks alone is read as none. */
const name = letters.filter(text => text === '' || text.trim() !== '');
const people = fc.record({
  given: name,
  family: name,
  note: letters,
  phones: fc.array(fc.stringMatching(/^\d{10}$/), { maxLength: 5 }),
});

test('what is written reads back the same, in lines of 75 octets', () => {
  fc.assert(
    fc.property(people, person => {
      const { given, family, note, phones } = person;
      const text = writeVcard({ given, family, phones, texts: [['NOTE', note]] });
      for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
      const [found, ...others] = read(text);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ card: { given, family, note }, isWhole: true });
      expect(found?.card.phones.map(phoneDigits)).toEqual(phones);
    }),
  );
});

test('letters of three and four octets are counted as such', () => {
  const note = `${'€'.repeat(60)}${'😀'.repeat(60)}`;
  const text = writeVcard({ given: 'Анна', family: '', phones: [], texts: [['NOTE', note]] });
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
  expect(cards(text)).toMatchObject([{ note }]);
});

describe('the reader', () => {
  test('never throws, whatever bytes it is given', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
        expect(Array.isArray([...readVcards(bytes)])).toBe(true);
      }),
    );
  });

  test('never throws on cards that were damaged', () => {
    const pieces = fc.constantFrom(
      ...['BEGIN:VCARD', 'END:VCARD', 'VERSION:2.1', 'VERSION:4.0', 'N', 'TEL', 'NOTE', 'AGENT', 'item1.'],
      ...[...':;"=\\\r\n ', '\r\n', '=D0', '=G', '\\n', ';CHARSET=koi8-r', 'tel:%E0%'],
      ...[';ENCODING=QUOTED-PRINTABLE', ';BASE64', ';CHARSET=nonsense', ';PREF=x', 'Ия', '9161234567'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), parts => {
        for (const { card: each } of read(parts.join(''))) expect(typeof each.formatted).toBe('string');
      }),
    );
  });
});
