import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVcardText } from './read-vcards.ts';

const letters = fc.string({
  unit: fc.constantFrom(...'абвгдёжШЩЪЯ 0123456789—«'),
  minLength: 1,
  maxLength: 120,
});

/** Letters as =XX, ASCII as it is. */
function escapesOf(text: string): string[] {
  return [...text].map(letter =>
    /[ -~]/.test(letter)
      ? letter
      : [...new TextEncoder().encode(letter)].map(byte => `=${byte.toString(16).toUpperCase()}`).join(''),
  );
}

const HEAD = 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:';
const readNote = (value: string) => {
  const [found] = readVcardText(
    `BEGIN:VCARD\r\nVERSION:2.1\r\n${HEAD}${value}\r\nTEL:0001234567\r\nEND:VCARD\r\n`,
  );
  return { note: found?.card.note, isWhole: found?.isWhole, phones: found?.card.phones };
};
const whole = (note: string) => ({ note, isWhole: true, phones: ['0001234567'] });

/** As KContacts writes it: soft breaks as a literal `=\\n`, and all of it folded after 75 characters. */
function asKde(text: string): string {
  let column = 0;
  const soft = escapesOf(text).map(letter => {
    column += letter.length;
    if (column < 76) return letter;
    column = letter.length;
    return `=\\n${letter}`;
  });
  const line = HEAD + soft.join('');
  return (line.match(/.{1,75}/g) ?? []).join('\r\n ').slice(HEAD.length);
}

describe('a text in quoted-printable is read whole', () => {
  test('with soft breaks between and inside of letters, indented inside of them or not', () => {
    const breaks = fc.array(fc.constantFrom('', '', '=\r\n'), { minLength: 200, maxLength: 300 });
    fc.assert(
      fc.property(letters, breaks, fc.boolean(), (text, places, isIndented) => {
        const turns = places.values();
        const next = () => turns.next().value ?? '';
        const broken = escapesOf(text).map(letter => {
          const inside = (byte: string) => next().replace('\n', isIndented ? '\n ' : '\n') + byte;
          return next() + letter.replace(/(?!^)=/g, inside);
        });
        expect(readNote(broken.join(''))).toEqual(whole(text));
      }),
    );
  });

  test('as Evolution breaks it, with an indentation after each soft break', () => {
    const escapes = (text: string) =>
      escapesOf(text).flatMap(letter => letter.replace(' ', '=20').split(/(?==)/));
    fc.assert(
      fc.property(letters, fc.integer({ min: 4, max: 24 }), (text, width) => {
        const lines = escapes(`а ${text}`).map((each, at) =>
          at > 0 && at % width === 0 ? `=\r\n ${each}` : each,
        );
        expect(readNote(lines.join(''))).toEqual(whole(`а ${text}`));
      }),
    );
  });

  test('with a soft break before a blank of the text', () => {
    expect(readNote('=D0=98=D1=8F=\r\n =D0=B8 =\r\n=D0=AF')).toEqual(whole('Ия и Я'));
  });

  test('folded after any character', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 12, max: 75 }), (text, width) => {
        const parts =
          escapesOf(text)
            .join('')
            .match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
        expect(readNote(parts.join('\r\n '))).toEqual(whole(text));
      }),
    );
  });

  test('as KDE breaks it', () => {
    fc.assert(
      fc.property(letters, text => {
        expect(readNote(asKde(text))).toEqual(whole(text));
      }),
    );
  });
});

test('letters that are not encoded are read as they are', () => {
  expect(readNote('Ёлка =D0=98')).toEqual(whole('Ёлка И'));
});

test('what does not decode is marked', () => {
  for (const value of ['=D0', '=D0=98=D1', 'Р=G0', '=D0=\r\n Р', '\ufffd']) {
    expect([value, readNote(value).isWhole]).toEqual([value, false]);
  }
});
