import Papa from 'papaparse';
import { decodeText } from '#kit/decode-text.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { isSpreadsheet } from '#kit/xlsx/is-spreadsheet.ts';
import type { XlsxSheet } from '#kit/xlsx/read-xlsx.ts';
import { texts } from '../texts.ts';
import { TEXT_MAX } from './parse-list.ts';

const BYTES_MAX = 32 * 1024 * 1024;

/** A sheet of a file; its text is what copying its rows would give. */
export type ListSheet = { name: string; text: () => Promise<Result<string, string>> };

/** The sheets of a spreadsheet, or the one text of another file; a problem is a sentence. */
export async function openList(file: File): Promise<Result<readonly ListSheet[], string>> {
  if (file.size > BYTES_MAX) return failure(texts.batch.tooLong);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isSpreadsheet(bytes))
    return success([{ name: file.name, text: async () => success(decodeText(bytes)) }]);
  // Loaded when somebody opens such a file.
  const reader = await import('#kit/xlsx/read-xlsx.ts').catch(() => null);
  if (!reader) return failure(texts.batch.notLoaded);
  const inWords = (cause: unknown) => {
    if (cause instanceof reader.BadXlsx) return failure(cause.message);
    throw cause;
  };
  return reader
    .openXlsx(bytes)
    .then(
      sheets =>
        success(sheets.map(sheet => ({ name: sheet.name, text: () => textOf(sheet).catch(inWords) }))),
      inWords,
    );
}

async function textOf(sheet: XlsxSheet): Promise<Result<string, string>> {
  let text = '';
  for await (const { cells } of sheet.rows()) {
    text += `${Papa.unparse([[...cells]], { delimiter: '\t' })}\n`;
    if (text.length > TEXT_MAX) return failure(texts.batch.tooLong);
  }
  return success(text);
}
