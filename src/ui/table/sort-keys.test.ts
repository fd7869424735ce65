import { expect, test } from 'vitest';
import type { Column, Kind } from './column.ts';
import { sortKeysOf } from './sort-keys.ts';

type Row = { value: string | number | null };

const columnOf = (kind: Kind = 'text'): Column<Row> => ({
  id: 'value',
  title: 'Значение',
  kind,
  value: row => row.value,
});

function ordered(kind: Kind, values: Row['value'][]): Row['value'][] {
  const rows = values.map(value => ({ value }));
  const keys = sortKeysOf(rows, columnOf(kind));
  return values
    .map((value, index) => ({ value, key: keys[index] ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value);
}

test('texts stand in the Russian order: Ё with Е, numbers by their value', () => {
  expect(ordered('text', ['Яков', 'Ель', 'К-10', 'Ёлка', 'К-9', 'Жук'])).toEqual([
    ...['Ёлка', 'Ель', 'Жук', 'К-9', 'К-10', 'Яков'],
  ]);
});

test('numbers that came as texts are compared as numbers', () => {
  expect(ordered('number', ['10', '9', '-3', 2.5])).toEqual(['-3', 2.5, '9', '10']);
  expect(ordered('money', ['1500,50', '90', '-10.5'])).toEqual(['-10.5', '90', '1500,50']);
});

test('what is empty has no key', () => {
  const rows: Row[] = [{ value: null }, { value: '' }, { value: 0 }];
  expect(sortKeysOf(rows, columnOf('number'))).toEqual([undefined, undefined, 0]);
});

test('equal texts share a key, so that they keep the order in which they came', () => {
  const rows = ['б', 'а', 'б'].map(value => ({ value }));
  expect(sortKeysOf(rows, columnOf())).toEqual([1, 0, 1]);
});

test('days stand in the order of the calendar', () => {
  expect(ordered('date', ['2026-11-20 09:05:00', '2025-12-31', '2026-02-01'])).toEqual([
    ...['2025-12-31', '2026-02-01', '2026-11-20 09:05:00'],
  ]);
});
