import { describe, expect, it } from 'vitest';
import type { Dictionary, MessageParams, MessageText, MessageName as Name } from './dictionary.ts';
import * as en from './en.ts';
import * as ru from './ru.ts';

/** Every message: what it is filled with, how it reads in Russian alone, and in English after «The name …». */
const EXPECTED: { [N in Name]: [params: MessageParams[N], russian: string, english: string] } = {
  required: [['take_false'], 'Заполните поле', 'field is required'],
  required_if: [['kind', 'home'], 'Заполните поле', 'field is required when the kind field has this value'],
  after: [
    ['2026-11-20 00:00:00', 'exclusive'],
    'Нужна дата позже 20 ноября 2026',
    'must be after 2026-11-20',
  ],
  before: [
    ['2026-05-01', 'inclusive'],
    'Нужна дата не позже 1 мая 2026',
    'must be before or equal to 2026-05-01',
  ],
  date_between: [
    ['2026-01-01 00:00:00', '2026-02-01 10:30:00', '[)'],
    'Нужна дата не раньше 1 января 2026 и раньше 1 февраля 2026, 10:30',
    'must be between 2026-01-01 and 2026-02-01 10:30:00',
  ],
  date_format: [
    ['dd.MM.yyyy HH:mm'],
    'Нужна дата в формате дд.мм.гггг чч:мм',
    'must be in the format dd.MM.yyyy HH:mm',
  ],
  alpha: [[], 'Только буквы', 'field may only contain alphabetic characters'],
  alpha_dash: [
    [],
    'Только буквы, цифры, дефис и подчеркивание',
    'field may contain alpha-numeric characters as well as dashes and underscores',
  ],
  alpha_num: [[], 'Только буквы и цифры', 'field may only contain alpha-numeric characters'],
  alpha_spaces: [
    [],
    'Только буквы и пробелы',
    'field may only contain alphabetic characters as well as spaces',
  ],
  min: [[3], 'Не короче 3 символов', 'field must be at least 3 characters'],
  max: [[255], 'Не длиннее 255 символов', 'field may not be greater than 255 characters'],
  length: [[2, 5, 'characters'], 'От 2 до 5 символов', 'length must be between 2 and 5'],
  items_min: [[1], 'Нужен хотя бы один', 'field must have at least 1 item'],
  items_max: [[5], 'Не больше 5', 'field may not have more than 5 items'],
  regex: [[/x/], 'Неверный формат', 'field format is invalid'],
  number: [[], 'Введите число', 'field must be a number'],
  integer: [[], 'Введите целое число', 'field must be an integer'],
  numeric: [[], 'Введите число одними цифрами', 'field may only contain numeric characters'],
  digits: [[4], 'Ровно 4 цифры', 'field must be numeric and contains exactly 4 digits'],
  decimal: [
    [2, ','],
    'Введите число, не больше 2 знаков после запятой',
    'field must be numeric and may contain 2 decimal points',
  ],
  between: [[1, 11], 'От 1 до 11', 'field must be between 1 and 11'],
  min_value: [[0.5], 'Не меньше 0,5', 'field must be 0.5 or more'],
  max_value: [[10], 'Не больше 10', 'field must be 10 or less'],
  confirmed: [['Пароль'], 'Не совпадает с полем «Пароль»', 'confirmation does not match'],
  included: [['a'], 'Недопустимое значение', 'field must be a valid value'],
  excluded: [['a'], 'Недопустимое значение', 'field must be a valid value'],
  is: [['a'], 'Недопустимое значение', 'field must be a valid value'],
  is_not: [['a'], 'Недопустимое значение', 'field must be a valid value'],
  invalid: [[], 'Недопустимое значение', 'value is not valid'],
  email: [['single'], 'Введите правильный e-mail', 'field must be a valid email'],
  url: [['any_protocol'], 'Введите правильный URL', 'field is not a valid URL'],
  ip: [[4], 'Введите правильный IP-адрес', 'field must be a valid ip address'],
  ip_or_fqdn: [[], 'Введите правильный IP-адрес или домен', 'field must be a valid ip address or FQDN'],
  credit_card: [[], 'Введите правильный номер карты', 'field is invalid'],
  image: [[], 'Выберите изображение', 'field must be an image'],
  ext: [['jpg', 'png'], 'Выберите файл jpg или png', 'field must be a valid file'],
  mimes: [['image/*'], 'Выберите файл другого типа', 'field must have a valid file type'],
  size: [[100], 'Выберите файл не больше 100 КБ', 'size must be less than 100 KB'],
  dimensions: [[640, 480], 'Нужно изображение 640 на 480 пикселей', 'field must be 640 pixels by 480 pixels'],
};

const NAMES = Object.keys(EXPECTED) as Name[]; // the table has every name as its key, and no others

function messageOf(dictionary: Dictionary, name: Name, label = ''): string {
  return fill(dictionary, name, EXPECTED[name][0], label);
}

function fill<N extends Name>(dictionary: Dictionary, name: N, params: MessageParams[N], label = ''): string {
  // The pair is consistent by the signature, which a message picked by its name does not know.
  const text = dictionary[name] as MessageText<N>;
  return dictionary.withLabel(typeof text === 'string' ? text : text(params), label);
}

