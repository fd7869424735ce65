import { describe, expect, it } from 'vitest';
import { compileMask, countMissing, isMaskFilled, type Mask, MISSING, showMasked } from './mask.ts';
import { editMasked, findEdit, fitToMask } from './mask-edit.ts';

function compiled(pattern: string, placeholder?: string): Mask {
  const mask = compileMask(pattern, placeholder);
  if (!mask) throw new Error(`The pattern ${pattern} is refused`);
  return mask;
}

/** What is shown in the mask after a text came into an empty one. */
function typed(pattern: string, text: string, placeholder?: string): string {
  const mask = compiled(pattern, placeholder);
  return showMasked(mask, fitToMask(mask, text));
}

const shownEmpty = (pattern: string, placeholder?: string) => {
  const mask = compiled(pattern, placeholder);
  return showMasked(mask, mask.empty);
};

describe('a symbol of a mask', () => {
  it.each([
    ['a', 'qQжёЁéі1- 漢', 'qQжёЁéі'],
    ['A', 'qяёЁß7', 'QЯЁЁß'],
    ['*', 'qё0+', 'qё0'],
    ['#', 'qёщ9.', 'QЁЩ9'],
    ['+', 'qё5+ №😀', 'qё5+ №'],
    ['1', '09٣qб', '09'],
  ])('%s given one of «%s» holds «%s»', (symbol, given, held) => {
    expect([...given].map(character => typed(symbol, character)).join('')).toBe(held);
  });

  it('reads a letter that came in two parts as one', () => {
    expect(typed('aa', 'и\u0306е\u0308')).toBe('йё');
  });

  it('escaped stands for itself', () => {
    expect(shownEmpty('\\a\\A\\*\\#\\+\\1\\\\1')).toBe('aA*#+1\\_');
    expect(typed('\\+7 111', '916')).toBe('+7 916');
  });

  it('is Latin: the Cyrillic а and А stand for themselves', () => {
    expect(shownEmpty('аА-1')).toBe('аА-_');
  });

  it('keeps every other character in its place', () => {
    expect(shownEmpty('(aa) 11/№')).toBe('(__) __/№');
  });
});

describe('a pattern that cannot work', () => {
  it.each(['', '---', '\\1\\a', '11\\', '\\'])('is refused: «%s»', pattern => {
    expect(compileMask(pattern)).toBeNull();
  });

  it.each([
    ['11', ''],
    ['11', '__'],
  ])('is refused: %s with the placeholder «%s»', (pattern, placeholder) => {
    expect(compileMask(pattern, placeholder)).toBeNull();
  });

  it.each([
    ['11-11', 'x', '12', '12-xx'],
    ['++', '.', 'ж', 'ж.'],
  ])('is not one whose placeholder is a character: %s with «%s»', (pattern, placeholder, text, held) => {
    expect(typed(pattern, text, placeholder)).toBe(held);
  });
});

it.each([
  ['11-11', '1234', '12-34'],
  ['11-11', '12-34', '12-34'],
  ['11-11', '12 34', '12-34'],
  ['11-11', '12-3456', '12-34'],
  ['11-11', '12', '12-__'],
  ['11-11', '1_-34', '1_-34'],
  ['11-11', 'а', ''],
  ['11-11', '', ''],
  ['(111) 1', '(1234', '(123) 4'],
  ['\\+7 111', '+7 916', '+7 916'],
  ['\\+7 111', '7916', '+7 916'],
  ['\\+7 111', '712', '+7 712'],
  ['11-+', '12-x', '12-x'],
  ['11-+', '12x', '12-x'],
  ['AA-111', 'ёж-12', 'ЁЖ-12_'],
  ['AA 1111', 'ab1234', 'AB 1234'],
])('a text that comes whole: %s from «%s» is «%s»', (pattern, text, held) => {
  expect(typed(pattern, text)).toBe(held);
});

