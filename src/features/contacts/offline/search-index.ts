import { beginsWord, type Query, type Reading, seek, type Word } from './search-query.ts';

/** What the index needs of a contact: its search text begins with its folded name. */
export type Indexed = { id: number; search: string; nameLength: number };

/**
 * The search texts of the whole book as one text, a line each, newest contact first. A text of its own for each of
 * 50,000 contacts would be slower to keep, to load and to go through.
 */
export type SearchIndex = {
  text: string;
  ids: Int32Array;
  /** Where each line begins. */
  starts: Int32Array;
  nameLengths: Uint8Array;
  /** Without Latin letters in the book, readings with them need no look. */
  hasLatin: boolean;
};

const NAME_MAX = 255;

/** Builds the index over contacts in the order in which they are to be found. */
export function buildIndex(contacts: readonly Indexed[]): SearchIndex {
  const starts = new Int32Array(contacts.length);
  let length = 0;
  for (const [at, { search }] of contacts.entries()) {
    starts[at] = length;
    length += search.length + 1;
  }
  const text = contacts.map(({ search }) => `${search}\n`).join('');
  return {
    text,
    starts,
    hasLatin: /[a-z]/.test(text),
    ids: Int32Array.from(contacts, ({ id }) => id),
    nameLengths: Uint8Array.from(contacts, ({ nameLength }) => Math.min(nameLength, NAME_MAX)),
  };
}

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
  { words, phrase }: Reading,
  limit: number,
  named: Set<number>,
  others: Set<number>,
): void {
  const { text, ids, starts } = index;
  const [first, ...rest] = words;
  if (first === undefined) return;
  let row = 0;
  let position = seek(text, first);
  while (position >= 0 && named.size < limit) {
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
  if (words.length === 0) return true;
  const line = lineAt(index, row);
  return words.every(word => seek(line, word) >= 0);
}

function isNamed(index: SearchIndex, row: number, phrase: Word): boolean {
  const { text, starts, nameLengths } = index;
  const start = starts[row] ?? 0;
  if (typeof phrase === 'string' && text.startsWith(phrase, start)) return nameLengths[row] !== 0;
  return beginsWord(text.slice(start, start + (nameLengths[row] ?? 0)), phrase);
}
