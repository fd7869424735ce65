import { withoutInvisible } from './invisible.ts';
import { phoneDigits } from './phone.ts';

/** `extension`: what is dialled behind the number, '' for nothing. */
export type FoundPhone = { digits: string; extension: string };

/** What a text says: its phones, each once, and `rest`: all that stands beside them, a tab in the
 * place of each. Numbers of other countries are in the rest. */
export type PhonesRead = { phones: FoundPhone[]; rest: string };

/** Reads every complete number of a text, wherever it stands. What is not ten digits of Russia stays in the rest. */
export function readPhones(text: string): PhonesRead {
  const seen = putContextBefore(withoutInvisible(text));
  const whole = phoneDigits(seen);
  if (whole !== null) return { phones: [{ digits: whole, extension: '' }], rest: '' };
  const found: FoundPhone[] = [];
  const rest = seen.replace(PHONES, (part, number?: string, extension = '') => {
    if (number === undefined) return part;
    const digits = number.replace(/\D/g, '').slice(-10);
    found.push({ digits, extension });
    return '\t';
  });
  return { phones: found.length > 1 ? withoutRepeats(found) : found, rest };
}

function withoutRepeats(phones: readonly FoundPhone[]): FoundPhone[] {
  return [...new Map(phones.map(phone => [`${phone.digits} ${phone.extension}`, phone])).values()];
}

/** RFC 3966: tel:123-4567;phone-context=+39 is a number of that country. */
function putContextBefore(text: string): string {
  return text.replace(
    /(?<![+\d().-])([\d(][\d().-]*)((?:;ext=\d+)?);phone-context=(\+[\d().-]+)/gi,
    '$3$1$2',
  );
}

const BLANK = String.raw`\p{Zs}`;
const DASH = String.raw`[\p{Pd}−]`;
const GAP = String.raw`[\p{Zs}.\p{Pd}−]{0,3}`;

/** The same gap between all groups of digits: blanks only, hyphens only, or dots only. */
const gapsOf = (make: (gap: string) => string) => [BLANK, DASH, '[.]'].map(make).join('|');

/** +7, 8, 7, and what comes of a number that was put behind the +7 of a mask. */
const CODE = String.raw`(?:\(?\+${BLANK}?7\)?${GAP}(?:\(?\+?[78]${GAP})?|[78]${GAP}|(?:7[78]|87)(?=\d{10}))`;

/** (812) 234-56-78, 8 (4962) 12-34-56, 8 (49622) 5-12-34 */
const BRACKETS = String.raw`\((?:\d{3}\)(?:${GAP}\d){2}|\d{4}\)${GAP}\d|\d{5}\))(?:${GAP}\d){5}`;

/** 916 123-45-67 and what has fewer gaps. */
const USUAL = String.raw`\d{3}${GAP}\d{3}${GAP}\d\d${GAP}\d\d`;

/** 916-12-34-567: told from a local number and an extension by its gaps, and by nothing behind it. */
const BY_TWO = gapsOf(gap => String.raw`\d{3}${GAP}\d\d${gap}\d\d${gap}\d{3}`);

/** 8 4962 12-34-56, 8 91 61 23 45 67: only with a code, for a date or a flat may look the same. */
const RARE = [
  String.raw`${CODE}(?:\d{4}${GAP}\d\d|\d{5}${GAP}\d)${GAP}\d\d${GAP}\d\d`,
  gapsOf(gap => String.raw`(?:\+7|[78])(?:${gap}?\d){10}`),
].join('|');

/** What stands before digits that are no phone; they may begin with 77, as twice prefixed numbers do. */
const DOCUMENT = String.raw`(?<!\p{L})(?:ИНН(?:${BLANK}?/${BLANK}?КПП)?|СНИЛС|паспорт)[.:№${BLANK}]{0,3}`;

const NUMBER = String.raw`(?<!\d${DASH}?|${DOCUMENT})(?:${CODE}?(?<!_|\bid)(?:${BRACKETS}|${USUAL})(?!${DASH}?\d)|(?:${CODE}?(?:${BY_TWO})|${RARE})(?!${GAP}\d))`;

/** What stands between a number and its extension: a word, a sign of its own, a pause without a blank, or brackets. */
const MARK = [
  String.raw`[${BLANK},;(/]{0,3}(?:доб(?:ав\p{L}*)?|вн(?:ут\p{L}*)?|ext(?:ension)?|д(?!\.?${BLANK}?\d+\p{L}?[,${BLANK}]*(?:кв|к\.|корп|стр|под)))[.:=№${BLANK}]{0,4}`,
  String.raw`${BLANK}?(?:[,;]+|[pw]|[x#/][.${BLANK}]?|(?!${NUMBER})\((?=\d+\)))`,
].join('|');
const EXTENSION = String.raw`(?!${NUMBER})\d{1,7}(?!${DASH}?\d|\p{L})`;

/** In one class: two stars over the same brackets would try each way to share them. */
const SIGNS = String.raw`[()\p{Zs}.\p{Pd}−]{0,5}`;

/** Another country's number, to its end: after seven digits a number of Russia may follow. */
const FOREIGN = String.raw`(?:\+|(?<!\d[:.,]?)(?:810|8${BLANK}10${BLANK}|8[-~]10-|00[${BLANK}-]?(?=[1-9])))[(${BLANK}]{0,2}\d(?:${SIGNS}\d){0,5}(?:(?!${GAP}(?:\+|(?<!\d)[78]${GAP}(?:${BRACKETS}|${USUAL})(?!\d)))${SIGNS}\d)*`;

/** The flat of «кв 8 916 123-45-67» is no country code. */
const FLAT = String.raw`(?<=(?<!\p{L})(?:кв|квартира|корп|корпус|подъезд|эт|этаж)\.?${BLANK}?)\d{1,4}(?!\d|\(|${DASH})`;

/** The number of an advertisement, or of a page, is no phone; links of messengers hold one. */
const LINK = String.raw`https?://(?![^\s,;|]{0,40}?(?:\b(?:wa|t)\.me|whatsapp|viber|phone|tel))[^\s,;|]+`;

/** A number as the name of a mailbox. */
const MAILBOX = String.raw`[\w.-]{0,64}@\w`;

/** It says no more than the number behind it. */
const LABEL = String.raw`(?:(?<!\p{L})(?:тел(?:ефон)?|tel|phone)[.:${BLANK}]{0,3})?`;

/** Where none of the first signs stands, nothing more is tried. */
const PHONES = new RegExp(
  String.raw`(?=[+(\dтtph])(?:${FLAT}|${LINK}|${LABEL}(${NUMBER})(?!${MAILBOX})(?:(?:${MARK})(${EXTENSION}(?:[,;pw]+${EXTENSION})*)\)?)?|${FOREIGN})`,
  'giu',
);
