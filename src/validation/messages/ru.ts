import { formatDate } from '#kit/date.ts';
import { plural } from '#kit/plural.ts';
import type { Dictionary } from './dictionary.ts';

const FILL_IN = 'Заполните поле';
const NOT_ACCEPTABLE = 'Недопустимое значение';

/** The Russian messages. Short and polite: they stand below a field that has its label. */
export const ru: Dictionary = {
  // The field is named first: any sentence can follow then, whatever the label's gender.
  withLabel(message, label) {
    if (label === '') return message;
    if (message === FILL_IN) return `${FILL_IN} «${label}»`;
    return `Поле «${label}»: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  },
  messages: {
    required: FILL_IN,
    required_if: FILL_IN,
    after: ([date, inclusion]) => `Нужна дата ${notBefore(inclusion === 'inclusive')} ${day(date)}`,
    before: ([date, inclusion]) => `Нужна дата ${notAfter(inclusion === 'inclusive')} ${day(date)}`,
    date_between: ([min, max, [from, to]]) =>
      `Нужна дата ${notBefore(from === '[')} ${day(min)} и ${notAfter(to === ']')} ${day(max)}`,
    date_format: ([format]) => `Нужна дата в формате ${inRussian(format)}`,
    alpha: 'Только буквы',
    alpha_dash: 'Только буквы, цифры, дефис и подчеркивание',
    alpha_num: 'Только буквы и цифры',
    alpha_spaces: 'Только буквы и пробелы',
    min: ([length]) => `Не короче ${ofCharacters(length)}`,
    max: ([length]) => `Не длиннее ${ofCharacters(length)}`,
    length: ([length, max]) =>
      max === undefined
        ? `Ровно ${length} ${plural(length, 'символ', 'символа', 'символов')}`
        : `От ${length} до ${ofCharacters(max)}`,
    items_min: ([count]) => (count === 1 ? 'Нужен хотя бы один' : `Не меньше ${count}`),
    items_max: ([count]) => `Не больше ${count}`,
    items_length: ([length, max]) => (max === undefined ? `Ровно ${length}` : `От ${length} до ${max}`),
    regex: 'Неверный формат',
    number: 'Введите число',
    integer: 'Введите целое число',
    numeric: 'Введите число одними цифрами',
    digits: ([length]) => `Ровно ${length} ${plural(length, 'цифра', 'цифры', 'цифр')}`,
    decimal: ([decimals, separator]) => {
      if (decimals === '*') return 'Введите число';
      if (decimals === 0) return 'Введите целое число';
      const signs = `${decimals} ${plural(decimals, 'знака', 'знаков', 'знаков')}`;
      return `Введите число, не больше ${signs} после ${separator === ',' ? 'запятой' : 'точки'}`;
    },
    between: ([min, max]) => `От ${decimal(min)} до ${decimal(max)}`,
    min_value: ([min]) => `Не меньше ${decimal(min)}`,
    max_value: ([max]) => `Не больше ${decimal(max)}`,
    confirmed: ([target]) => (target === '' ? 'Значения не совпадают' : `Не совпадает с полем «${target}»`),
    included: NOT_ACCEPTABLE,
    excluded: NOT_ACCEPTABLE,
    is: NOT_ACCEPTABLE,
    is_not: NOT_ACCEPTABLE,
    invalid: NOT_ACCEPTABLE,
    email: ([mode]) =>
      mode === 'multiple' ? 'Введите правильные e-mail через запятую' : 'Введите правильный e-mail',
    url: 'Введите правильный URL',
    ip: ([version]) => `Введите правильный IP${version === 6 ? 'v6' : ''}-адрес`,
    ip_or_fqdn: 'Введите правильный IP-адрес или домен',
    credit_card: 'Введите правильный номер карты',
    image: 'Выберите изображение',
    ext: extensions => `Выберите файл ${extensions.join(' или ')}`,
    mimes: 'Выберите файл другого типа',
    size: ([kilobytes]) => `Выберите файл не больше ${fileSize(kilobytes)}`,
    dimensions: ([width, height]) =>
      `Нужно изображение ${width} на ${height} ${plural(height, 'пиксель', 'пикселя', 'пикселей')}`,
  },
};

function notBefore(isIncluded: boolean): string {
  return isIncluded ? 'не раньше' : 'позже';
}

function notAfter(isIncluded: boolean): string {
  return isIncluded ? 'не позже' : 'раньше';
}

/** Genitive, as after «не длиннее», «до»: 21 символа, but 22 символов. */
function ofCharacters(count: number): string {
  return `${count} ${plural(count, 'символа', 'символов', 'символов')}`;
}

function day(date: string): string {
  return formatDate(date, !date.endsWith('00:00:00'));
}

/** Months and minutes are one letter in Russian. */
function inRussian(format: string): string {
  return format.replace(/[ymdhs]/gi, letter => 'гмдчс'['ymdhs'.indexOf(letter.toLowerCase())] ?? letter);
}

/** Made when it is needed, which in most forms is never. */
function decimal(number: number): string {
  return number.toLocaleString('ru', { maximumFractionDigits: 20 });
}

function fileSize(kilobytes: number): string {
  return kilobytes < 1024 ? `${decimal(kilobytes)} КБ` : `${decimal(Math.round(kilobytes / 102.4) / 10)} МБ`;
}
