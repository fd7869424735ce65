import { readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf, spelledWords } from '#kit/search-words.ts';
import type { SearchIndex } from './build-index.ts';
import { type Seek, seekMisspelt } from './misspelt.ts';

/** Ids of what is meant, at most `limit` of each: first those whose name begins with the query, then the others. */
export function searchIndex(
  index: SearchIndex,
  query: Query,
  limit: number,
): { named: number[]; others: number[] } {
  const named = new Set<number>();
  const others = new Set<number>();
  for (const reading of query) {
    if (reading.isLatin && !index.hasLatin) continue;
    collect(index, reading, limit, named, others);
  }
  return { named: [...named], others: [...others].filter(id => !named.has(id)) };
}

function collect(
  index: SearchIndex,
  { words, phrase, isMisspelt = false }: Reading,
  limit: number,
  named: Set<number>,
  others: Set<number>,
): void {
  const { text, ids, starts } = index;
  const [first, ...rest] = words;
  if (first === undefined) return;
  let row = 0;
  let position = seek(text, first);
  // A look at a misspelt word is dear: enough that contain it will do.
  while (position >= 0 && named.size < limit && !(isMisspelt && others.size >= limit)) {
    row = lineOf(starts, position, row);
    const id = ids[row] ?? 0;
    const target = isNamed(index, row, phrase) ? named : others;
    if (target.size < limit && hasAll(index, row, rest)) target.add(id);
    row += 1;
    const next = starts[row];
    position = next === undefined ? -1 : seek(text, first, next);
  }
}

/** The line in which a position stands, at or behind line `from`: the next few are likely, so steps grow. */
function lineOf(starts: Int32Array, position: number, from: number): number {
  let low = from;
  let step = 1;
  while ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= position) {
    low += step;
    step *= 2;
  }
  while (step > 1) {
    step = step >> 1;
    if ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= position) low += step;
  }
  return low;
}

function lineAt({ text, starts }: SearchIndex, row: number): string {
  return text.slice(starts[row], (starts[row + 1] ?? text.length + 1) - 1);
}

function hasAll(index: SearchIndex, row: number, words: readonly Word[]): boolean {
  return words.every(word => seek(lineAt(index, row), word) >= 0);
}

function isNamed(index: SearchIndex, row: number, phrase: Word): boolean {
  const { text, starts, nameLengths } = index;
  const start = starts[row] ?? 0;
  if (typeof phrase === 'string' && text.startsWith(phrase, start)) return nameLengths[row] !== 0;
  return beginsWord(text.slice(start, start + (nameLengths[row] ?? 0)), phrase);
}

/** What must be found: a text as it is, a global expression, or what finds its next place by itself. */
type Word = string | RegExp | Seek;

/** One way to read what was typed: all its words must be there. `phrase` is what a name may begin with. */
type Reading = { words: Word[]; phrase: Word; isLatin: boolean; isMisspelt?: boolean };

/** Everything that typed text may mean; empty for text without a letter or digit. */
export type Query = readonly Reading[];

/** Reads typed text: digits anywhere in a number, words anywhere, either keyboard layout, Russian in Latin letters. */
export function queryOf(text: string): Query {
  const { phones, rest } = readPhones(text);
  const digits = withoutInvisible(text).replace(/\D/g, '');
  if (phones.length === 0 && digits !== '' && PART_OF_PHONE.test(text)) return digitReadings(digits);
  if (phones.length === 0) return wordReadings(rest);
  // A comma behind a number is no «б» of the other layout.
  const readings = /[\p{L}\p{N}]/u.test(rest) ? wordReadings(rest) : [];
  const whole = literal(phones.map(phone => phone.digits).join(' '));
  if (readings.length === 0) return [whole];
  return readings.map(reading => ({ ...reading, words: [...whole.words, ...reading.words] }));
}

const PART_OF_PHONE = /^[\d\s()+\p{Pd}\p{Cf}−]*[.,;]?\s*$/u;

function wordReadings(text: string): Reading[] {
  const readings = readingsOf(text).map(words => literal(words.join(' ')));
  const spelled = spelledReading(text);
  return spelled ? [...readings, spelled] : readings;
}

/** The shortest word in which a letter may be wrong: shorter ones would mean too much. */
const MISSPELT_MIN = 5;

/**
 * The same text with one letter wrong, missing or too much, or two swapped, in one of its longer words. A whole number is looked for
 * alone.
 */
export function misspeltQueryOf(text: string): Query {
  const { phones } = readPhones(text);
  if (phones.length > 0) return phones.map(phone => literal(phone.digits));
  const words = normaliseText(text).split(' ');
  return words.flatMap((word, at) => {
    if (word.length < MISSPELT_MIN || /\d/.test(word)) return [];
    const others = words.filter((_, other) => other !== at);
    return [
      {
        words: [seekMisspelt(word), ...others],
        phrase: seekMisspelt(word),
        isLatin: false,
        isMisspelt: true,
      },
    ];
  });
}

/** The first of these numbers that a word of the query means; none where the texts have the same digits. */
export function meantPhone(query: Query, texts: string, phones: readonly string[]): string | null {
  const words = query.flatMap(reading => reading.words).filter(word => typeof word === 'string');
  const digits = words.filter(word => /^\d+$/.test(word) && !texts.includes(word));
  return phones.find(phone => digits.some(part => phone.includes(part))) ?? null;
}

/** A leading 8 or 7 may be the country code, or may be part of the number. */
function digitReadings(digits: string): Query {
  const withoutCode = /^[78]\d{3,}/.test(digits) ? digits.slice(1) : digits;
  return [...new Set([digits, withoutCode])].map(literal);
}

function literal(folded: string): Reading {
  return { words: longestFirst(folded.split(' ')), phrase: folded, isLatin: /[a-z]/.test(folded) };
}

function spelledReading(text: string): Reading | null {
  const words = spelledWords(text);
  if (!words) return null;
  return {
    words: longestFirst(words).map(source => new RegExp(source, 'g')),
    phrase: new RegExp(words.join(' '), 'g'),
    isLatin: false,
  };
}

/** The longest word is in the fewest texts: it is looked for first. */
function longestFirst(words: readonly string[]): string[] {
  return [...words].sort((one, other) => other.length - one.length);
}

/** Where the word stands at or behind `from`; −1 if nowhere. */
function seek(text: string, word: Word, from = 0): number {
  if (typeof word === 'string') return text.indexOf(word, from);
  if (typeof word === 'function') return word(text, from);
  word.lastIndex = from;
  return word.exec(text)?.index ?? -1;
}

export function matchesQuery(query: Query, search: string): boolean {
  return query.some(({ words }) => words.every(word => seek(search, word) >= 0));
}

export function beginsName(query: Query, name: string): boolean {
  return query.some(({ phrase }) => beginsWord(name, phrase));
}

function beginsWord(text: string, phrase: Word): boolean {
  for (let at = seek(text, phrase); at >= 0; at = seek(text, phrase, at + 1)) {
    if (at === 0 || text[at - 1] === ' ') return true;
  }
  return false;
}
