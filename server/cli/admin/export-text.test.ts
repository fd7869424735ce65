import { describe, expect, it, test } from 'vitest';
import { EXPORT_SETS, type ExportColumn } from './export-sets.ts';
import { headOf, textOfRows } from './export-text.ts';

const columns: readonly ExportColumn[] = [
  { key: 'name', title: 'Имя' },
  { key: 'sum', title: 'Сумма', kind: 'money' },
  { key: 'at', title: 'Создано', kind: 'moment' },
];

const zone = 'Asia/Yekaterinburg';

const csv = (row: Record<string, string | null>) => textOfRows([row], { format: 'csv', columns, zone });
const jsonl = (row: Record<string, string | null>) => textOfRows([row], { format: 'jsonl', columns, zone });

describe('csv', () => {
  it('begins with a BOM and names its columns, in quotes and split by semicolons', () => {
    expect(headOf('csv', columns)).toBe('\uFEFF"Имя";"Сумма";"Создано"\r\n');
  });

  it('tells money in roubles with two decimals and a comma, and time by the clocks of the firm', () => {
    const at = '2026-11-22T20:30:00Z';
    expect(csv({ name: 'Ё', sum: '150055', at })).toBe('"Ё";"1500,55";"2026-11-23 01:30:00"\r\n');
    expect(csv({ name: null, sum: null, at: null })).toBe('"";"";""\r\n');
    expect(csv({ name: '', sum: '7', at: null })).toBe('"";"0,07";""\r\n');
    expect(csv({ name: '', sum: '900719925474099300', at: null })).toBe('"";"9007199254740993,00";""\r\n');
  });

  it.each(['=1+1', '+7 900', '-2+3', '@SUM(A1)', '\t=1', '\r=1'])('keeps %j from being run', name => {
    expect(csv({ name, sum: null, at: null })).toMatch(/^"'/);
  });

  it('keeps what is in a cell in it: quotes, semicolons and lines', () => {
    expect(csv({ name: 'a"b;c\nd', sum: null, at: null })).toBe('"a""b;c\nd";"";""\r\n');
  });
});

it('jsonl has a line for each row, with null where there is nothing', () => {
  expect(headOf('jsonl', columns)).toBe('');
  const row = { name: '=1\n"', sum: '5', at: '2026-01-01T00:00:00Z' };
  expect(jsonl(row)).toBe('{"name":"=1\\n\\"","sum":"0.05","at":"2026-01-01 05:00:00"}\n');
  expect(jsonl({ name: null, sum: null, at: null })).toBe('{"name":null,"sum":null,"at":null}\n');
});

test('no column of any export is a hash, a token or a secret', () => {
  for (const set of Object.values(EXPORT_SETS)) {
    for (const { key } of set.columns) expect(key).not.toMatch(/hash|password|token|secret|client_key/);
  }
});
