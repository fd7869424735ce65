import { fingerprint } from './fingerprint.ts';

const HEX = 16;

/** The id of a content (uuid, version 8): the same text always gives the same one. */
export function contentId(text: string): string {
  // A fingerprint has 53 bits, enough for ten hex digits; different words before the text make the parts
  // independent.
  const hex = ['a', 'b', 'c', 'd']
    .map(salt =>
      Number.parseInt(fingerprint(`${salt}|${text}`), 36)
        .toString(HEX)
        .padStart(14, '0')
        .slice(-8),
    )
    .join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
