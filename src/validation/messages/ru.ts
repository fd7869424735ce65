/**
 * The Russian messages, each named after its rule, so that a bundle holds those whose rules it holds. Short and polite:
 * they stand below a field that has its label.
 */

import { continueSentence } from '#kit/continue-sentence.ts';
import { formatDate } from '#kit/date.ts';
import { formatNumber } from '#kit/format-number.ts';
import { plural } from '#kit/plural.ts';
import type { MessageText } from './dictionary.ts';

const FILL_IN = 'Заполните поле';
const NOT_ACCEPTABLE = 'Недопустимое значение';

/** Names the field first: any sentence can follow then, whatever the label's gender. */
export function withLabel(message: string, label: string): string {
  if (label === '') return message;
  if (message === FILL_IN) return `${FILL_IN} «${label}»`;
  return `Поле «${label}»: ${continueSentence(message)}`;
}

export const required: MessageText<'required'> = FILL_IN;
export const required_if: MessageText<'required_if'> = FILL_IN;
export const after: MessageText<'after'> = ([date, inclusion]) =>
  `Нужна дата ${notBefore(inclusion === 'inclusive')} ${day(date)}`;
export const before: MessageText<'before'> = ([date, inclusion]) =>
  `Нужна дата ${notAfter(inclusion === 'inclusive')} ${day(date)}`;
export const date_between: MessageText<'date_between'> = ([min, max, [from, to]]) =>
  `Нужна дата ${notBefore(from === '[')} ${day(min)} и ${notAfter(to === ']')} ${day(max)}`;
export const date_format: MessageText<'date_format'> = ([format]) =>
  `Нужна дата в формате ${inRussian(format)}`;
export const alpha: MessageText<'alpha'> = 'Только буквы';
export const alpha_dash: MessageText<'alpha_dash'> = 'Только буквы, цифры, дефис и подчеркивание';
export const alpha_num: MessageText<'alpha_num'> = 'Только буквы и цифры';
export const alpha_spaces: MessageText<'alpha_spaces'> = 'Только буквы и пробелы';
export const min: MessageText<'min'> = ([length]) => `Не короче ${ofCharacters(length)}`;
export const max: MessageText<'max'> = ([length]) => `Не длиннее ${ofCharacters(length)}`;
export const length: MessageText<'length'> = ([length, max, unit]) => {
  const [least, most] = unit === 'items' ? [length, max] : [characters(length), ofCharacters(max)];
  return length === max ? `Ровно ${least}` : `От ${length} до ${most}`;
};
export const items_min: MessageText<'items_min'> = ([count]) =>
  count === 1 ? 'Нужен хотя бы один' : `Не меньше ${count}`;
export const items_max: MessageText<'items_max'> = ([count]) => `Не больше ${count}`;
export const regex: MessageText<'regex'> = 'Неверный формат';
export const number: MessageText<'number'> = 'Введите число';
export const integer: MessageText<'integer'> = 'Введите целое число';
export const numeric: MessageText<'numeric'> = 'Введите число одними цифрами';
export const digits: MessageText<'digits'> = ([length]) =>
  `Ровно ${length} ${plural(length, 'цифра', 'цифры', 'цифр')}`;
export const decimal: MessageText<'decimal'> = ([decimals, separator]) => {
  if (decimals === '*') return 'Введите число';
  if (decimals === 0) return 'Введите целое число';
  const signs = `${decimals} ${plural(decimals, 'знака', 'знаков', 'знаков')}`;
  return `Введите число, не больше ${signs} после ${separator === ',' ? 'запятой' : 'точки'}`;
};
export const between: MessageText<'between'> = ([min, max]) =>
  `От ${formatAllDecimals(min)} до ${formatAllDecimals(max)}`;
export const min_value: MessageText<'min_value'> = ([min]) => `Не меньше ${formatAllDecimals(min)}`;
export const max_value: MessageText<'max_value'> = ([max]) => `Не больше ${formatAllDecimals(max)}`;
export const confirmed: MessageText<'confirmed'> = ([target]) =>
  target === '' ? 'Значения не совпадают' : `Не совпадает с полем «${target}»`;
export const included: MessageText<'included'> = NOT_ACCEPTABLE;
export const excluded: MessageText<'excluded'> = NOT_ACCEPTABLE;
export const is: MessageText<'is'> = NOT_ACCEPTABLE;
export const is_not: MessageText<'is_not'> = NOT_ACCEPTABLE;
export const invalid: MessageText<'invalid'> = NOT_ACCEPTABLE;
export const email: MessageText<'email'> = ([mode]) =>
  mode === 'multiple' ? 'Введите правильные e-mail через запятую' : 'Введите правильный e-mail';
export const url: MessageText<'url'> = 'Введите правильный URL';
export const ip: MessageText<'ip'> = ([version]) => `Введите правильный IP${version === 6 ? 'v6' : ''}-адрес`;
export const ip_or_fqdn: MessageText<'ip_or_fqdn'> = 'Введите правильный IP-адрес или домен';
export const credit_card: MessageText<'credit_card'> = 'Введите правильный номер карты';
export const image: MessageText<'image'> = 'Выберите изображение';
export const ext: MessageText<'ext'> = extensions => `Выберите файл ${extensions.join(' или ')}`;
export const mimes: MessageText<'mimes'> = 'Выберите файл другого типа';
export const size: MessageText<'size'> = ([kilobytes]) => `Выберите файл не больше ${fileSize(kilobytes)}`;
export const dimensions: MessageText<'dimensions'> = ([width, height]) =>
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
function formatAllDecimals(number: number): string {
  return formatNumber(number, 20);
}

function fileSize(kilobytes: number): string {
  return kilobytes < 1024
    ? `${formatAllDecimals(kilobytes)} КБ`
    : `${formatAllDecimals(Math.round(kilobytes / 102.4) / 10)} МБ`;
}
