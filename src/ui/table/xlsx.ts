import { downloadBlob, fileName } from '../download.ts';
import type { Column } from './column.ts';

/** Saves exactly what is given, in this order, as what spreadsheets open by themselves. */
export async function saveXlsx<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  // Loaded when a file is asked for.
  const { writeXlsx, XLSX_TYPE } = await import('#kit/xlsx/write-xlsx.ts');
  const bytes = await new Response(await writeXlsx(name, columns, [rows])).arrayBuffer();
  downloadBlob(new Blob([bytes], { type: XLSX_TYPE }), fileName(name, 'xlsx', 'table'));
}
