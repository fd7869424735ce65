/** The columns of each reference list's file, as its first row may name them. */

export const SHEETS = ['districts', 'works', 'warehouses', 'nomenclature'] as const;
export type Sheet = (typeof SHEETS)[number];

export type Column = 'kind' | 'name' | 'parent' | 'sort' | 'active' | 'title' | 'unit' | 'price';

type Columns = readonly (readonly [Column, called: readonly string[]])[];

const tree = (...name: string[]): Columns => [
  ['kind', ['вид', 'kind', 'тип']],
  ['name', [...name, 'название', 'наименование', 'name']],
  ['parent', ['родитель', 'parent']],
  ['sort', ['порядок', 'sort']],
  ['active', ['действует', 'active']],
];

const TITLE = ['название', 'наименование', 'title', 'name'];

const COLUMNS: Record<Sheet, Columns> = {
  districts: tree('район'),
  works: tree('работа', 'вид работ'),
  warehouses: [['title', ['склад', ...TITLE]]],
  nomenclature: [
    ['title', TITLE],
    ['unit', ['единица', 'ед', 'ед.', 'unit']],
    ['price', ['цена', 'price']],
  ],
};

const OPTIONAL = new Set<Column>(['parent', 'sort', 'active']);

/** Reads the first row of a file: where each column stands, or what is wrong with it. */
export function readHeader(sheet: Sheet, cells: readonly string[]) {
  const at = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    // A spreadsheet leaves empty columns behind.
    if (name === '') continue;
    const column = COLUMNS[sheet].find(([, called]) => called.includes(name))?.[0];
    if (!column) return { wrong: `колонка «${name.slice(0, 60)}» не известна` };
    if (at.has(column)) return { wrong: `колонка «${name}» стоит дважды` };
    at.set(column, index);
  }
  const missing = COLUMNS[sheet].find(([column]) => !OPTIONAL.has(column) && !at.has(column));
  return missing ? { wrong: `нет колонки «${missing[1][0]}»` } : { at };
}

/** What the first row may hold, for people. */
export function describeColumns(sheet: Sheet): string {
  return COLUMNS[sheet]
    .map(([column, called]) => (OPTIONAL.has(column) ? `[${called.join('|')}]` : called.join('|')))
    .join('; ');
}

/** Whether rows of a list can be switched off: what orders or documents refer to is never deleted. */
export function canSwitchOff(sheet: Sheet): boolean {
  return COLUMNS[sheet].some(([column]) => column === 'active');
}
