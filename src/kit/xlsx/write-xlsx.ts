import { writeXlsxStream } from 'hucre/xlsx';
import { toKopecks, toRoubles } from '../money.ts';
import { serialOf } from './serial.ts';

/** What a browser and a mail call such a file. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a column holds; `code` is a number that names a thing, and a text in a file. */
export type XlsxKind = 'text' | 'number' | 'money' | 'date' | 'code';

type Value = string | number | null | undefined;

/** One column of a file. Money is in roubles, a date is wall clock. */
export type XlsxColumn<Row> = { title: string; kind?: XlsxKind; value: (row: Row) => Value };

type Pages<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

/** Rows as an .xlsx file with one sheet: the first row stays in sight, widths fit the first page. */
export async function writeXlsx<Row>(
  sheet: string,
  columns: readonly XlsxColumn<Row>[],
  pages: Pages<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const { first, rows } = await withFirst(pages);
  return writeXlsxStream(cellsOf(columns, rows), {
    name: sheetName(sheet),
    columns: columns.map(column => layoutOf(column, first)),
    freezePane: { rows: 1 },
    compress: canDeflate(),
  });
}

async function withFirst<Row>(pages: Pages<Row>) {
  const iterator = (async function* () {
    yield* pages;
  })();
  const { value: first = [], done } = await iterator.next();
  async function* rows() {
    yield* first;
    if (!done) for await (const page of iterator) yield* page;
  }
  return { first, rows: rows() };
}

async function* cellsOf<Row>(columns: readonly XlsxColumn<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(column => cellOf(column, row));
}

/** More digits than a spreadsheet keeps: such a number stays whole as a text. */
const NUMBER_MAX = 1e13;

function cellOf<Row>({ kind, value }: XlsxColumn<Row>, row: Row): string | number | null {
  const given = value(row) ?? '';
  if (given === '') return null;
  if (kind === 'date') return serialOf(String(given)) ?? plainText(String(given));
  if (kind !== 'number' && kind !== 'money') return plainText(String(given));
  const number = Number(given);
  if (!(Math.abs(number) < NUMBER_MAX)) return plainText(String(given));
  return kind === 'money' ? toRoubles(toKopecks(given)) : number;
}

/** A text as the format can hold it: it has one kind of line end, and reads «_x0041_» as «A». */
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;

function layoutOf<Row>(column: XlsxColumn<Row>, rows: readonly Row[]) {
  const header = plainText(column.title);
  const texts = rows.map(row => String(column.value(row) ?? ''));
  const format = formatOf(column.kind, texts);
  // Of a sum and a day the format tells how long they are shown.
  const room = column.kind === 'money' ? 5 : 2;
  const longest = texts.reduce((most, text) => Math.max(most, text.length), header.length);
  return { header, width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + room)), ...format };
}

function formatOf(kind: XlsxKind = 'text', texts: readonly string[]) {
  if (kind === 'number') return {};
  if (kind === 'money') return { numFmt: '#,##0.00' };
  if (kind !== 'date') return { numFmt: '@' };
  return { numFmt: texts.some(text => text.includes(':')) ? 'dd.mm.yyyy hh:mm' : 'dd.mm.yyyy' };
}

/** At most 31 letters, and none that a reference to a sheet is made of. */
function sheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .trim();
  return name === '' || name.toLowerCase() === 'history' ? 'Таблица' : name;
}

/** Chromium before 103 has the class and not this format of it. */
function canDeflate(): boolean {
  try {
    return new CompressionStream('deflate-raw') instanceof CompressionStream;
  } catch {
    return false;
  }
}
