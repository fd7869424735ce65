import { streamXlsxRows } from 'hucre/xlsx';
import { BadXlsx, isCompound } from './is-spreadsheet.ts';
import { textOfDay } from './serial.ts';
import { unzip, type ZipEntry, zipEntries } from './zip-entries.ts';

/** A row that is not empty: its number in the sheet, and its cells as texts. */
export type XlsxRow = { line: number; cells: readonly string[] };

/** A sheet of an open file. */
export type XlsxSheet = { name: string; rows: () => AsyncGenerator<XlsxRow> };

const MIB = 1024 * 1024;

/** So much is unpacked, however small the file is. */
const UNPACKED_MAX_MIB = 100;

/** The reader keeps the texts of all cells in memory, where they take up to fifty times their size. */
const TEXTS_MAX_MIB = 12;

/** Empty cells before the last one of a row count too. */
const CELLS_MAX = 20_000_000;

const DAMAGED = 'Файл поврежден или скачан не целиком. Скачайте его заново.';
const TOO_LARGE = 'Таблица слишком большая. Разделите ее на несколько файлов.';
const notDay = (line: number) =>
  `Строка ${line}: у ячейки формат даты, а в ней не дата. Задайте ячейке формат «Общий» и сохраните файл.`;
const SAVE_AS = 'Откройте его в Excel или LibreOffice и сохраните как «Книга Excel (.xlsx)».';

/** The sheets of an .xlsx file that have rows and are not hidden, at least one; throws BadXlsx for any other file. */
export async function openXlsx(bytes: Uint8Array): Promise<readonly XlsxSheet[]> {
  if (isCompound(bytes)) throw new BadXlsx(compoundWords(bytes));
  const entries = zipEntries(bytes);
  if (!entries) throw new BadXlsx(DAMAGED);
  if (isTooLarge(entries)) throw new BadXlsx(TOO_LARGE);
  const workbook = entries.find(({ name }) => name === 'xl/workbook.xml');
  if (!workbook) throw new BadXlsx(`${nameOfOther(entries)}. ${SAVE_AS}`);
  const xml = await unzip(bytes, workbook).catch((cause: unknown) => {
    throw new BadXlsx(DAMAGED, { cause });
  });
  const sheets = await withRows(bytes, visibleSheets(new TextDecoder().decode(xml)));
  return sheets.map(sheet => ({ name: sheet.name, rows: () => rowsOf(bytes, sheet) }));
}

function isTooLarge(entries: readonly ZipEntry[]): boolean {
  const sizeOf = (some: readonly ZipEntry[]) => some.reduce((sum, { unpacked }) => sum + unpacked, 0);
  const texts = entries.filter(({ name }) => /sharedstrings/i.test(name));
  return sizeOf(entries) > UNPACKED_MAX_MIB * MIB || sizeOf(texts) > TEXTS_MAX_MIB * MIB;
}

function compoundWords(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  return text.includes('EncryptedPackage')
    ? 'Файл закрыт паролем. Откройте его, снимите пароль и сохраните как «Книга Excel (.xlsx)».'
    : `Это файл старого Excel (.xls). ${SAVE_AS}`;
}

function nameOfOther(entries: readonly ZipEntry[]): string {
  const has = (name: string) => entries.some(entry => entry.name === name);
  if (has('content.xml')) return 'Это файл LibreOffice (.ods)';
  return has('xl/workbook.bin') ? 'Это файл .xlsb' : 'Это не таблица .xlsx';
}

/** A sheet that people see, and where it stands among all. */
type Sheet = { name: string; index: number };

function visibleSheets(xml: string): Sheet[] {
  const tags = xml.match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
  return tags.flatMap((tag, index) => {
    const [, , name = ''] = /\sname=(["'])(.*?)\1/.exec(tag) ?? [];
    return /\sstate=["'](?:hidden|veryHidden)/.test(tag) ? [] : [{ name: unescapeXml(name), index }];
  });
}

const XML_SIGNS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };

function unescapeXml(text: string): string {
  return Object.entries(XML_SIGNS).reduce((plain, [sign, letter]) => plain.replaceAll(sign, letter), text);
}

/** Old Excel gave each file three sheets: of several, those without rows are not asked about. */
async function withRows(bytes: Uint8Array, sheets: readonly Sheet[]): Promise<readonly Sheet[]> {
  if (sheets.length < 2) return sheets;
  const filled: Sheet[] = [];
  for (const sheet of sheets) {
    for await (const _ of rowsOf(bytes, sheet)) {
      filled.push(sheet);
      break;
    }
  }
  return filled.length > 0 ? filled : sheets.slice(0, 1);
}

async function* rowsOf(bytes: Uint8Array, { index: sheet }: Sheet): AsyncGenerator<XlsxRow> {
  let count = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      count += values.length;
      if (count > CELLS_MAX) throw new BadXlsx(TOO_LARGE);
      if (values.some(isLost)) throw new BadXlsx(notDay(index + 1));
      const cells = values.map(textOfCell);
      if (cells.some(cell => cell !== '')) yield { line: index + 1, cells };
    }
  } catch (cause) {
    throw cause instanceof BadXlsx ? cause : new BadXlsx(DAMAGED, { cause });
  }
}

/** The reader gives no number for what is far beyond all days, e.g. a phone in a column of days. */
const isLost = (value: unknown) => value instanceof Date && Number.isNaN(value.getTime());

function textOfCell(value: unknown): string {
  if (value instanceof Date) return textOfCell(textOfDay(value));
  // Spreadsheets show fifteen digits: 0.1 + 0.2 is 0.3.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return typeof value === 'string' ? value.trim() : '';
}
