import { formatDate } from '#kit/date.ts';
import { plural } from '#kit/plural.ts';
import type { Dictionary, Message } from './dictionary.ts';

const NUMBER = new Intl.NumberFormat('ru', { maximumFractionDigits: 20 });

/** The Russian messages. Short and polite: they stand below a field that has its label. */
export const ru: Dictionary = {
  required: fillIn,
  required_if: fillIn,
  after: say(
    ([date, inclusion]) => `Нужна дата ${inclusion === 'inclusive' ? 'не раньше' : 'позже'} ${day(date)}`,
  ),
  before: say(
    ([date, inclusion]) => `Нужна дата ${inclusion === 'inclusive' ? 'не позже' : 'раньше'} ${day(date)}`,
  ),
  date_between: say(([min, max, [from, to]]) => {
    const ends = [from === '[' ? 'не раньше' : 'позже', to === ']' ? 'не позже' : 'раньше'];
    return `Нужна дата ${ends[0]} ${day(min)} и ${ends[1]} ${day(max)}`;
  }),
  date_format: say(([format]) => `Нужна дата в формате ${inRussian(format)}`),
  alpha: say(() => 'Только буквы'),
  alpha_dash: say(() => 'Только буквы, цифры, дефис и подчеркивание'),
  alpha_num: say(() => 'Только буквы и цифры'),
  alpha_spaces: say(() => 'Только буквы и пробелы'),
  min: say(([length]) => `Не короче ${ofCharacters(length)}`),
  max: say(([length]) => `Не длиннее ${ofCharacters(length)}`),
  length: say(([length, max]) =>
    max === undefined
      ? `Ровно ${length} ${plural(length, 'символ', 'символа', 'символов')}`
      : `От ${length} до ${ofCharacters(max)}`,
  ),
  items_min: say(([count]) => (count === 1 ? 'Нужен хотя бы один' : `Не меньше ${count}`)),
  items_max: say(([count]) => `Не больше ${count}`),
  items_length: say(([length, max]) => (max === undefined ? `Ровно ${length}` : `От ${length} до ${max}`)),
  regex: say(() => 'Неверный формат'),
  number: say(() => 'Введите число'),
  integer: say(() => 'Введите целое число'),
  numeric: say(() => 'Введите число одними цифрами'),
  digits: say(([length]) => `Ровно ${length} ${plural(length, 'цифра', 'цифры', 'цифр')}`),
  decimal: say(([decimals, separator]) => {
    if (decimals === '*') return 'Введите число';
    if (decimals === 0) return 'Введите целое число';
    const signs = `${decimals} ${afterComparison(decimals, 'знака', 'знаков')}`;
    return `Введите число, не больше ${signs} после ${separator === ',' ? 'запятой' : 'точки'}`;
  }),
  between: say(([min, max]) => `От ${NUMBER.format(min)} до ${NUMBER.format(max)}`),
  min_value: say(([min]) => `Не меньше ${NUMBER.format(min)}`),
  max_value: say(([max]) => `Не больше ${NUMBER.format(max)}`),
  confirmed: say(([target]) =>
    target === '' ? 'Значения не совпадают' : `Не совпадает с полем «${target}»`,
  ),
  included: notAcceptable(),
  excluded: notAcceptable(),
  is: notAcceptable(),
  is_not: notAcceptable(),
  invalid: notAcceptable(),
  email: say(([mode]) =>
    mode === 'multiple' ? 'Введите правильные e-mail через запятую' : 'Введите правильный e-mail',
  ),
  url: say(() => 'Введите правильный URL'),
  ip: say(([version]) => (version === 6 ? 'Введите правильный адрес IPv6' : 'Введите правильный IP-адрес')),
  ip_or_fqdn: say(() => 'Введите правильный IP-адрес или домен'),
  credit_card: say(() => 'Введите правильный номер карты'),
  image: say(() => 'Выберите изображение'),
  ext: say(extensions => `Выберите файл ${extensions.join(' или ')}`),
  mimes: say(() => 'Выберите файл другого типа'),
  size: say(([kilobytes]) => `Выберите файл не больше ${fileSize(kilobytes)}`),
  dimensions: say(
    ([width, height]) =>
      `Нужно изображение ${width} на ${height} ${plural(height, 'пиксель', 'пикселя', 'пикселей')}`,
  ),
};

function fillIn(label: string): string {
  return label === '' ? 'Заполните поле' : `Заполните поле «${label}»`;
}

/** With a label the field is named first; any sentence can follow then, whatever the label's gender. */
function say<Params extends readonly unknown[]>(text: (params: Params) => string): Message<Params> {
  return (label, params) => {
    const told = text(params);
    return label === '' ? told : `Поле «${label}»: ${told.charAt(0).toLowerCase()}${told.slice(1)}`;
  };
}

function notAcceptable() {
  return say(() => 'Недопустимое значение');
}

function ofCharacters(count: number): string {
  return `${count} ${afterComparison(count, 'символа', 'символов')}`;
}

/** Genitive, as after «не длиннее», «не больше», «до»: 21 символа, but 22 символов. */
function afterComparison(count: number, one: string, others: string): string {
  return plural(count, one, others, others);
}

function day(date: string): string {
  return formatDate(date, !date.endsWith('00:00:00'));
}

const LETTERS: Readonly<Record<string, string>> = { y: 'г', m: 'м', d: 'д', h: 'ч', s: 'с' };

function inRussian(format: string): string {
  return format.replace(/[ymdhs]/gi, letter => LETTERS[letter.toLowerCase()] ?? letter);
}

function fileSize(kilobytes: number): string {
  const megabytes = kilobytes / 1024;
  return megabytes < 1
    ? `${NUMBER.format(kilobytes)} КБ`
    : `${NUMBER.format(Math.round(megabytes * 10) / 10)} МБ`;
}
