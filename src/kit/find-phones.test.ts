import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPhones } from './find-phones.ts';
import { formatPhone } from './phone.ts';

const digitsIn = (text: string) => readPhones(text).phones.map(phone => phone.digits);
const withoutBlanks = (text: string) => text.replace(/\s+/g, ' ').trim();

test.each([
  '8 (000) 000-00-31 доб. 102',
  '+7 000 000-00-31, доб.102',
  '8 (000) 000-00-31 (доб. 102)',
  '0000000031 добавочный 102',
  '80000000031 д.102',
  '8-000-000-00-31 вн. 102',
  '8-000-000-00-31 внут. 102',
  '8 (000) 000-00-31 доб. № 102',
  '80000000031 внутр. 102',
  '80000000031 (102)',
  '8 000 000 00 31 / 102',
  '80000000031p102',
  '+70000000031w102',
  '80000000031,102',
  '80000000031,,102#',
  '80000000031;102',
  '80000000031#102',
  '80000000031 x102',
  '80000000031 ext. 102',
  'tel:+7-000-000-00-31;ext=102',
  'tel:000-000-0031;ext=102;phone-context=+7',
  '\u20688 (000) 000\u201100\u201131\u2069 доб. \u2068102\u2069',
])('the extension of «%s» is told from its number', text => {
  const { phones, rest } = readPhones(text);
  expect(phones).toEqual([{ digits: '0000000031', extension: '102' }]);
  expect(rest).toMatch(/^[\s#]*$/);
});

test.each([
  ['a local number and a word', '234-56-78 доб. 123'],
  ['a local number and a pause', '234-56-78,102'],
  ['a local number, a pause as Android writes it', '234-56-78p102'],
  ['a local number and brackets', '234-56-78 (102)'],
  ['a local number and more', '234-56-78 102'],
  ['a local number of six digits', '23-45-67 1024'],
  ['a local number behind a code', '+7 234-56-78 102'],
  ['another country behind an invisible sign', '+372 512 3456'],
  ['another country in brackets', '(+47) 22 33 44 55'],
  ['another country whose number looks like ours', '+62 81234567890'],
  ['another country as it is dialled', '8 10 372 512 3456'],
  ['another country as it is dialled elsewhere', '00 372 512 3456'],
  ['a digit too few', '+7 (900) 123-45-6'],
  ['a digit too few behind 8', '8 (900) 123-45-6'],
  ['a digit too many', '8 000 123-45-678'],
  ['a day and an hour', '2026-11-28 10:30'],
  ['a day and a flat', '12.05.1990 45'],
  ['a house, a flat and a local number', 'Лесная 5-12 1234567'],
  ['a card', '2202 2001 1234 5678'],
  ['a taxpayer', 'ИНН/КПП 7707083893/770701001'],
  ['a person who pays taxes in Moscow', 'ИНН: 770708389312'],
  ['a mailbox', 'oleg.89161234567@mail.example'],
  ['an advertisement', 'https://avito.example/iphone_3456789012'],
  ['a page without its scheme', 'vk.example/id9161234567'],
])('%s is no number of Russia and stays whole', (_what, text) => {
  expect(readPhones(`\u202a${text}\u202c`)).toEqual({ phones: [], rest: text });
});

test('a number without its country is one of the country that stands behind it', () => {
  expect(readPhones('tel:000-123-4567;phone-context=+39').rest).toBe('tel:+39000-123-4567');
});

test.each([
  ['Лесная 5-12 80001234567', 'Лесная 5-12'],
  ['12.05.1990 8 000 123-45-67', '12.05.1990'],
  ['кв 87 0001234567', 'кв 87'],
  ['до 18:00 8 000 123-45-67', 'до 18:00'],
  ['1 500,00 80001234567', '1 500,00'],
  ['2 этаж 8(000)1234567', '2 этаж'],
  ['кв. 7 000 123-45-67', 'кв. 7'],
  ['Лесная 8-10 80001234567', 'Лесная 8-10'],
  ['45\t8 000 123-45-67\t12', '45 12'],
  ['+372 512 3456 8 000 123-45-67', '+372 512 3456'],
  ['80001234567 д.5 кв.12', 'д.5 кв.12'],
  ['8 (000) 123-45-67 (45 лет)', '(45 лет)'],
  ['Оля тел.: 80001234567', 'Оля'],
  ['2 8 00 01 23 45 67', '2'],
  ['Оля 8 0001 23-45-67', 'Оля'],
])('of «%s» the number is found and «%s» is left', (text, rest) => {
  expect(digitsIn(text)).toEqual(['0001234567']);
  expect(withoutBlanks(readPhones(text).rest)).toBe(rest);
});

test.each([',', ', ', '; ', '/', ' / ', '\n', '\t', ' или ', ' '])(
  'numbers are parted by «%s»',
  separator => {
    const text = ['80000000031', '8 (000) 000-00-32', '+7 000 000 00 33'].join(separator);
    expect(digitsIn(text)).toEqual(['0000000031', '0000000032', '0000000033']);
  },
);

test('a number in a link of a messenger is found', () => {
  expect(digitsIn('https://wa.me/70001234567 https://api.whatsapp.com/send?phone=70001234568')).toEqual([
    '0001234567',
    '0001234568',
  ]);
});

test('the code in brackets of a second number is no extension', () => {
  expect(readPhones('8 (000) 123-45-67 (000) 123-45-68').phones).toEqual([
    { digits: '0001234567', extension: '' },
    { digits: '0001234568', extension: '' },
  ]);
});

test('an extension belongs to the number before it', () => {
  expect(readPhones('80000000031,102, 80000000032 доб. 5').phones).toEqual([
    { digits: '0000000031', extension: '102' },
    { digits: '0000000032', extension: '5' },
  ]);
});

/** The letters and digits of the first text that the second does not have. */
function missingIn(given: string, out: string): string[] {
  const left = [...out];
  return [...given.replace(/[^\p{L}\p{N}]/gu, '')].filter(sign => {
    const at = left.indexOf(sign);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test('every letter and digit comes out in a number, an extension or the rest', () => {
  const forms: ((ten: string) => string)[] = [
    formatPhone,
    ten => `8${ten}`,
    ten => ten,
    ten => `тел. ${ten}`,
  ];
  const part = fc.record({
    number: fc.stringMatching(/^[0-9]{8}$/),
    form: fc.constantFrom(...forms),
    beside: fc.oneof(
      fc.constantFrom(
        '',
        'кв 12',
        'Лесная 5-12',
        '12.05.1990',
        '+372 512 3456',
        '234-56-78',
        'доб. 7',
        '(102)',
      ),
      fc.stringMatching(/^[а-я0-9]{1,6}$/),
    ),
    between: fc.constantFrom(' ', ', ', ',', ';', '\t', '\n', '/', '-'),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), parts => {
      const written = parts
        .map(({ number, form, beside, between }, at) => [form(`0${at}${number}`), beside, ''].join(between))
        .join('');
      const { phones, rest } = readPhones(written);
      const shown = phones.map(({ digits, extension }) => `${digits}${extension}`).join('');
      // The code of the country, «доб», «вн» and «тел» are said by how both are shown.
      expect(missingIn(written, rest + shown + phones.map(() => '78добвнтел').join(''))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
