/** How people are looked for: by any words, whatever their letters' case, ё as е. */
import { type SQL, sql } from 'drizzle-orm';

/** The cyrillic letters, which a database of another locale would leave as they are. */
const [CAPITALS, SMALL] = ['АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе'];

/** A text as it is looked for and sorted by: small letters, ё as е. Letter by letter it takes ten times as long. */
export const plain = (text: SQL): SQL => sql`case when lower('Ё') = 'ё' then replace(lower(${text}), 'ё', 'е')
  else translate(lower(${text}), ${CAPITALS}::text, ${SMALL}::text) end`;

/** The words of a search, in the letters of `plain`. */
export function searchWords(search: string): string[] {
  return search.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean);
}

/** Whether a plain text has this word somewhere. */
export const holds = (text: SQL, word: string): SQL => sql`position(${word}::text in ${text}) > 0`;
