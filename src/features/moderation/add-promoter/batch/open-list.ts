import Papa from 'papaparse';
import { decodeFile } from '#kit/encoding.ts';
import { BadXlsx, isSpreadsheet } from '#kit/xlsx/is-spreadsheet.ts';
import type { XlsxSheet } from '#kit/xlsx/read-xlsx.ts';
import { texts } from '../texts.ts';
import { TEXT_MAX } from './parse-list.ts';

const BYTES_MAX = 32 * 1024 * 1024;

/** A sheet of a file; its text is what copying its rows would give. */
export type ListSheet = { name: string; text: () => Promise<string> };

/** The sheets of a spreadsheet, or the one text of another file; throws BadXlsx, also while a sheet is read. */
export async function openList(file: File): Promise<readonly ListSheet[]> {
  if (file.size > BYTES_MAX) throw new BadXlsx(texts.batch.tooLong);
  const bytes = new Uint8Array(await contentOf(file));
  if (!isSpreadsheet(bytes)) return [{ name: file.name, text: async () => decodeFile(bytes) }];
  // Loaded when such a file is opened.
  const { openXlsx } = await import('#kit/xlsx/read-xlsx.ts').catch(() => {
    throw new BadXlsx(texts.batch.notLoaded);
  });
  const sheets = await openXlsx(bytes);
  return sheets.map(sheet => ({ name: sheet.name, text: () => textOf(sheet) }));
}

async function contentOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    // The file was moved or deleted, or may not be read.
    if (cause instanceof DOMException) throw new BadXlsx(texts.batch.unreadableFile(file.name), { cause });
    throw cause;
  }
}

async function textOf(sheet: XlsxSheet): Promise<string> {
  let text = '';
  for await (const { cells } of sheet.rows()) {
    text += `${Papa.unparse([[...cells]], { delimiter: '\t' })}\n`;
    if (text.length > TEXT_MAX) throw new BadXlsx(texts.batch.tooLong);
  }
  return text;
}
