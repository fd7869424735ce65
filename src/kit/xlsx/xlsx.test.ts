import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { openXlsx } from './read-xlsx.ts';
import { writeXlsx, type XlsxColumn } from './write-xlsx.ts';
import { unzip, zipEntries } from './zip-entries.ts';

type Row = { text: string; code: number | null; count: number | string; sum: number | string; day: string };

const COLUMNS: readonly XlsxColumn<Row>[] = [
  { title: 'Имя', value: row => row.text },
  { title: '№', kind: 'code', value: row => row.code },
  { title: 'Количество', kind: 'number', value: row => row.count },
  { title: 'Сумма', kind: 'money', value: row => row.sum },
  { title: 'Дата', kind: 'date', value: row => row.day },
];

const rowOf = (row: Partial<Row>): Row => ({ text: 'Оля', code: 7, count: 1, sum: 1, day: '', ...row });

async function write(...pages: (readonly Row[])[]): Promise<Uint8Array> {
  const stream = await writeXlsx('Заявки', COLUMNS, pages);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function linesOf(bytes: Uint8Array): Promise<(readonly string[])[]> {
  const [sheet] = await openXlsx(bytes);
  const lines: (readonly string[])[] = [];
  for await (const { cells } of sheet?.rows() ?? []) lines.push(cells);
  return lines;
}

/** A part of a file as it is written. */
async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const entry = zipEntries(bytes)?.find(each => each.name === name);
  return entry ? new TextDecoder().decode(await unzip(bytes, entry)) : '';
}

describe('a written file', () => {
  it('has the titles and the rows of all pages, sums and days as numbers, phones and codes as texts', async () => {
    const first = rowOf({ text: '+7 900 123-45-67', count: 2.5, sum: '1377522.5', day: '2026-11-20' });
    const second = rowOf({ code: null, sum: -0.07, day: '2026-11-20 09:05:00' });
    const bytes = await write([first], [second]);
    expect(await linesOf(bytes)).toEqual([
      ['Имя', '№', 'Количество', 'Сумма', 'Дата'],
      ['+7 900 123-45-67', '7', '2.5', '1377522.5', '20.11.2026'],
      ['Оля', '', '1', '-0.07', '20.11.2026 09:05'],
    ]);
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).toMatch(/<c r="B2" t="inlineStr"[^>]*><is><t>7</);
    expect(sheet).toMatch(/<c r="D2"( s="\d")?><v>1377522.5</);
    expect(sheet).toMatch(/<c r="E2"( s="\d")?><v>46346</);
  });

  it('keeps its first row in sight, and columns are as wide as what they hold', async () => {
    const sheet = await partOf(await write([rowOf({ text: 'Ы'.repeat(30) })]), 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
    expect(sheet).toContain('<col min="1" max="1" width="32"');
  });

  test.each(['=1+1', '+7 916', '-1+1', '@SUM(A1)', '\t=1'])('keeps %j as a text, as it is', async text => {
    const sheet = await partOf(await write([rowOf({ text })]), 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    expect(await linesOf(await write([rowOf({ text })]))).toContainEqual([text.trim(), '7', '1', '1', '']);
  });

  it('keeps what is no number, no day or too long for a number as a text', async () => {
    const odd = rowOf({ count: 'много', sum: '9007199254740993.00', day: 'вчера' });
    expect((await linesOf(await write([odd])))[1]).toEqual([
      'Оля',
      '7',
      'много',
      '9007199254740993.00',
      'вчера',
    ]);
  });
});

test('rows that are written are the rows that are read', async () => {
  const text = fc.string({ unit: 'grapheme' }).map(each => each.trim());
  const kopecks = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  const day = fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const row = fc.record({ text, code: fc.nat(), count: fc.integer(), kopecks, day });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async rows => {
      const given = rows.map(each => ({
        ...each,
        sum: each.kopecks / 100,
        day: each.day.toISOString().slice(0, 10),
      }));
      const [, ...read] = await linesOf(await write(given));
      expect(read).toEqual(
        given.map(({ text: name, code, count, sum, day: date }) => [
          ...[name, code, count, sum].map(String),
          date.split('-').reverse().join('.'),
        ]),
      );
    }),
    { numRuns: 50 },
  );
});
