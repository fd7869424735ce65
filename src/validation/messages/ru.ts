/**
 * The Russian messages, each named after its rule, so that a bundle holds those whose rules it holds. Short and polite:
 * they stand below a field that has its label.
 */
import { formatDate } from '#kit/date.ts';
import { formatNumber } from '#kit/number.ts';
import { plural } from '#kit/plural.ts';
import { continued } from '#kit/sentence.ts';
import type { Says } from './dictionary.ts';

const FILL_IN = 'Заполните поле';
const NOT_ACCEPTABLE = 'Недопустимое значение';

/** Names the field first: any sentence can follow then, whatever the label's gender. */
export function withLabel(message: string, label: string): string {
  if (label === '') return message;
  if (message === FILL_IN) return `${FILL_IN} «${label}»`;
  return `Поле «${label}»: ${continued(message)}`;
}

export const required: Says<'required'> = FILL_IN;
export const required_if: Says<'required_if'> = FILL_IN;
export const after: Says<'after'> = ([date, inclusion]) =>
  `Нужна дата ${notBefore(inclusion === 'inclusive')} ${day(date)}`;
export const before: Says<'before'> = ([date, inclusion]) =>
  `Нужна дата ${notAfter(inclusion === 'inclusive')} ${day(date)}`;
export const date_between: Says<'date_between'> = ([min, max, [from, to]]) =>
  `Нужна дата ${notBefore(from === '[')} ${day(min)} и ${notAfter(to === ']')} ${day(max)}`;
export const date_format: Says<'date_format'> = ([format]) => `Нужна дата в формате ${inRussian(format)}`;
export const alpha: Says<'alpha'> = 'Только буквы';
export const alpha_dash: Says<'alpha_dash'> = 'Только буквы, цифры, дефис и подчеркивание';
export const alpha_num: Says<'alpha_num'> = 'Только буквы и цифры';
export const alpha_spaces: Says<'alpha_spaces'> = 'Только буквы и пробелы';
export const min: Says<'min'> = ([length]) => `Не короче ${ofCharacters(length)}`;
export const max: Says<'max'> = ([length]) => `Не длиннее ${ofCharacters(length)}`;
export const length: Says<'length'> = ([length, max, unit]) => {
  const [least, most] = unit === 'items' ? [length, max] : [characters(length), ofCharacters(max)];
  return length === max ? `Ровно ${least}` : `От ${length} до ${most}`;
};
export const items_min: Says<'items_min'> = ([count]) =>
  count === 1 ? 'Нужен хотя бы один' : `Не меньше ${count}`;
export const items_max: Says<'items_max'> = ([count]) => `Не больше ${count}`;
export const regex: Says<'regex'> = 'Неверный формат';
export const number: Says<'number'> = 'Введите число';
export const integer: Says<'integer'> = 'Введите целое число';
export const numeric: Says<'numeric'> = 'Введите число одними цифрами';
export const digits: Says<'digits'> = ([length]) =>
  `Ровно ${length} ${plural(length, 'цифра', 'цифры', 'цифр')}`;
export const decimal: Says<'decimal'> = ([decimals, separator]) => {
  if (decimals === '*') return 'Введите число';
  if (decimals === 0) return 'Введите целое число';
  const signs = `${decimals} ${plural(decimals, 'знака', 'знаков', 'знаков')}`;
  return `Введите число, не больше ${signs} после ${separator === ',' ? 'запятой' : 'точки'}`;
};
export const between: Says<'between'> = ([min, max]) => `От ${written(min)} до ${written(max)}`;
export const min_value: Says<'min_value'> = ([min]) => `Не меньше ${written(min)}`;
export const max_value: Says<'max_value'> = ([max]) => `Не больше ${written(max)}`;
export const confirmed: Says<'confirmed'> = ([target]) =>
  target === '' ? 'Значения не совпадают' : `Не совпадает с полем «${target}»`;
export const included: Says<'included'> = NOT_ACCEPTABLE;
export const excluded: Says<'excluded'> = NOT_ACCEPTABLE;
export const is: Says<'is'> = NOT_ACCEPTABLE;
export const is_not: Says<'is_not'> = NOT_ACCEPTABLE;
export const invalid: Says<'invalid'> = NOT_ACCEPTABLE;
export const email: Says<'email'> = ([mode]) =>
  mode === 'multiple' ? 'Введите правильные e-mail через запятую' : 'Введите правильный e-mail';
export const url: Says<'url'> = 'Введите правильный URL';
export const ip: Says<'ip'> = ([version]) => `Введите правильный IP${version === 6 ? 'v6' : ''}-адрес`;
export const ip_or_fqdn: Says<'ip_or_fqdn'> = 'Введите правильный IP-адрес или домен';
export const credit_card: Says<'credit_card'> = 'Введите правильный номер карты';
export const image: Says<'image'> = 'Выберите изображение';
export const ext: Says<'ext'> = extensions => `Выберите файл ${extensions.join(' или ')}`;
export const mimes: Says<'mimes'> = 'Выберите файл другого типа';
export const size: Says<'size'> = ([kilobytes]) => `Выберите файл не больше ${fileSize(kilobytes)}`;
export const dimensions: Says<'dimensions'> = ([width, height]) =>
  `Нужно изображение ${width} на ${height} ${plural(height, 'пиксель', 'пикселя', 'пикселей')}`;

function notBefore(isIncluded: boolean): string {
  return isIncluded ? 'не раньше' : 'позже';
}

function notAfter(isIncluded: boolean): string {
  return isIncluded ? 'не позже' : 'раньше';
}

function characters(count: number): string {
  return `${count} ${plural(count, 'символ', 'символа', 'символов')}`;
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

/** Whatever the rule names, with all its decimals. */
function written(number: number): string {
  return formatNumber(number, 20);
}

function fileSize(kilobytes: number): string {
  return kilobytes < 1024 ? `${written(kilobytes)} КБ` : `${written(Math.round(kilobytes / 102.4) / 10)} МБ`;
}
