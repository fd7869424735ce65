import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';

type Row = { name: string; count: number | null; sum: number | string; date: string };

const columns: Column<Row>[] = [
  { id: 'name', title: 'Имя', value: row => row.name },
  { id: 'count', title: 'Количество', value: row => row.count, kind: 'number' },
  { id: 'sum', title: 'Сумма', value: row => row.sum, kind: 'money', total: () => 777 },
  { id: 'date', title: 'Дата', value: row => row.date, kind: 'date', cell: () => 'иначе' },
];

function rowOf(row: Partial<Row>): Row {
  return { name: 'Оля', count: 1, sum: 1500, date: '2026-11-20', ...row };
}

async function linesOf(rows: Row[]): Promise<string[]> {
  return (await csvOf(columns, rows)).split('\r\n');
}

test('a file begins with a BOM and the titles, and has a line for each row and none for the totals', async () => {
  expect(await linesOf([rowOf({})])).toEqual([
    '\uFEFF"Имя";"Количество";"Сумма";"Дата"',
    '"Оля";"1";"1500";"2026-11-20"',
  ]);
});

test('decimals have a comma, money its two kopecks', async () => {
  const [, line] = await linesOf([rowOf({ count: 2.5, sum: '1500.5' })]);
  expect(line).toBe('"Оля";"2,5";"1500,50";"2026-11-20"');
});

test.each(['=1+1', '+7 916', '-1+1', '@SUM(A1)', '\t=1', '-5,5,5'])(
  'the formula %j is a text',
  async name => {
    const [, line] = await linesOf([rowOf({ name })]);
    expect(line).toBe(`"'${name}";"1";"1500";"2026-11-20"`);
  },
);

test('negative numbers stay numbers', async () => {
  const [, line] = await linesOf([rowOf({ count: -2, sum: -10.5 })]);
  expect(line).toBe('"Оля";"-2";"-10,50";"2026-11-20"');
});

test('every field is in quotes, and what is empty stays empty', async () => {
  const [, line] = await linesOf([rowOf({ name: 'а;б "в"', count: null, date: '' })]);
  expect(line).toBe('"а;б ""в""";"";"1500";""');
});
