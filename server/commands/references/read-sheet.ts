/** What stands in each column of a list's file. */
import { isSpreadsheet } from '#kit/xlsx/is-spreadsheet.ts';
import { type Column, describeColumns, readHeader, type Sheet } from './columns.ts';
import { BadSheet, type Faults } from './faults.ts';
import { type EachLine, firstCells, linesOfText, linesOfXlsx, textOf } from './table-lines.ts';

const ROWS_MAX = 200_000;

const SEPARATORS = [';', ',', '\t'];

/** One line of the file: its number, and what stands in each column; '' where nothing does. */
export type SheetRow = { line: number; cell: (column: Column) => string };

/** What was given: the file, and which of its sheets. */
export type SheetFile = { bytes: Buffer; name: string | undefined };

/** The lines of a file below its first one. What is wrong with single lines is added to the faults. */
export async function readSheet(sheet: Sheet, file: SheetFile, faults: Faults): Promise<SheetRow[]> {
  const eachLine = await linesOf(sheet, file);
  const rows: SheetRow[] = [];
  let at: ReadonlyMap<Column, number> | undefined;
  await eachLine(({ line, cells, isBroken }) => {
    if (!at) {
      at = columnsIn(sheet, cells);
      return;
    }
    const columns = at;
    const fault = isBroken ? 'кавычки не закрыты или стоят не на месте' : faultOf(cells, columns);
    if (fault) faults.add(line, fault);
    else rows.push({ line, cell: column => clean(cells[columns.get(column) ?? -1] ?? '') });
    if (rows.length > ROWS_MAX) throw new BadSheet(`В файле больше ${ROWS_MAX} строк`);
  });
  if (rows.length === 0) {
    faults.raise();
    throw new BadSheet(at ? 'В файле нет ни одной строки, кроме первой' : 'Файл пуст');
  }
  return rows;
}

async function linesOf(sheet: Sheet, { bytes, name }: SheetFile): Promise<EachLine> {
  if (isSpreadsheet(bytes)) return linesOfXlsx(bytes, name);
  if (name !== undefined) throw new BadSheet('Параметр --sheet — для .xlsx: в CSV листов нет');
  const text = textOf(bytes);
  return linesOfText(text, chooseSeparator(sheet, text));
}

/** Of those with which the first row makes sense, or else of all, the one that gives most cells. */
function chooseSeparator(sheet: Sheet, text: string): string {
  const tried = SEPARATORS.map(separator => {
    const cells = firstCells(text, separator);
    return { separator, count: cells.length, isRight: 'at' in readHeader(sheet, cells) };
  });
  tried.sort((a, b) => Number(b.isRight) - Number(a.isRight) || b.count - a.count);
  return tried[0]?.separator ?? ';';
}

function columnsIn(sheet: Sheet, cells: readonly string[]): ReadonlyMap<Column, number> {
  const header = readHeader(sheet, cells);
  if ('at' in header) return header.at;
  throw new BadSheet(
    [
      `Первая строка не подходит: ${header.wrong}. Нужны: ${describeColumns(sheet)}`,
      'В CSV разделитель — точка с запятой, запятая или табуляция; кодировка — UTF-8 или windows-1251',
    ].join('\n'),
  );
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
