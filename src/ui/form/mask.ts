/** A place for one character of the user: what it takes, and whether that is made upper case. */
export type Slot = { takes: RegExp; isUpper: boolean };

/** One position of a mask: a slot, or a character that always stands there. */
export type Cell = Slot | string;

/**
 * A pattern that has been read. A text in it always has the length of `cells`, with MISSING in each slot that is not filled;
 * `empty` is the one without input.
 */
export type Mask = { cells: readonly Cell[]; placeholder: string; empty: string };

/** What is shown for MISSING. */
export const PLACEHOLDER = '_';

/** Nothing that can be typed: so any character can be the placeholder, also one that a slot takes. */
export const MISSING = '\0';

const ESCAPE = '\\';
const LETTER = /^(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}]$/u;
const LETTER_OR_DIGIT = /^(?:[0-9]|(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}])$/u;
const DIGIT = /^[0-9]$/;
/** Half of a pair of surrogates is no character, and neither is MISSING. */
const ANY = /^[^\0\ud800-\udfff]$/;

const SLOTS: ReadonlyMap<string, Slot> = new Map([
  ['a', { takes: LETTER, isUpper: false }],
  ['A', { takes: LETTER, isUpper: true }],
  ['*', { takes: LETTER_OR_DIGIT, isUpper: false }],
  ['#', { takes: LETTER_OR_DIGIT, isUpper: true }],
  ['+', { takes: ANY, isUpper: false }],
  ['1', { takes: DIGIT, isUpper: false }],
]);

/**
 * Reads a pattern: `a` letter, `A` letter made upper case, `*` letter or digit, `#` letter or digit made upper case,
 * `+` any character, `1` digit; `\` before one of them means the character itself. Letters are Latin and Cyrillic.
 * Null for what cannot work: nothing to type into, a lone `\` at the end, a placeholder that is not one character.
 */
export function compileMask(pattern: string, placeholder: string = PLACEHOLDER): Mask | null {
  const cells = cellsOf(pattern);
  if (!cells?.some(cell => typeof cell !== 'string') || placeholder.length !== 1) return null;
  const empty = cells.map(cell => (typeof cell === 'string' ? cell : MISSING)).join('');
  return { cells, placeholder, empty };
}

function cellsOf(pattern: string): Cell[] | null {
  const cells: Cell[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const symbol = pattern.charAt(index);
    if (symbol !== ESCAPE) {
      cells.push(SLOTS.get(symbol) ?? symbol);
      continue;
    }
    index += 1;
    if (index === pattern.length) return null;
    cells.push(pattern.charAt(index));
  }
  return cells;
}

/** The character as the slot holds it, or null if the slot does not take it. */
export function take(slot: Slot, character: string): string | null {
  const held = slot.isUpper ? upperCase(character) : character;
  return slot.takes.test(held) ? held : null;
}

/** «ß» becomes two letters: it stays as it is, a slot holds one. */
function upperCase(character: string): string {
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}

/** The text as it is shown. */
export function showMasked({ placeholder }: Mask, text: string): string {
  return text.replaceAll(MISSING, placeholder);
}

/** Whether the text is one of this mask: each slot filled or missing, each other character in its place. */
export function fitsMask({ cells }: Mask, text: string): boolean {
  if (text.length !== cells.length) return false;
  return cells.every((cell, index) => {
    const character = text.charAt(index);
    if (typeof cell === 'string') return character === cell;
    return character === MISSING || take(cell, character) === character;
  });
}

/** How many characters are still to be typed into a text of this mask. */
export function countMissing({ cells }: Mask, text: string): number {
  return cells.filter((cell, index) => typeof cell !== 'string' && isMissing(text.charAt(index))).length;
}

/** Whether a text of this mask holds nothing that was typed. */
export function isUntouched(mask: Mask, text: string): boolean {
  return text === '' || text === mask.empty;
}

/** Whether digits are all that can be typed. */
export function isDigitsOnly({ cells }: Mask): boolean {
  return cells.every(cell => typeof cell === 'string' || cell.takes === DIGIT);
}

/** Behind the last character that was typed: there typing goes on. 0 if there is none. */
export function endOfTyped({ cells }: Mask, text: string): number {
  return cells.reduce((end, cell, index) => {
    const isTyped = typeof cell !== 'string' && !isMissing(text.charAt(index));
    return isTyped ? index + 1 : end;
  }, 0);
}

/** The first slot at that position or behind it, or -1. */
export function nextSlot({ cells }: Mask, position: number): number {
  return cells.findIndex((cell, index) => index >= position && typeof cell !== 'string');
}

function isMissing(character: string): boolean {
  return character === '' || character === MISSING;
}

/** For a schema: whether the text of a masked field is filled to its end. An empty text is for `required` to judge. */
export function isMaskFilled(pattern: string, text: string): boolean {
  const mask = compileMask(pattern);
  return text === '' || (mask !== null && fitsMask(mask, text) && countMissing(mask, text) === 0);
}
