import type { ReactNode } from 'react';
import { formatDate, formatTime, twoDigits } from '#kit/date.ts';
import { formatNumber } from '#kit/format-number.ts';
import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';

/** What a cell stands for; null, undefined and '' are empty. Money is in roubles, a date is wall clock. */
export type CellValue = string | number | null | undefined;

/** `code` is a number that names a thing: told without groups of thousands, and at the left. */
export type Kind = 'text' | 'number' | 'money' | 'date' | 'code';

/** One column. Keep the list of them outside of the component, or in a memo: its keys are computed once for each. */
export type Column<Row> = {
  id: string;
  title: string;
  /** What is sorted, searched and exported, and shown unless there is a `cell`. */
  value: (row: Row) => CellValue;
  /** What rows are sorted by, where it is not the value. */
  order?: (row: Row) => number;
  /** What is shown instead, e.g. a link or a chip. */
  cell?: (row: Row) => ReactNode;
  kind?: Kind;
  /** What stands in the totals row, over the rows that are shown. */
  total?: (rows: readonly Row[]) => CellValue;
  /** What is shown there instead, as the cells are. */
  totalCell?: (rows: readonly Row[]) => ReactNode;
  /** It names the row, in place of the first column. */
  isName?: boolean;
  /** On a phone it stands beside the name, without its title. */
  isMain?: boolean;
  /** False keeps it out of the column chooser. The first column and the one with the name always stay. */
  hideable?: boolean;
  /** False: rows cannot be sorted by it, e.g. where the server sorts and does not know how. */
  sortable?: boolean;
  /** It is not shown: another column of the screen has the same. */
  isOnlyInFiles?: true;
  /** The width in characters. Without it a long table guesses the width from its rows. */
  width?: number;
};

/** What identifies a row in a selection. */
export type RowKey = string | number;

/** By which column, and which way. */
export type Sort = { id: string; desc: boolean };

/** The place of a row: by the sort, below all others, or below them and folded. */
export type RowPlace = 'sorted' | 'last' | 'folded';

/** How rows can be highlighted; say it in a chip as well, never in colour alone. */
export type RowTone = 'primary' | 'ok' | 'warn' | 'err' | 'info';

/** Whether there is nothing in a cell. */
export function isEmpty(value: CellValue): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/** The kinds that are compared as numbers, stand at the right and are exported as numbers. */
export function isAmount(kind: Kind = 'text'): boolean {
  return kind === 'number' || kind === 'money';
}

/** A value as it is shown: 1500.5 as «1 500,5» or «1 500,50 руб.», '2026-11-20 09:05' as «20.11.2026, 09:05». */
export function formatValue(value: CellValue, kind: Kind = 'text'): string {
  if (isEmpty(value)) return '';
  if (kind === 'money') return formatMoney(value);
  if (kind === 'date') return dateInFigures(String(value));
  if (kind === 'number' && Number.isFinite(Number(value))) return formatNumber(Number(value));
  return String(value);
}

/** Dates one below the other are compared by their figures. */
function dateInFigures(text: string): string {
  if (formatDate(text) === text) return text;
  const [year = '', month = '', day = ''] = (text.split(/[ T]/)[0] ?? '').split('-');
  return [[twoDigits(day), twoDigits(month), year].join('.'), formatTime(text)].filter(Boolean).join(', ');
}

/** The text of a cell. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  return formatValue(column.value(row), column.kind);
}

/** The column that names a row: its header, the title of its card. */
export function nameColumn<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(column => column.isName) ?? columns[0];
}

/** Whether any of these columns has a total. */
export function hasTotals<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(column => column.total !== undefined);
}

/** The total of a column over these rows, as it is shown; empty where it has none. */
export function totalOf<Row>(column: Column<Row>, rows: readonly Row[]): string {
  return column.total ? formatValue(column.total(rows), column.kind) : '';
}

/** The total of a column of numbers or money, exact to the kopeck: `total: sumOf(row => row.amount)`. */
export function sumOf<Row extends object>(value: (row: Row) => CellValue): (rows: readonly Row[]) => number {
  // Each letter of a search asks for another sum of the same rows.
  const known = new WeakMap<Row, number>();
  const kopecksOf = (row: Row) => {
    const kopecks = known.get(row) ?? toKopecks(value(row));
    known.set(row, kopecks);
    return kopecks;
  };
  return rows => toRoubles(rows.reduce((sum, row) => sum + kopecksOf(row), 0));
}
