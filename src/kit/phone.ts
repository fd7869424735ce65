import { withoutInvisible } from './invisible.ts';

/**
 * One codec for phones: any form is read, ten digits are held, `7` and ten digits are sent.
 * Country code 7 only, as the specification fixes.
 */

const TEN_DIGITS = /^\d{10}$/;

/**
 * Signs of which a number is not made; a plus behind two digits, a bracket behind five; a flat before a number; a local number, or a
 * day, with more behind it.
 */
const MORE_THAN_ONE =
  /[^+\d\p{Zs}().\p{Pd}−]|^(?:\D*\d){2}.*\+|^(?:\D*\d){5}.*\(|^[78]7\P{N}|^\D*(?:[78]\D+)?(?:\d{1,4}[.\p{Pd}]\d\d[.\p{Pd}]\d\d(?:\d\d)?\p{Zs}|\d{3}\p{Pd}\d{4}\p{Zs}|\d{7}\p{Zs}\d{3}$)/u;

/** Whether nothing but one number, or its beginning, is written there. */
export function isOnePhone(text: string): boolean {
  return !MORE_THAN_ONE.test(withoutInvisible(text).trim());
}

/** The ten digits of a phone in any form (10 digits, 7…/8…, twice prefixed, masked), or null for anything else. */
export function phoneDigits(text: string): string | null {
  if (!isOnePhone(text)) return null;
  const digits = text.replace(/\D/g, '');
  // A code that stands apart is none of the ten: «8 (916) 123-45-6» is one digit short.
  if (digits.length === 10 && /^\D*[78]\D/.test(text)) return null;
  const tenDigits = digits.slice(-10);
  const prefix = digits.slice(0, -10);
  // After a plus the country code is part of the number: +7916123456 is one digit short, not a number.
  const prefixes = /^\D*\+/.test(text) ? /^7[78]?$/ : /^(|7|8|77|78|87)$/;
  return TEN_DIGITS.test(tenDigits) && prefixes.test(prefix) ? tenDigits : null;
}

/** Ten digits as the server stores them: 9161234567 → 79161234567. */
export function fullPhone(tenDigits: string): string {
  return `7${tenDigits}`;
}

/** +7 (916) 123-45-67, the form of every list. What is not ten digits is shown as it came. */
export function formatPhone(tenDigits: string): string {
  if (!TEN_DIGITS.test(tenDigits)) return tenDigits;
  return `+7 (${tenDigits.slice(0, 3)}) ${tenDigits.slice(3, 6)}-${tenDigits.slice(6, 8)}-${tenDigits.slice(8)}`;
}

/** The same for a sentence that may need several lines: none ends at a hyphen of the number. */
export function formatPhoneInText(tenDigits: string): string {
  return formatPhone(tenDigits).replaceAll('-', '\u2011');
}

/** The global form of RFC 3966 for a link: tel:+79161234567. */
export function telHref(tenDigits: string): string {
  return `tel:+7${tenDigits}`;
}
