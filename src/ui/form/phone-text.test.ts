import { describe, expect, test } from 'vitest';
import { maskPhone, phoneRemark, phonesIn } from './phone-text.ts';

/** Types one character after the other, as a person does at the end of the field. */
function type(text: string): string {
  return [...text].reduce((field, character) => maskPhone(field + character), '');
}

describe('the phone mask', () => {
  test.each([
    ['9161234567', '+7 (916) 123-45-67'],
    ['89161234567', '+7 (916) 123-45-67'],
    ['79161234567', '+7 (916) 123-45-67'],
    ['+79161234567', '+7 (916) 123-45-67'],
    ['+7 (916) 123-45-67', '+7 (916) 123-45-67'],
    ['8 000 123 45 67', '+7 (000) 123-45-67'],
  ])('typing %s shows %s', (typed, shown) => {
    expect(type(typed)).toBe(shown);
  });

  test('grows with every digit', () => {
    expect(type('9')).toBe('+7 (9');
    expect(type('916')).toBe('+7 (916');
    expect(type('9161')).toBe('+7 (916) 1');
    expect(type('91612345')).toBe('+7 (916) 123-45');
  });

  test('can be emptied with backspace from any length', () => {
    let field = type('9161234567');
    for (let presses = 0; presses < 30 && field !== ''; presses++) field = maskPhone(field.slice(0, -1));
    expect(field).toBe('');
  });

  test('keeps digits beyond the tenth in sight', () => {
    expect(type('916123456789')).toBe('+7 (916) 123-45-67 89');
  });

  test('leaves letters and other countries as they were typed', () => {
    expect(maskPhone('спросить Олю')).toBe('спросить Олю');
    expect(maskPhone('+380 44 123')).toBe('+380 44 123');
  });

  test.each(['8 (916) 123-45-67', '+7 916 123 45 67', '9161234567', '7 916 123-45-67', '+7 8 916 123 45 67'])(
    'reads %s pasted at once',
    pasted => {
      expect(maskPhone(pasted)).toBe('+7 (916) 123-45-67');
    },
  );
});

describe('the remark about a phone', () => {
  test('an empty or complete phone has none', () => {
    expect(phoneRemark('')).toBeUndefined();
    expect(phoneRemark('+7 (916) 123-45-67')).toBeUndefined();
  });

  test('says what is missing, extra, foreign or no digit', () => {
    expect(phoneRemark('+7 (916) 123-45')).toBe('Не хватает 2 цифр: нужно 10 после +7');
    expect(phoneRemark('+7 (916) 123-45-67 89')).toBe('Лишние цифры: 89');
    expect(phoneRemark('+380 44 123 45 67')).toBe('Нужен номер, который начинается с +7');
    expect(phoneRemark('916 доб. 5')).toBe('В номере лишнее: доб');
  });
});

describe('several phones in one pasted text', () => {
  test('are found whatever parts them', () => {
    expect(phonesIn('8 916 123-45-67, +7(903)765-43-21')).toEqual(['9161234567', '9037654321']);
    expect(phonesIn('+79161234567 +79037654321')).toEqual(['9161234567', '9037654321']);
    expect(phonesIn('8 916 123-45-67\n9037654321; 8 916 123 45 67')).toEqual(['9161234567', '9037654321']);
  });

  test('one phone is one, and words are none', () => {
    expect(phonesIn('+7 (916) 123-45-67')).toEqual(['9161234567']);
    expect(phonesIn('дом 12, кв. 4')).toEqual([]);
  });
});
