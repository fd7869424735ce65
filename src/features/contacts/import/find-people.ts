import { type Cell, type ChosenRoles, toPersonRecord } from '#kit/address-book/columns.ts';
import { readAddressCsv } from '#kit/address-book/read-csv.ts';
import { isLdif, readLdif } from '#kit/address-book/read-ldif.ts';
import { createUtf8Pieces, decodeFile, toBinaryString } from '#kit/encoding.ts';
import { readPhones } from '#kit/find-phones.ts';
import { createVcardReader, type ParsedVcard, readVcardText } from '#kit/vcard/read-vcards.ts';
import { prefill } from '../form/prefill.ts';
import { foundInRecord } from './found-in-record.ts';
import type { Found } from './person.ts';
import { texts } from './texts.ts';

const FILE_MAX_BYTES = 200 * 1024 * 1024;

/** A vCard file is read so much at a time and never held as a whole. */
const SLICE_BYTES = 512 * 1024;

/** A table is held as a whole: 20,000 people of Outlook are 20 MB. */
const TABLE_MAX_BYTES = 32 * 1024 * 1024;

/** So many people are looked at in one go. */
export const PEOPLE_MAX = 20_000;

/** Who was found, and what could not be read, in words. */
export type Finding = { found: Found[]; refusals: string[] };

/** How many people were read so far, and which share of the whole, where that is known. */
export type OnRead = (count: number, share?: number) => void;

/** What a search says and asks while it reads. `ask`: what stands in columns whose headings are not known. */
export type Search = { onRead: OnRead; ask: (columns: readonly Cell[]) => Promise<ChosenRoles> };

/** Reads files of address books one after the other; one that cannot be read does not keep the others back. */
export async function findInFiles(files: readonly File[], { onRead, ask }: Search): Promise<Finding> {
  const all: Finding = { found: [], refusals: [] };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const file of files) {
    const nothing = texts.noCards(file.name);
    const collector = createCollector(file.name, PEOPLE_MAX - all.found.length, nothing);
    const onBytes = (bytes: number) =>
      onRead(all.found.length + collector.found.length, (done + bytes) / total);
    const { found, refusals } = await findInFile(file, collector, { onBytes, ask });
    all.found.push(...found);
    all.refusals.push(...refusals);
    done += file.size;
  }
  return all;
}

type FileSearch = { onBytes: (done: number) => void; ask: Search['ask'] };

async function findInFile(file: File, collector: Collector, search: FileSearch): Promise<Finding> {
  if (file.size > FILE_MAX_BYTES) return refused(texts.tooBig(file.name));
  try {
    const start = createUtf8Pieces()(await bytesOf(file, 0), false);
    if (VCARD.test(toBinaryString(start))) await addCards(file, collector, search.onBytes);
    else if (file.size > TABLE_MAX_BYTES) return refused(texts.tableTooBig(file.name));
    else {
      const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
      const people = (await peopleInTable(text, search.ask)) ?? peopleInList(text);
      await collector.addAll(people, () => {});
    }
  } catch (cause) {
    // The phone has taken the file back: moved, deleted, or its app withdrew the permission.
    if (cause instanceof DOMException) return refused(texts.unreadable(file.name));
    throw cause;
  }
  return collector.finish();
}

async function bytesOf(file: File, from: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, from + SLICE_BYTES).arrayBuffer());
}

async function addCards(file: File, collector: Collector, onBytes: FileSearch['onBytes']): Promise<void> {
  const read = createVcardReader(collector.addOutside);
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    const cards = read(await bytesOf(file, from), from + SLICE_BYTES >= file.size);
    await collector.addAll(peopleOnCards(cards), () => onBytes(from));
  }
}

/** Reads what was pasted: cards, a table with headings, or names and numbers with one person per line. */
export async function findInText(text: string, { onRead, ask }: Search): Promise<Finding> {
  const collector = createCollector(texts.pastedText, PEOPLE_MAX, texts.nothingPasted);
  const people = VCARD.test(text)
    ? peopleOnCards(readVcardText(text, collector.addOutside))
    : ((await peopleInTable(text, ask)) ?? peopleInLines(personLines(text)));
  await collector.addAll(people, () => onRead(collector.found.length));
  return collector.finish();
}

const VCARD = /begin\s*:\s*vcard/i;

function* peopleOnCards(cards: Iterable<ParsedVcard>): Generator<Found> {
  for (const parsed of cards) yield foundInRecord(parsed.card, doubtsOf(parsed));
}

/** The people of a table with headings or of LDIF; null for any other text. */
async function peopleInTable(text: string, ask: Search['ask']): Promise<Iterable<Found> | null> {
  if (isLdif(text)) return peopleInRows(readLdif(text));
  const table = await readAddressCsv(text);
  if (!table) return null;
  return peopleInRows(table.rows, table.unknown.length > 0 ? await ask(table.unknown) : undefined);
}

type Row = { cells: readonly Cell[]; isWhole: boolean };

function* peopleInRows(rows: Iterable<Row>, roles?: ChosenRoles): Generator<Found> {
  for (const { cells, isWhole } of rows) {
    const isRead = isWhole && !cells.some(({ value }) => value.includes('\ufffd'));
    yield foundInRecord(toPersonRecord(cells, roles), isRead ? [] : [texts.brokenRow]);
  }
}

/** A file without headings is a list of people if a phone is in it; a picture is none. */
function peopleInList(text: string): Iterable<Found> {
  const lines = text.includes('\0') ? [] : personLines(text);
  return lines.some(line => readPhones(line).phones.length > 0) ? peopleInLines(lines) : [];
}

function* peopleInLines(lines: readonly string[]): Generator<Found> {
  for (const line of lines) yield foundInLine(line.startsWith('"') ? withoutQuotes(line) : line);
}

/** "Анна Перова","80001112233" → the same with tabs. */
function withoutQuotes(line: string): string {
  return line.replace(/"((?:[^"]|"")*)"[,;]?/g, (_, cell: string) => `${cell.replaceAll('""', '"')}\t`);
}

const isNumber = (line: string) => /\d/.test(line) && !/\p{L}/u.test(line);
const isName = (line: string) => /\p{L}/u.test(line) && readPhones(line).phones.length === 0;

/** A number alone in a line belongs to the name above it, if that has none. */
function personLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/[\r\n]+/).map(each => each.trim())) {
    const above = lines.at(-1);
    if (line === '') continue;
    if (above !== undefined && isNumber(line) && isName(above)) {
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
function createCollector(name: string, room: number, nothing: string) {
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
    async addAll(people: Iterable<Found>, onScreen: () => void): Promise<void> {
      for (const person of people) {
        if (found.length < room) found.push(person);
        else more += 1;
        const pause = yieldToScreen();
        if (pause && (await pause)) onScreen();
      }
    },
    finish(): Finding {
      if (found.length + more === 0) return refused(nothing);
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

/**
 * For long work: to be awaited after each piece, it lets the screen draw now and then, and tells when it did. False when that is not
 * due: to await that too would cost as much as a row.
 */
export function createScreenYielder(): () => false | Promise<true> {
  let since = performance.now();
  return () => {
    if (performance.now() - since < BLOCKING_MAX_MS) return false;
    return new Promise(resolve =>
      setTimeout(() => {
        since = performance.now();
        resolve(true);
      }),
    );
  };
}
