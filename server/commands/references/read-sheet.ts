/** A file of lines and columns, as a spreadsheet saves it: its encoding, its separator, its quotes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { plural } from '#kit/plural.ts';
import { type Column, describeColumns, readHeader, type Sheet } from './columns.ts';

const BYTES_MAX = 32 * 1024 * 1024;
const ROWS_MAX = 200_000;

/** So many rows at a time: in between the server answers others. */
const ROWS_AT_ONCE = 1000;

const SEPARATORS = [';', ',', '\t'];

/** One line of the file: its number, and what stands in each column; '' where nothing does. */
export type SheetRow = { line: number; cell: (column: Column) => string };

/** Of a long list of mistakes, as many are shown. */
const SHOWN = 20;

/** The file cannot be taken; its message is for whoever gave it. */
export class BadSheet extends Error {}

/** What is wrong with the lines of a file. All are looked for, so that one correction is enough. */
export type Faults = { add: (line: number, text: string) => void; raise: () => void };

export function collectFaults(): Faults {
  const shown: { line: number; text: string }[] = [];
  let count = 0;
  return {
    add: (line, text) => {
      count += 1;
      if (shown.length < SHOWN) shown.push({ line, text });
    },
    raise: () => {
      if (count === 0) return;
      const rest = count - shown.length;
      const more = rest > 0 ? [`И еще ${rest} ${plural(rest, 'ошибка', 'ошибки', 'ошибок')}`] : [];
      const lines = shown.sort((a, b) => a.line - b.line).map(({ line, text }) => `Строка ${line}: ${text}`);
      throw new BadSheet([...lines, ...more, 'Ничего не записано'].join('\n'));
    },
  };
}

/** The whole file as text: UTF-8, or windows-1251 where it cannot be that. */
export async function readText(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of input) {
    length += part.length;
    if (length > BYTES_MAX) throw new BadSheet(`Файл больше ${BYTES_MAX / 1024 / 1024} МиБ`);
    parts.push(part);
  }
  const text = decode(Buffer.concat(parts)).replace(/\r\n?/g, '\n');
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  const line = text.slice(0, zero).split('\n').length;
  throw new BadSheet(`Строка ${line}: нулевой байт. Это не текст или UTF-16: сохраните файл как CSV UTF-8`);
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new BadSheet('Файл в UTF-16: сохраните его как CSV UTF-8');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // No UTF-8: then it is what Russian spreadsheets save.
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** The lines of a file below its first one. What is wrong with single lines is added to the faults. */
export async function readSheet(sheet: Sheet, text: string, faults: Faults): Promise<SheetRow[]> {
  if (text.trim() === '') throw new BadSheet('Файл пуст');
  const { separator, at } = chooseSeparator(sheet, text);
  const rows: SheetRow[] = [];
  let line = 1;
  await parse(text, separator, (cells, isBroken) => {
    const start = line;
    line += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    if (start === 1 || cells.every(cell => cell.trim() === '')) return;
    const fault = isBroken ? 'кавычки не закрыты или стоят не на месте' : faultOf(cells, at);
    if (fault) faults.add(start, fault);
    else rows.push({ line: start, cell: column => clean(cells[at.get(column) ?? -1] ?? '') });
    if (rows.length > ROWS_MAX) throw new BadSheet(`В файле больше ${ROWS_MAX} строк`);
  });
  if (rows.length === 0) {
    faults.raise();
    throw new BadSheet('В файле нет ни одной строки, кроме первой');
  }
  return rows;
}

/** Of those with which the first row makes sense, or else of all, the one that gives most cells. */
function chooseSeparator(sheet: Sheet, text: string) {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined).slice(0, 10_000);
  const tried = SEPARATORS.map(separator => {
    const [cells = []] = Papa.parse<string[]>(first, { delimiter: separator, newline: '\n' }).data;
    return { separator, count: cells.length, header: readHeader(sheet, cells) };
  });
  const [best] = tried.sort(
    (a, b) => Number('at' in b.header) - Number('at' in a.header) || b.count - a.count,
  );
  if (best && 'at' in best.header) return { separator: best.separator, at: best.header.at };
  throw new BadSheet(
    [
      `Первая строка не подходит: ${best?.header.wrong}. Нужны: ${describeColumns(sheet)}`,
      'Разделитель — точка с запятой, запятая или табуляция; кодировка — UTF-8 или windows-1251',
    ].join('\n'),
  );
}

function parse(text: string, delimiter: string, take: (cells: string[], isBroken: boolean) => void) {
  let taken = 0;
  return new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      step: ({ data, errors }, parser) => {
        try {
          take(data, errors.length > 0);
        } catch (error) {
          parser.abort();
          return reject(error);
        }
        taken += 1;
        if (taken % ROWS_AT_ONCE !== 0) return;
        parser.pause();
        void nextTurn().then(() => parser.resume());
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

function faultOf(cells: readonly string[], at: ReadonlyMap<Column, number>) {
  const known = new Set(at.values());
  if (cells.some((cell, index) => !known.has(index) && cell.trim() !== '')) {
    return 'значений больше, чем колонок';
  }
  if (cells.some(cell => cell.includes('\n'))) return 'перенос строки в значении: проверьте кавычки';
  // What a decoder puts where it knows no letter, and what no keyboard types.
  if (cells.some(cell => /[\p{Cc}\ufffd]/u.test(cell.replaceAll('\t', ' ')))) {
    return 'знаки, которых в названиях не бывает: проверьте кодировку файла';
  }
  return undefined;
}

/** Text as names are compared: composed, single spaces, none around. */
export function clean(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
