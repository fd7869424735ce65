/** What is saved, opened in the programs that people have, saved by them, and read back cell by cell. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { writeXlsx } from '#kit/xlsx/write-xlsx.ts';
import { unzip, zipEntries } from '#kit/xlsx/zip-entries.ts';
import type { Column } from '#ui/table/column.ts';
import { csvOf } from '#ui/table/csv.ts';

type Row = {
  text: string;
  phone: string;
  code: number;
  count: number;
  sum: number;
  day: string;
  moment: string;
};

const COLUMNS: readonly Column<Row>[] = [
  { id: 'text', title: 'Клиент', value: row => row.text },
  { id: 'phone', title: 'Телефон', value: row => row.phone },
  { id: 'code', title: '№', kind: 'code', value: row => row.code },
  { id: 'count', title: 'Заявки', kind: 'number', value: row => row.count },
  { id: 'sum', title: 'Сумма', kind: 'money', value: row => row.sum },
  { id: 'day', title: 'День', kind: 'date', value: row => row.day },
  { id: 'moment', title: 'Создано', kind: 'date', value: row => row.moment },
];

const ODD = [
  'Ромашка, ООО; "А"',
  'а\nб\tв',
  '=1+1',
  '+7 900',
  '-2+3',
  '@SUM(A1)',
  '007',
  '1e5',
  "'",
  '<&> ё',
];

const day = fc
  .date({ min: new Date('1900-03-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10));
const anyRow = fc.record({
  text: fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', minLength: 1 })),
  phone: fc.constantFrom('+7 900 123-45-67', '89001234567'),
  code: fc.nat(),
  count: fc.integer(),
  sum: fc.integer({ min: -1e11, max: 1e11 }).map(kopecks => kopecks / 100),
  day,
  moment: day.map(date => `${date} 09:05:00`),
});
const ROWS: readonly Row[] = [
  ...fc.sample(anyRow, { numRuns: 300, seed: 44 }),
  ...fc.sample(anyRow, { numRuns: 1, seed: 44 }).flatMap(row => ODD.map(text => ({ ...row, text }))),
];

const folder = mkdtempSync(join(tmpdir(), 'promo-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMIT = { timeout: 180_000, stdio: 'pipe' as const };

function inLibreOffice(file: string, ...options: string[]): Buffer {
  const home = `-env:UserInstallation=file://${folder}/profile`;
  const out = join(folder, 'libreoffice');
  const to = ['--convert-to', 'xlsx', '--outdir', out];
  execFileSync('soffice', [home, '--headless', ...options, ...to, join(folder, file)], LIMIT);
  return readFileSync(join(out, file.replace(/\.\w+$/, '.xlsx')));
}

function inGnumeric(file: string): Buffer {
  const out = join(folder, `gnumeric-${file}`);
  execFileSync('ssconvert', [join(folder, file), out], LIMIT);
  return readFileSync(out);
}

async function cellsOf(file: Uint8Array): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(file)) rows.push(values);
  return rows;
}

async function saveXlsx(): Promise<string> {
  const bytes = await new Response(await writeXlsx('Заявки', COLUMNS, [ROWS])).arrayBuffer();
  writeFileSync(join(folder, 'table.xlsx'), Buffer.from(bytes));
  return 'table.xlsx';
}

const TITLES = COLUMNS.map(({ title }) => title);

describe.each([
  ['LibreOffice', inLibreOffice],
  ['Gnumeric', inGnumeric],
])('an .xlsx file in %s', (_program, open) => {
  it('has sums and days as numbers, phones and codes as texts, each as it was', async () => {
    const [titles, ...rows] = await cellsOf(open(await saveXlsx()));
    expect(titles).toEqual(TITLES);
    const days = (text: string) =>
      new Date(`${text.replace(' ', 'T').padEnd(11, 'T').padEnd(19, '00:00:00')}Z`);
    expect(rows).toEqual(
      ROWS.map(({ text, phone, code, count, sum, day: date, moment }) => [
        ...[text, phone, String(code), count, sum, days(date), days(moment)],
      ]),
    );
  });
});

// LibreOffice keeps no view of a file that it converts without a window.
it('an .xlsx file keeps its first row in sight in Gnumeric', async () => {
  const saved = inGnumeric(await saveXlsx());
  const sheet = zipEntries(saved)?.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  const xml = sheet ? new TextDecoder().decode(await unzip(saved, sheet)) : '';
  expect(/<pane [^>]*>/.exec(xml)?.[0]).toContain('ySplit="1"');
});

it('CSV has one cell for each field in LibreOffice, though its dialog cuts at semicolon, comma and tab', async () => {
  writeFileSync(join(folder, 'plain.csv'), await csvOf(COLUMNS, ROWS));
  const everySeparator = '--infilter=CSV:59/44/9,34,UTF-8,1,,0,true';
  const rows = await cellsOf(inLibreOffice('plain.csv', everySeparator));
  expect(rows).toHaveLength(ROWS.length + 1);
  expect(rows.every(cells => cells.length === COLUMNS.length)).toBe(true);
  const [, ...texts] = rows.map(([text]) => text);
  expect(texts).toEqual(ROWS.map(({ text }) => (/^[=+\-@\t]/.test(text) ? `'${text}` : text)));
});