/** `|` is the caret, `[…]` what is selected. */
function edited(pattern: string, before: string, text: string): string | null {
  const from = before.search(/[[|]/);
  const to = before.includes(']') ? before.indexOf(']') - 1 : from;
  const mask = compiled(pattern);
  const value = before.replace(/[[\]|]/g, '').replaceAll('_', MISSING);
  const result = editMasked(mask, value, { from, to, text });
  const shown = showMasked(mask, result?.value ?? '');
  return result && `${shown.slice(0, result.caret)}|${shown.slice(result.caret)}`;
}

describe('an edit', () => {
  it.each([
    ['fills the next slot', '11-11', '1|_-__', '2', '12|-__'],
    ['passes what stands for itself', '11-11', '12|-__', '3', '12-3|_'],
    ['takes the own character of the mask when it is typed', '11-11', '12|-__', '-', '12-|__'],
    ['goes on where typing ended', '11-11', '1_-__|', '2', '12|-__'],
    ['leaves a gap where something is deleted', '11-11', '1[2]-34', '', '1|_-34'],
    ['leaves a gap between letters and digits', 'aa-11', 'а[б]-34', '', 'а|_-34'],
    ['fills the gap', '11-11', '1|_-34', '9', '19|-34'],
    ['moves the rest into the gap', '11-11', '|1_-34', '9', '9|1-34'],
    ['moves the rest as far as there is room', '11-11', '|12-3_', '9', '9|1-23'],
    ['takes the place where there is no room', '11-11', '|12-34', '9', '9|2-34'],
    ['takes the place where the rest may not move', 'a1a1', '|б2_4', 'в', 'в|2_4'],
    ['replaces a selection and keeps the rest', '11-11', '[12]-34', '9', '9|_-34'],
    ['replaces everything', '11-11', '[12-34]', '5', '5|_-__'],
    ['pastes with the own characters', '11-11', '|__-__', '12-34', '12-34|'],
    ['pastes in the middle', '11-11', '1|_-__', '23', '12-3|_'],
    ['pastes what is longer', '11-11', '|__-__', '12-34-56', '12-34|'],
    ['pastes over a selection in the middle', '11-11', '1[2-3]4', '56', '15-6|4'],
    ['reads the beginning although the caret stands behind it', '\\+7 111', '+7 |___', '+7 916', '+7 916|'],
    ['goes back to the beginning that is typed once more', '\\+7 111', '+7 |___', '+', '+|7 ___'],
    ['passes by what is pasted as missing', '11-11', '12-|34', '_5', '12-35|'],
  ])('%s', (_what, pattern, before, text, after) => {
    expect(edited(pattern, before, text)).toBe(after);
  });

  it('with nothing that fits changes nothing, a selection stays too', () => {
    expect(edited('11-11', '1|_-__', 'ж')).toBeNull();
    expect(edited('11-11', '[12]-34', 'ж')).toBeNull();
    expect(edited('11-11', '12-34|', '5')).toBeNull();
  });

  it('never loses a character behind the caret, whatever is deleted', () => {
    const mask = compiled('aa-11-##');
    const value = 'эю-12-Я9';
    for (let from = 0; from < value.length; from += 1) {
      for (let to = from + 1; to <= value.length; to += 1) {
        const left = editMasked(mask, value, { from, to, text: '' })?.value ?? '';
        expect(left.slice(to)).toBe(value.slice(to));
        expect(left.slice(0, from)).toBe(value.slice(0, from));
      }
    }
  });
});

it.each([
  ['12-__', 3, '123-__', { from: 2, to: 2, text: '3' }],
  ['11__', 2, '111__', { from: 1, to: 1, text: '1' }],
  ['иван', 3, 'ива', { from: 3, to: 4, text: '' }],
  ['12-34', 1, '92-34', { from: 0, to: 1, text: '9' }],
  ['12-34', 2, '56', { from: 0, to: 5, text: '56' }],
  ['12-34', 0, '56-34', { from: 0, to: 5, text: '56-34' }],
])('what was done to a text from %s, with the caret at %d of %s', (before, caret, after, edit) => {
  expect(findEdit(before, after, caret)).toEqual(edit);
});

it('counts what is missing', () => {
  expect(countMissing(compiled('AA-111'), `АБ-1${MISSING}${MISSING}`)).toBe(2);
  expect(countMissing(compiled('AA-111'), '')).toBe(5);
});

it.each([
  ['11-11', '', true],
  ['11-11', '12-34', true],
  ['11-11', `12-3${MISSING}`, false],
  ['++', `1${MISSING}`, false],
  ['++', '1_', true],
  ['11-11', '1234', false],
  ['AA', 'ёж', false],
  ['AA', 'ЁЖ', true],
  ['', '12', false],
])('for a schema %s with «%s» is filled: %s', (pattern, text, isFilled) => {
  expect(isMaskFilled(pattern, text)).toBe(isFilled);
});
