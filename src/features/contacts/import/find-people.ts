import { createVcardReader, type ParsedVcard, readVcardText } from '#kit/vcard/read-vcards.ts';
import { prefill } from '../form/prefill.ts';
import { foundInRecord } from './found-in-record.ts';
import type { Found } from './person.ts';
import { texts } from './texts.ts';

const FILE_MAX_BYTES = 200 * 1024 * 1024;

/** A file is read so much at a time and never held as a whole. */
const SLICE_BYTES = 512 * 1024;

/** So many people are looked at in one go. */
export const PEOPLE_MAX = 20_000;

/** Who was found, and what could not be read, in words. */
export type Finding = { found: Found[]; refusals: string[] };

/** How many people were read so far, and which share of the whole, where that is known. */
export type OnRead = (count: number, share?: number) => void;

/** Reads vCard files one after the other; one that cannot be read does not keep the others back. */
export async function findInFiles(files: readonly File[], onRead: OnRead): Promise<Finding> {
  const all: Finding = { found: [], refusals: [] };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const file of files) {
    const collector = createCollector(file.name, PEOPLE_MAX - all.found.length);
    const { found, refusals } = await findInFile(file, collector, bytes =>
      onRead(all.found.length + collector.found.length, (done + bytes) / total),
    );
    all.found.push(...found);
    all.refusals.push(...refusals);
    done += file.size;
  }
  return all;
}

async function findInFile(
  file: File,
  collector: Collector,
  onBytes: (done: number) => void,
): Promise<Finding> {
  if (file.size > FILE_MAX_BYTES) return refused(texts.tooBig(file.name));
  const read = createVcardReader(collector.addOutside);
  try {
    for (let from = 0; from < file.size; from += SLICE_BYTES) {
      const bytes = new Uint8Array(await file.slice(from, from + SLICE_BYTES).arrayBuffer());
      await collector.addAll(read(bytes, from + SLICE_BYTES >= file.size), () => onBytes(from));
    }
  } catch (cause) {
    // The phone has taken the file back: moved, deleted, or its app withdrew the permission.
    if (cause instanceof DOMException) return refused(texts.unreadable(file.name));
    throw cause;
  }
  return collector.finish();
}

/** Reads what was pasted: cards, or names and numbers with one person per line. */
export async function findInText(text: string, onRead: OnRead): Promise<Finding> {
  if (/begin\s*:\s*vcard/i.test(text)) {
    const collector = createCollector(texts.pastedText, PEOPLE_MAX);
    await collector.addAll(readVcardText(text, collector.addOutside), () => onRead(collector.found.length));
    return collector.finish();
  }
  const lines = personLines(text);
  if (lines.length === 0) return refused(texts.nothingPasted);
  const more = lines.length - PEOPLE_MAX;
  const refusals = more > 0 ? [texts.tooMany(texts.pastedText, more)] : [];
  return { found: lines.slice(0, PEOPLE_MAX).map(foundInLine), refusals };
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
  return { first, last: '', organisation: '', note: '', phones, others: [], doubts: [] };
}

type Collector = ReturnType<typeof createCollector>;

/** So many lines outside of cards are shown, the others are counted. */
const OUTSIDE_MAX = 3;

/** Takes the people of one file, as many as there is room for, and what has to be said of the file. */
function createCollector(name: string, room: number) {
  const found: Found[] = [];
  const outside: string[] = [];
  const yieldToScreen = createScreenYielder();
  let [more, moreOutside] = [0, 0];
  return {
    found,
    addOutside(line: number, text: string): void {
      if (outside.length < OUTSIDE_MAX) outside.push(texts.outsideLine(line, text.trim()));
      else moreOutside += 1;
    },
    async addAll(cards: Generator<ParsedVcard>, onScreen: () => void): Promise<void> {
      for (const parsed of cards) {
        if (found.length < room) found.push(foundInRecord(parsed.card, doubtsOf(parsed)));
        else more += 1;
        if (await yieldToScreen()) onScreen();
      }
    },
    finish(): Finding {
      if (found.length + more === 0) return refused(texts.noCards(name));
      const refusals = [
        ...(more > 0 ? [texts.tooMany(name, more)] : []),
        ...(outside.length > 0 ? [texts.outside(name, outside, moreOutside)] : []),
      ];
      return { found, refusals };
    },
  };
}

function doubtsOf({ number, line, isWhole, isMerged }: ParsedVcard): string[] {
  return [...(isMerged ? [texts.merged(number, line)] : []), ...(isWhole ? [] : [texts.broken])];
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
