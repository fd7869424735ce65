import { type FoundPhone, readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { formatPhone, isOnePhone, phoneDigits } from '#kit/phone.ts';
import { texts } from './texts.ts';

const TEN = 10;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * What is being typed, put into the mask +7 (XXX) XXX-XX-XX as far as it goes. Nothing that was typed is ever dropped:
 * further digits follow the mask, and what cannot be a number of this country stays as it is.
 */
export function maskPhone(text: string): string {
  const seen = withoutInvisible(text);
  if (!isOnePhone(seen) || !/\d/.test(seen)) return seen;
  const national = nationalDigits(seen);
  if (national === null) return seen;
  const extra = national.slice(TEN);
  return extra === '' ? partialMask(national) : `${partialMask(national.slice(0, TEN))} ${extra}`;
}

/** The same for a field that is left: an extension stays behind its number. */
export function tidyPhone(text: string): string {
  const phone = phoneOf(text);
  return phone ? showPhone(phone) : maskPhone(text);
}

/** The one number of a text, with its extension; null where there are several or words beside it. */
export function phoneOf(text: string): FoundPhone | null {
  const [phone, ...others] = phonesIn(text);
  return phone && others.length === 0 ? phone : null;
}

/** Every number of a text that holds nothing else, in their order and without repeats; none of any other. */
export function phonesIn(text: string): FoundPhone[] {
  const { phones, rest } = readPhones(text);
  const words = rest.match(WORDS) ?? [];
  return words.every(word => word === 'и' || word === 'или') ? phones : [];
}

/** +7 (000) 111-22-33 доб. 102 */
export function showPhone({ digits, extension }: FoundPhone): string {
  return extension === '' ? formatPhone(digits) : texts.phoneExtended(formatPhone(digits), extension);
}

/** What a comment says of an extension; its digits first, for a list shows the beginning. */
export function noteOfExtension({ digits, extension }: FoundPhone): string {
  return texts.noteOfExtension(formatPhone(digits), extension);
}

/** What is wrong with a text as one phone, or undefined; an empty text is not wrong. */
export function phoneRemark(text: string): string | undefined {
  if (text.trim() === '' || phoneOf(text)) return undefined;
  const { phones, rest } = readPhones(text);
  const words = rest.match(WORDS) ?? [];
  if (phones.length > 1) return texts.phoneSeveral;
  if (phones.length === 0 && nationalDigits(rest) === null) return texts.phoneForeign;
  if (isOnePhone(text)) return countRemark(text);
  if (phones.length === 1) return texts.phoneLetters(words.join(' '));
  const strange = words.filter(word => /\p{L}/u.test(word));
  return /\d\D*$/.test(rest.replace(/^[^\p{L},;#/]*/u, '')) || strange.length === 0
    ? texts.phoneBeforeExtension
    : texts.phoneLetters(strange.join(' '));
}

function countRemark(text: string): string {
  const national = nationalDigits(text) ?? '';
  const missing = TEN - national.length;
  return missing > 0 ? texts.phoneMissing(missing) : texts.phoneExtra(national.slice(TEN));
}

/** Digits after the country code; null when another country's code was typed. */
function nationalDigits(text: string): string | null {
  const whole = phoneDigits(text);
  if (whole !== null) return whole;
  const digits = text.replace(/\D/g, '');
  if (!/^\D*\+/.test(text)) return /^[78]/.test(digits) ? digits.slice(1) : digits;
  return digits.startsWith('7') ? digits.slice(1) : null;
}

function partialMask(digits: string): string {
  if (digits.length === TEN) return formatPhone(digits);
  const [code, first, second, third] = [
    digits.slice(0, 3),
    digits.slice(3, 6),
    digits.slice(6, 8),
    digits.slice(8),
  ];
  const rest = [first, second, third].filter(part => part !== '').join('-');
  if (code === '') return '+7';
  return rest === '' ? `+7 (${code}` : `+7 (${code}) ${rest}`;
}
