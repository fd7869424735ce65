import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { texts } from './texts.ts';

const PHONE_CHARACTERS = /^[+\d\s().-]*$/;
const TEN = 10;

/**
 * What was typed, put into the mask +7 (XXX) XXX-XX-XX as far as it goes. Nothing that was typed is ever dropped:
 * further digits follow the mask, and what cannot be a number of this country stays as it is.
 */
export function maskPhone(text: string): string {
  if (!PHONE_CHARACTERS.test(text) || !/\d/.test(text)) return text;
  const national = nationalDigits(text);
  if (national === null) return text;
  const extra = national.slice(TEN);
  return extra === '' ? partialMask(national) : `${partialMask(national.slice(0, TEN))} ${extra}`;
}

/** What is wrong with a text as a phone, or undefined; an empty text is not wrong. */
export function phoneRemark(text: string): string | undefined {
  if (text.trim() === '' || phoneDigits(text) !== null) return undefined;
  if (!PHONE_CHARACTERS.test(text)) return texts.phoneLetters(text.replace(/[+\d\s().-]/g, ''));
  const national = nationalDigits(text);
  if (national === null) return texts.phoneForeign;
  const missing = TEN - national.length;
  return missing > 0 ? texts.phoneMissing(missing) : texts.phoneExtra(national.slice(TEN));
}

/** Every complete number in a pasted text, as ten digits each, in their order and without repeats. */
export function phonesIn(text: string): string[] {
  const whole = phoneDigits(text);
  if (whole !== null) return [whole];
  const parts = text.split(/[,;\n\r\t/|]+|\s(?:и|или)\s|(?=\+)/);
  return [...new Set(parts.flatMap(part => phoneDigits(part) ?? []))];
}

/** Digits after the country code; null when another country's code was typed. */
function nationalDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  if (!text.trim().startsWith('+')) {
    const whole = phoneDigits(text);
    if (whole !== null) return whole;
    return /^[78]/.test(digits) ? digits.slice(1) : digits;
  }
  // A second prefix, as in a number pasted behind the mask's own +7.
  if (/^7[78]\d{10}$/.test(digits)) return digits.slice(2);
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
