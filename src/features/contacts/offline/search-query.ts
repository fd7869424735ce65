import {
  fromCyrillicLayout,
  fromLatinLayout,
  latinToCyrillicPattern,
  normaliseText,
} from '#kit/normalise-text.ts';

/** What must be found: a text as it is, or a global expression. */
export type Word = string | RegExp;

/** One way to read what was typed: all its words must be there. `phrase` is what a name may begin with. */
export type Reading = { words: Word[]; phrase: Word; isLatin: boolean };

/** Everything that typed text may mean; empty for text without a letter or digit. */
export type Query = readonly Reading[];

/** Reads typed text: digits anywhere in a number, words anywhere, either keyboard layout, Russian in Latin letters. */
export function queryOf(text: string): Query {
  const digits = text.replace(/\D/g, '');
  if (digits !== '' && /^[\d\s()+-]*$/.test(text)) return digitReadings(digits);
  const typed = [normaliseText(text), fromLatinLayout(text), fromCyrillicLayout(text)];
  const readings = [...new Set(typed)].filter(folded => folded !== '').map(literal);
  const spelled = spelledReading(normaliseText(text));
  return spelled ? [...readings, spelled] : readings;
}

/** A leading 8 or 7 may be the country code, or may be part of the number. */
function digitReadings(digits: string): Query {
  const withoutCode = /^[78]\d{3,}/.test(digits) ? digits.slice(1) : digits;
  return [...new Set([digits, withoutCode])].map(literal);
}

function literal(folded: string): Reading {
  return { words: longestFirst(folded.split(' ')), phrase: folded, isLatin: /[a-z]/.test(folded) };
}

function spelledReading(folded: string): Reading | null {
  const sources = longestFirst(folded.split(' ')).map(latinToCyrillicPattern);
  const known = sources.filter(source => source !== null);
  if (known.length === 0 || known.length < sources.length) return null;
  const phrase = folded.split(' ').map(latinToCyrillicPattern).join(' ');
  return {
    words: known.map(source => new RegExp(source, 'g')),
    phrase: new RegExp(phrase, 'g'),
    isLatin: false,
  };
}

/** The longest word is in the fewest texts: it is looked for first. */
function longestFirst(words: readonly string[]): string[] {
  return [...words].sort((one, other) => other.length - one.length);
}

/** Where the word stands at or behind `from`; −1 if nowhere. */
export function seek(text: string, word: Word, from = 0): number {
  if (typeof word === 'string') return text.indexOf(word, from);
  word.lastIndex = from;
  return word.exec(text)?.index ?? -1;
}

/** Whether a search text is meant by the query. */
export function isMeant(query: Query, search: string): boolean {
  return query.some(({ words }) => words.every(word => seek(search, word) >= 0));
}

/** Whether a word of the name begins with the query. */
export function beginsName(query: Query, name: string): boolean {
  return query.some(({ phrase }) => beginsWord(name, phrase));
}

/** Whether a word of this text begins with the phrase. */
export function beginsWord(text: string, phrase: Word): boolean {
  for (let at = seek(text, phrase); at >= 0; at = seek(text, phrase, at + 1)) {
    if (at === 0 || text[at - 1] === ' ') return true;
  }
  return false;
}
