/** The columns of each reference list's file, as its first row may name them. */
import { withoutInvisible } from '#kit/invisible.ts';

export const SHEETS = ['districts', 'works', 'warehouses', 'nomenclature'] as const;
export type Sheet = (typeof SHEETS)[number];

export type Column = 'number' | 'kind' | 'name' | 'parent' | 'sort' | 'active' | 'title' | 'unit' | 'price';

/** Each is called by headings as `plainHeading` writes them. */
type Columns = readonly (readonly [Column, called: readonly string[]])[];

/** The number of the line, which other programs put first. It is not read. */
const NUMBER = ['number', ['№', '№ п/п', 'n п/п']] as const;

const tree = (...name: string[]): Columns => [
  ['kind', ['вид', 'kind', 'тип']],
  ['name', [...name, 'название', 'наименование', 'name']],
  ['parent', ['родитель', 'входит в', 'parent']],
  ['sort', ['порядок', 'sort']],
  ['active', ['действует', 'активно', 'active']],
  NUMBER,
];

const TITLE = ['название', 'наименование', 'title', 'name'];

const GOODS = ['номенклатура', 'товар', 'наименование товара', 'название товара', 'материал'];

const COLUMNS: Record<Sheet, Columns> = {
  districts: tree('район'),
  works: tree('работа', 'вид работ'),
  warehouses: [['title', ['склад', ...TITLE]], NUMBER],
  nomenclature: [
    ['title', [...TITLE, ...GOODS]],
    ['unit', ['единица', 'ед', 'ед изм', 'единица измерения', 'единицы измерения', 'unit']],
    ['price', ['цена', 'цена руб', 'цена в рублях', 'цена за единицу', 'стоимость', 'price']],
    NUMBER,
  ],
};

const OPTIONAL = new Set<Column>(['number', 'parent', 'sort', 'active']);

/** Reads the first row of a file: where each column stands, or what is wrong with it. */
export function readHeader(sheet: Sheet, cells: readonly string[]) {
  const at = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const name = plainHeading(cell);
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

/** A heading without its marks: «Цена, руб.» and «Цена (руб.)» are «цена руб». */
function plainHeading(cell: string): string {
  return withoutInvisible(cell)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s.,:()]+/g, ' ')
    .trim();
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
