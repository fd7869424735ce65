/** The columns of each reference list's file, as its first row may name them. */

export const SHEETS = ['districts', 'works', 'warehouses', 'nomenclature'] as const;
export type Sheet = (typeof SHEETS)[number];

export type Column = 'kind' | 'name' | 'parent' | 'sort' | 'active' | 'title' | 'unit' | 'price';

type Columns = Partial<Record<Column, { called: readonly string[]; required: boolean }>>;

const tree = (name: readonly string[]): Columns => ({
  kind: { called: ['вид', 'kind', 'тип'], required: true },
  name: { called: [...name, 'название', 'наименование', 'name'], required: true },
  parent: { called: ['родитель', 'parent'], required: false },
  sort: { called: ['порядок', 'sort'], required: false },
  active: { called: ['действует', 'active'], required: false },
});

const title = { called: ['название', 'наименование', 'title', 'name'], required: true };

const COLUMNS: Record<Sheet, Columns> = {
  districts: tree(['район']),
  works: tree(['работа', 'вид работ']),
  warehouses: { title: { ...title, called: ['склад', ...title.called] } },
  nomenclature: {
    title,
    unit: { called: ['единица', 'ед', 'ед.', 'unit'], required: true },
    price: { called: ['цена', 'price'], required: true },
  },
};

/** Which column of a file is which; or what is wrong with its first row. */
export type Header = { at: ReadonlyMap<Column, number> } | { wrong: string };

/** Reads the first row of a file. */
export function readHeader(sheet: Sheet, cells: readonly string[]): Header {
  const at = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const called = cell.trim().toLowerCase();
    // A spreadsheet leaves empty columns behind.
    if (called === '') continue;
    const column = columnCalled(sheet, called);
    if (!column) return { wrong: `колонка «${called.slice(0, 60)}» не известна` };
    if (at.has(column)) return { wrong: `колонка «${called}» стоит дважды` };
    at.set(column, index);
  }
  const missing = entriesOf(sheet).find(([column, { required }]) => required && !at.has(column));
  return missing ? { wrong: `нет колонки «${missing[1].called[0]}»` } : { at };
}

function columnCalled(sheet: Sheet, called: string): Column | undefined {
  return entriesOf(sheet).find(([, column]) => column.called.includes(called))?.[0];
}

function entriesOf(sheet: Sheet) {
  // Made of our own record: its keys are columns.
  return Object.entries(COLUMNS[sheet]) as [Column, { called: readonly string[]; required: boolean }][];
}

/** What the first row may hold, for people. */
export function describeColumns(sheet: Sheet): string {
  return entriesOf(sheet)
    .map(([, { called, required }]) => (required ? called.join('|') : `[${called.join('|')}]`))
    .join('; ');
}
