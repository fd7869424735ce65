import { type SQL, sql } from 'drizzle-orm';

/** The cyrillic letters, which a database of another locale would leave as they are. */
const [CAPITALS, SMALL] = ['АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе'];

/** A name as it is looked for and sorted by: small letters, ё as е. */
export const plainName = (name: SQL): SQL =>
  sql`translate(lower(${name}), ${CAPITALS}::text, ${SMALL}::text)`;

/** What somebody looks for, in words as `plainName` has them. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean);
}
