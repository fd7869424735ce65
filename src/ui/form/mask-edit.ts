import { endOfTyped, fitsMask, isUntouched, type Mask, MISSING, nextSlot, showMasked, take } from './mask.ts';
import type { InputMask } from './use-masked-input.ts';

/** What happens to a text: the characters from..to go, `text` comes in their place. */
type Edit = { from: number; to: number; text: string };

/** How an incoming text was understood: which character goes into which slot, where it ends, how many fit nowhere. */
type Reading = {
  writes: { at: number; character: string }[];
  end: number;
  dropped: number;
  isExact: boolean;
};

/**
 * The text of the mask after an edit, or null if nothing of what comes in can stand there. What is deleted leaves its
 * slots empty; what comes in moves the rest to the right as far as there is room, else takes the place of what
 * stood there. So nothing behind the caret gets lost, and what has a place keeps it.
 */
export function editMasked(
  mask: Mask,
  value: string,
  { from, to, text }: Edit,
): { value: string; caret: number } | null {
  const characters = charactersOf(mask, value);
  for (let at = from; at < Math.min(to, characters.length); at += 1) {
    if (typeof mask.cells[at] !== 'string') characters[at] = MISSING;
  }
  if (text === '') return { value: characters.join(''), caret: from };
  // A decomposed й or ё, as some systems paste it, is one letter.
  const incoming = text.normalize('NFC');
  const reading = readIncoming(mask, characters, from, incoming);
  if (reading.dropped === incoming.length) return null;
  for (const { at, character } of reading.writes) {
    makeRoom(mask, characters, at);
    characters[at] = character;
  }
  return { value: characters.join(''), caret: reading.end };
}

/** A text from outside (a stored value, autofill) as one of this mask; an empty one stays empty. */
export function fitToMask(mask: Mask, text: string): string {
  if (text === '' || fitsMask(mask, text)) return text;
  return editMasked(mask, '', { from: 0, to: 0, text })?.value ?? '';
}

/** What was done to a text, told from before and after: the caret stands behind what came in. */
export function findEdit(before: string, after: string, caret: number): Edit {
  const rest = after.slice(caret);
  // A keyboard that puts it elsewhere has replaced everything.
  if (!before.endsWith(rest)) return { from: 0, to: before.length, text: after };
  const to = before.length - rest.length;
  let from = 0;
  while (from < Math.min(to, caret) && before[from] === after[from]) from += 1;
  return { from, to, text: after.slice(from, caret) };
}

/** The mask for an input. What fits nowhere changes nothing; what stands for itself cannot be deleted: the caret goes past it. */
export function inputMaskOf(mask: Mask): InputMask {
  return {
    edit(before, after, isForward) {
      const edit = findEdit(showMasked(mask, before), after.value, after.selection[1]);
      const typed = editMasked(mask, before, edit);
      if (!typed) return { value: before, selection: [edit.from, edit.to] };
      const caret = isForward && typed.value === before ? edit.to : typed.caret;
      return { value: typed.value, selection: [caret, caret] };
    },
    toText(value, hasFocus) {
      const text = fitToMask(mask, value);
      return text === '' && hasFocus ? mask.empty : text;
    },
    toValue: text => (isUntouched(mask, text) ? '' : text),
    show: text => showMasked(mask, text),
  };
}

/** How far the caret may go: behind what was typed, at the slot that comes next. */
export function caretLimit(mask: Mask, value: string): number {
  const end = endOfTyped(mask, value);
  const open = nextSlot(mask, end);
  return open === -1 ? value.length : Math.min(open, value.length);
}

function charactersOf(mask: Mask, value: string): string[] {
  const fitting = fitToMask(mask, value);
  return (fitting === '' ? mask.empty : fitting).split('');
}

/**
 * A text can come with the mask's own characters or without, at the caret or, when nothing was typed before it, from
 * the beginning. Taken is the first way in which all of it finds a place, else the way that drops least.
 */
function readIncoming(mask: Mask, characters: readonly string[], from: number, text: string): Reading {
  const value = characters.join('');
  const open = nextSlot(mask, endOfTyped(mask, value));
  const start = open === -1 ? from : Math.min(from, open);
  const withOwn = read(mask, text, start, true);
  if (withOwn.isExact) return withOwn;
  const ways = [read(mask, text, start, false), withOwn];
  if (endOfTyped(mask, value.slice(0, start)) === 0) ways.push(read(mask, text, 0, true));
  return ways.reduce((best, way) => (way.dropped < best.dropped ? way : best));
}

/** Lays a text into the mask from a position on; `hasOwn` when the mask's own characters may stand in it. */
function read(mask: Mask, text: string, start: number, hasOwn: boolean): Reading {
  const reading: Reading = { writes: [], end: start, dropped: 0, isExact: true };
  for (const character of text.split('')) {
    const at = mask.cells.findIndex(
      (cell, index) => index >= reading.end && (typeof cell !== 'string' || (hasOwn && cell === character)),
    );
    const cell = mask.cells[at];
    const held = typeof cell === 'object' ? take(cell, character) : null;
    const isMissing = character === MISSING || character === mask.placeholder;
    const isPassed = typeof cell === 'string' || (cell && held === null && isMissing);
    if (held === null && !isPassed) {
      reading.dropped += 1;
      reading.isExact = false;
      continue;
    }
    if (at !== reading.end) reading.isExact = false;
    if (held !== null) reading.writes.push({ at, character: held });
    reading.end = at + 1;
  }
  return reading;
}

/** Moves what stands from that slot on by one slot, up to the next empty one, if each character may stand there. */
function makeRoom({ cells }: Mask, characters: string[], at: number): void {
  if (characters[at] === MISSING) return;
  const moved: { to: number; character: string }[] = [];
  let carried = characters[at] ?? '';
  for (let to = at + 1; to < cells.length; to += 1) {
    const cell = cells[to];
    if (typeof cell !== 'object') continue;
    const held = take(cell, carried);
    if (held === null) return;
    moved.push({ to, character: held });
    if (characters[to] === MISSING) {
      for (const move of moved) characters[move.to] = move.character;
      return;
    }
    carried = characters[to] ?? '';
  }
}
