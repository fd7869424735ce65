import { writeXlsx, type XlsxColumn } from '#kit/xlsx/write-xlsx.ts';
import type { ExportColumn } from './export-sets.ts';
import { type ExportRow, shownValue } from './export-text.ts';

type Pages = AsyncIterable<readonly ExportRow[]>;

/** Pages of rows as an .xlsx file, part by part. */
export async function* xlsxOf(
  name: string,
  { columns, zone }: { columns: readonly ExportColumn[]; zone: string },
  pages: Pages,
): AsyncGenerator<Uint8Array> {
  const typed = columns.map(
    ({ key, title, kind }): XlsxColumn<ExportRow> => ({
      title,
      kind: kind === 'moment' ? 'date' : (kind ?? 'text'),
      value: row => shownValue(row[key] ?? null, kind, zone),
    }),
  );
  yield* await writeXlsx(name, typed, pages);
}
