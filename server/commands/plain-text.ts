/** How things are looked for: by any words in any order, whatever their letters' case and the keyboard layout, ё as е. */
import { and, or, type SQL, sql } from 'drizzle-orm';
import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf } from '#kit/search-words.ts';

/** The cyrillic letters, which a database of another locale would leave as they are. */
const [CAPITALS, SMALL] = ['АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе'];

/**
 * A text for searching and sorting: lower case, ё as е. `translate` alone takes ten times as long. The expression has no parameters,
 * because PostgreSQL uses an index on an expression only where the statement has the same one.
 */
export const plain = (text: SQL): SQL => sql`case when lower('Ё') = 'ё' then replace(lower(${text}), 'ё', 'е')
  else translate(lower(${text}), ${sql.raw(`'${CAPITALS}', '${SMALL}'`)}) end`;

/**
 * Each way to read a search, as words in the letters of `plain`: also as they stand, with their accents and signs. An e-mail is one
 * word, and signs alone mean themselves.
 */
export function searchReadings(search: string): string[][] {
  const text = search.replaceAll('№', ' ');
  const words = text.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isMeantAsItIs = text.includes('@') || normaliseText(text) === '';
  const readings = isMeantAsItIs ? [words] : [...readingsOf(text), words];
  return [...new Map(readings.map(reading => [reading.join(' '), reading])).values()];
}

/** Whether every word of one of the readings is there; undefined where nothing is looked for. */
export function isMeant(search: string, isThere: (word: string) => SQL): SQL | undefined {
  return or(...searchReadings(search).map(words => and(...words.map(isThere))));
}

/** Whether a plain text has this word somewhere. */
export const holds = (text: SQL, word: string): SQL => sql`position(${word}::text in ${text}) > 0`;

/** The users whose name has all words of one of the readings. A plain name is made once for each of them, not for each word. */
export function usersNamed(search: string): SQL {
  const isNamed = isMeant(search, word => holds(sql`plain_name`, word)) ?? sql`true`;
  return sql`select id from (select id, ${plain(sql`name`)} as plain_name from users offset 0) as person where ${isNamed}`;
}
