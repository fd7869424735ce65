import { describe, expect, test } from 'vitest';
import { maskPhone, phoneRemark, phonesIn, showPhone, tidyPhone } from './phone-text.ts';

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
    expect(phoneRemark('8 916 123-45-67 спросить Олю')).toBe('В номере лишнее: спросить Олю');
    expect(phoneRemark('спросить Олю')).toBe('В номере лишнее: спросить Олю');
    expect(phoneRemark('8 916 123-45-67, 8 903 765-43-21')).toBe(
      'Здесь несколько номеров: оставьте один, для остальных добавьте поля',
    );
  });

  test.each(['916 доб. 5', '234-56-78 доб. 123', '234-56-78,102', '234-56-78 (102)', '234-56-78 102'])(
    '«%s» has no number for its extension',
    text => {
      expect(phoneRemark(text)).toBe('Нужен номер из 10 цифр, добавочный пишут после него');
      expect(tidyPhone(text)).toBe(text);
    },
  );

  test.each(['\u202a+372 512 3456', '(+47) 22 33 44 55', 'tel:000-123-4567;phone-context=+39'])(
    '«%s» is a number of another country',
    text => {
      expect(phoneRemark(text)).toBe('Нужен номер, который начинается с +7');
      expect(tidyPhone(text)).toBe(text.replace('\u202a', ''));
    },
  );

  test('an extension behind a whole number is none, and the field that is left shows both', () => {
    expect(phoneRemark('8 (000) 000-00-31;ext=102')).toBeUndefined();
    expect(tidyPhone('8 (000) 000-00-31;ext=102')).toBe('+7 (000) 000-00-31 доб. 102');
    expect(tidyPhone('тел.: 80000000031,')).toBe('+7 (000) 000-00-31');
  });
});

describe('several phones in one pasted text', () => {
  test('are found whatever parts them', () => {
    const shownIn = (text: string) => phonesIn(text).map(showPhone);
    const both = ['+7 (916) 123-45-67', '+7 (903) 765-43-21'];
    expect(shownIn('8 916 123-45-67, +7(903)765-43-21')).toEqual(both);
    expect(shownIn('+79161234567 или +79037654321')).toEqual(both);
    expect(shownIn('8 916 123-45-67\n9037654321; 8 916 123 45 67')).toEqual(both);
    expect(shownIn('8 916 123-45-67,102; 9037654321')).toEqual([`${both[0]} доб. 102`, both[1]]);
  });

  test('are none where words stand beside them', () => {
    expect(phonesIn('дом 12, кв. 4')).toEqual([]);
    expect(phonesIn('Оля 8 916 123-45-67, 9037654321')).toEqual([]);
  });
});