describe('the dictionaries', () => {
  it('have the same messages, each of them in the table of these tests', () => {
    expect(Object.keys(ru).sort()).toEqual([...NAMES, 'withLabel'].sort());
    expect(Object.keys(en).sort()).toEqual([...NAMES, 'withLabel'].sort());
  });

  it.each(NAMES)('say in Russian and English that %s is not met, with and without a label', name => {
    const [, russian, english] = EXPECTED[name];
    expect(messageOf(ru, name)).toBe(russian);
    expect(messageOf(en, name, 'name')).toBe(`The name ${english}`);
    const labelled = `Поле «Имя»: ${russian.charAt(0).toLowerCase()}${russian.slice(1)}`;
    expect([labelled, 'Заполните поле «Имя»']).toContain(messageOf(ru, name, 'Имя'));
    expect(messageOf(en, name)).toMatch(/^(This field|The (value|length|size|confirmation)) /);
    for (const said of [russian, messageOf(ru, name, 'Имя'), messageOf(en, name)])
      expect(said).not.toMatch(/ё|undefined|NaN|\{|\[object| {2}|\.$/i);
  });
});

describe('the plural of characters', () => {
  it.each([
    [1, '1 символа'],
    [2, '2 символов'],
    [5, '5 символов'],
  ])('after a comparison with %i is genitive', (count, text) => {
    expect(fill(ru, 'max', [count])).toBe(`Не длиннее ${text}`);
    expect(fill(ru, 'min', [count])).toBe(`Не короче ${text}`);
    expect(fill(ru, 'length', [0, count, 'characters'])).toBe(`От 0 до ${text}`);
  });

  it.each([
    [1, '1 символ', '1 цифра', '1 пиксель'],
    [2, '2 символа', '2 цифры', '2 пикселя'],
    [5, '5 символов', '5 цифр', '5 пикселей'],
  ])('after exactly %i follows the count', (count, characters, digits, pixels) => {
    expect(fill(ru, 'length', [count, count, 'characters'])).toBe(`Ровно ${characters}`);
    expect(fill(ru, 'digits', [count])).toBe(`Ровно ${digits}`);
    expect(fill(ru, 'dimensions', [9, count])).toBe(`Нужно изображение 9 на ${pixels}`);
  });

  it.each([
    [1, '1 знака'],
    [2, '2 знаков'],
  ])('and so does that of %i decimals', (count, text) => {
    expect(fill(ru, 'decimal', [count, '.'])).toBe(`Введите число, не больше ${text} после точки`);
  });

  it('in English knows one and many', () => {
    expect(fill(en, 'max', [1])).toBe('This field may not be greater than 1 character');
    expect(fill(en, 'digits', [1])).toBe('This field must be numeric and contains exactly 1 digit');
    expect(fill(en, 'min', [21])).toBe('This field must be at least 21 characters');
  });
});

describe('what a message is filled with', () => {
  it('is a size that people read', () => {
    expect(fill(ru, 'size', [1023])).toMatch(/^Выберите файл не больше 1\s023 КБ$/);
    expect(fill(ru, 'size', [1536])).toBe('Выберите файл не больше 1,5 МБ');
    expect(fill(en, 'size', [5120])).toBe('The size must be less than 5 MB');
  });

  it('is a number as it is written in Russian', () => {
    expect(fill(ru, 'max_value', [10000.5])).toMatch(/^Не больше 10\s000,5$/);
    expect(fill(ru, 'between', [-1, 1])).toBe('От -1 до 1');
  });

  it('are the ends of a range as its brackets have them', () => {
    const range = (inclusivity: MessageParams['date_between'][2]) =>
      fill(ru, 'date_between', ['2026-01-01', '2026-01-02', inclusivity]).replace(/ января 2026/g, '');
    expect([range('()'), range('[]'), range('(]')]).toEqual([
      'Нужна дата позже 1 и раньше 2',
      'Нужна дата не раньше 1 и не позже 2',
      'Нужна дата позже 1 и не позже 2',
    ]);
  });

  it.each([
    [fill(ru, 'confirmed', ['']), 'Значения не совпадают'],
    [fill(en, 'required_if', ['', 'x']), 'This field is required when the other field has this value'],
    [fill(ru, 'decimal', ['*', '.']), 'Введите число'],
    [fill(ru, 'decimal', [0, '.']), 'Введите целое число'],
    [fill(ru, 'length', [5, 5, 'characters']), 'Ровно 5 символов'],
    [fill(ru, 'ip', [6]), 'Введите правильный IPv6-адрес'],
    [fill(ru, 'email', ['multiple']), 'Введите правильные e-mail через запятую'],
    [fill(ru, 'ext', ['pdf']), 'Выберите файл pdf'],
    [fill(ru, 'items_min', [2]), 'Не меньше 2'],
    [fill(ru, 'length', [2, 3, 'items']), 'От 2 до 3'],
    [fill(en, 'length', [2, 2, 'items']), 'The length must be 2'],
    [fill(en, 'required', ['take_false'], '$&'), 'The $& field is required'],
  ])('may be left out or be another, and the sentence holds: «%s»', (said, expected) => {
    expect(said).toBe(expected);
  });
});
