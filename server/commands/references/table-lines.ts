/** The lines of a table in a file: a spreadsheet, or text with an encoding, a separator and quotes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { decodeFile } from '#kit/encoding.ts';
import { BadXlsx } from '#kit/xlsx/is-spreadsheet.ts';
import { openXlsx } from '#kit/xlsx/read-xlsx.ts';
import { BadSheet } from './faults.ts';

const BYTES_MAX = 32 * 1024 * 1024;

/** So many rows at a time: in between the server answers others. */
const ROWS_AT_ONCE = 1000;

/** The headings stand within so many letters. */
const FIRST_MAX = 10_000;

/** A line of a file that is not empty. `isBroken`: its quotes are. */
export type TableLine = { line: number; cells: readonly string[]; isBroken: boolean };

/** Gives one line after another. */
export type EachLine = (take: (line: TableLine) => void) => Promise<void>;

/** The whole file, unless it is too large. */
export async function readBytes(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of input) {
    length += part.length;
    if (length > BYTES_MAX) throw new BadSheet(`Файл больше ${BYTES_MAX / 1024 / 1024} МиБ`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The whole file as text. */
export function textOf(bytes: Buffer): string {
  const text = decodeFile(bytes).replace(/\r\n?/g, '\n');
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  const line = text.slice(0, zero).split('\n').length;
  throw new BadSheet(`Строка ${line}: нулевой байт. Это не текст или UTF-16: сохраните файл как CSV UTF-8`);
}

/** The first line of a text that is not empty, cut by a separator. */
export function firstCells(text: string, separator: string): readonly string[] {
  const [first = ''] = /^.*\S.*$/m.exec(text.slice(0, FIRST_MAX)) ?? [];
  const [cells = []] = Papa.parse<string[]>(first, { delimiter: separator, newline: '\n' }).data;
  return cells;
}

/** The lines of a text. */
export function linesOfText(text: string, delimiter: string): EachLine {
  return take => {
    let [line, taken] = [1, 0];
    return new Promise<void>((resolve, reject) => {
      Papa.parse<string[]>(text, {
        delimiter,
        newline: '\n',
        step: ({ data: cells, errors }, parser) => {
          try {
            if (cells.some(cell => cell.trim() !== '')) take({ line, cells, isBroken: errors.length > 0 });
          } catch (error) {
            // Before the abort, which counts as the end.
            reject(error);
            return parser.abort();
          }
          line += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
          taken += 1;
          if (taken % ROWS_AT_ONCE !== 0) return;
          parser.pause();
          void nextTurn().then(() => parser.resume());
        },
        complete: () => resolve(),
        error: reject,
      });
    });
  };
}

/** The lines of a spreadsheet: of its only sheet, or of the one with this name. */
export async function linesOfXlsx(bytes: Uint8Array, name: string | undefined): Promise<EachLine> {
  const sheets = await openXlsx(bytes).catch(inWords);
  const [sheet, another] = name === undefined ? sheets : sheets.filter(each => each.name === name);
  if (!sheet || another) {
    const names = sheets.map(each => each.name).join('», «');
    throw new BadSheet(`Листы файла: «${names}». Задайте один из них: --sheet <лист>`);
  }
  return async take => {
    try {
      for await (const { line, cells } of sheet.rows()) take({ line, cells, isBroken: false });
    } catch (error) {
      inWords(error);
    }
  };
}

function inWords(error: unknown): never {
  throw error instanceof BadXlsx ? new BadSheet(error.message) : error;
}
