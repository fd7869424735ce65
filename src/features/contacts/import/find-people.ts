import { type ParsedVcard, readVcards, readVcardText } from '#kit/vcard/read-vcards.ts';
import { prefill } from '../form/prefill.ts';
import type { Found } from './person.ts';
import { texts } from './texts.ts';

const FILE_MAX_BYTES = 5 * 1024 * 1024;

/** So many people are looked at in one go. */
export const PEOPLE_MAX = 5_000;

/** Who was found, and what could not be read, in words. */
export type Finding = { found: Found[]; refusals: string[] };

/** Reads vCard files one after the other; one that cannot be read does not keep the others back. */
export async function findInFiles(files: readonly File[], onRead: (count: number) => void): Promise<Finding> {
  const all: Finding = { found: [], refusals: [] };
  for (const file of files) {
    const { found, refusals } = await findInFile(file, PEOPLE_MAX - all.found.length, count =>
      onRead(all.found.length + count),
    );
    all.found.push(...found);
    all.refusals.push(...refusals);
  }
  return all;
}

async function findInFile(file: File, room: number, onRead: (count: number) => void): Promise<Finding> {
  if (file.size > FILE_MAX_BYTES) return refused(texts.tooBig(file.name));
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return await takeAll(readVcards(bytes), file.name, room, onRead);
  } catch (cause) {
    // The phone has taken the file back: moved, deleted, or its app withdrew the permission.
    if (cause instanceof DOMException) return refused(texts.unreadable(file.name));
    throw cause;
  }
}

/** Reads what was pasted: cards, or names and numbers with one person per line. */
export async function findInText(text: string, onRead: (count: number) => void): Promise<Finding> {
  const isVcard = /^\s*begin:vcard\s*$/im.test(text);
  if (isVcard) return takeAll(readVcardText(text), texts.pastedText, PEOPLE_MAX, onRead);
  const lines = personLines(text);
  if (lines.length > PEOPLE_MAX) return refused(texts.tooMany(texts.pastedText));
  if (lines.length === 0) return refused(texts.nothingPasted);
  return { found: lines.map(foundInLine), refusals: [] };
}

/** A number alone in a line belongs to the name above it, if that has none. */
function personLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/[\r\n]+/).map(each => each.trim())) {
    const above = lines.at(-1);
    if (line === '') continue;
    if (above !== undefined && !/\d/.test(above) && /^[\d\s()+.-]+$/.test(line)) {
      lines[lines.length - 1] = `${above} ${line}`;
    } else lines.push(line);
  }
  return lines;
}

function foundInLine(line: string): Found {
  const { first_name, comment, phones } = prefill(line);
  const numbers = phones.map(row => row.text);
  return { ...foundByName(first_name, numbers), note: comment };
}

export function foundByName(first: string, phones: readonly string[]): Found {
  return { first, last: '', organisation: '', note: '', phones, isWhole: true };
}

async function takeAll(
  cards: Generator<ParsedVcard>,
  name: string,
  room: number,
  onRead: (count: number) => void,
): Promise<Finding> {
  const found: Found[] = [];
  const yieldToScreen = createScreenYielder();
  for (const card of cards) {
    if (found.length >= room) return refused(texts.tooMany(name));
    found.push(foundOnCard(card));
    if (await yieldToScreen()) onRead(found.length);
  }
  return found.length > 0 ? { found, refusals: [] } : refused(texts.noCards(name));
}

/** A Russian patronymic is an additional name, and belongs to the first. */
function foundOnCard({ card, isWhole }: ParsedVcard): Found {
  const { family, given, additional, formatted, organisation, note, phones } = card;
  const isNamed = `${given}${additional}${family}`.trim() !== '';
  const name = isNamed ? { first: `${given} ${additional}`, last: family } : { first: formatted, last: '' };
  return { ...name, organisation, note, phones, isWhole };
}

function refused(why: string): Finding {
  return { found: [], refusals: [why] };
}

/** So long at a stretch the screen may stand still. */
const BLOCKING_MAX_MS = 12;

/** For long work: to be awaited after each piece, it lets the screen draw now and then, and tells when it did. */
export function createScreenYielder(): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BLOCKING_MAX_MS) return false;
    await new Promise(resolve => setTimeout(resolve));
    since = performance.now();
    return true;
  };
}
