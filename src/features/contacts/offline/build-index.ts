/** What the index needs of a contact: its search text begins with its folded name. */
type Indexed = { id: number; search: string; nameLength: number };

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
