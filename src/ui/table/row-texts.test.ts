import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { matcherOf } from './row-texts.ts';

type Row = { name: string; phone: string; amount: number; date: string };

const rows: Row[] = [
  { name: 'Алёна Ёлкина', phone: '+7 (916) 123-45-67', amount: 1500, date: '2026-11-20 09:05:00' },
  { name: 'Smith', phone: '', amount: 12.5, date: '2026-01-02' },
];
const columns: Column<Row>[] = [
  { id: 'name', title: 'Имя', value: row => row.name },
  { id: 'phone', title: 'Телефон', value: row => row.phone },
  { id: 'amount', title: 'Сумма', value: row => row.amount, kind: 'money' },
  { id: 'date', title: 'Дата', value: row => row.date, kind: 'date' },
];

function found(text: string, among = columns): number[] {
  const matches = matcherOf(text, rows, among);
  return rows.flatMap((_, index) => (!matches || matches(index) ? [index] : []));
}

test.each([
  ['елкина', [0]],
  ['АЛЕНА ё', [0]],
  ['tkrbyf', [0]],
  ['ыьшер', [1]],
  ['9161234567', [0]],
  ['(916) 123', [0]],
  ['\u202a8\u2011916\u2011123\u201145\u201167,', [0]],
  ['тел. 916.123.45.67', [0]],
  ['Алёна 8 916 123-45-67', [0]],
  ['Смит 8 916 123-45-67', []],
  ['алена ё'.normalize('NFD'), [0]],
  ['1500', [0]],
  ['1 500 руб', [0]],
  ['20 ноября', [0]],
  ['20.11.2026', [0]],
  ['алена ноября', [0]],
  ['алена января', []],
  ['', [0, 1]],
  [' ', [0, 1]],
])('«%s» finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('a number among other words is found however it is written', () => {
  const notes = [
    { id: 'note', title: 'Примечание', value: (row: Row) => `звонить 8 916 123-45-67, ${row.name}` },
  ];
  expect(found('+7 (916) 123-45-67 smith', notes)).toEqual([1]);
  expect(found('+7 (916) 123-45-68', notes)).toEqual([]);
});

test('what is hidden is not searched: a row must show why it was found', () => {
  expect(found('1500', columns.slice(0, 2))).toEqual([]);
});
