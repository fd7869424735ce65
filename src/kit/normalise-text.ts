/** Where marks and invisible signs may be. Most texts have none, and one look costs less than two replacements. */
const HAS_MARKS = /[\u0300-\u036f\u00ad\u061c\u200b-\u206f\ufeff]/;

/** The form in which texts are compared: lower case, ё as е, no accents, no punctuation. й stays й, also as two signs. */
export function normaliseText(text: string): string {
  const lower = text.toLowerCase();
  const composed = HAS_MARKS.test(lower) ? lower.normalize('NFC').replace(/[\p{M}\p{Cf}]/gu, '') : lower;
  return composed
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
