import { readFileSync } from 'node:fs';
import { writeXlsx as writeSheets } from 'hucre/xlsx';
import { describe, expect, it, test } from 'vitest';
import { isSpreadsheet } from './is-spreadsheet.ts';
import { openXlsx, type XlsxSheet } from './read-xlsx.ts';

const realFile = (name: string) => new Uint8Array(readFileSync(`tests/support/spreadsheets/${name}`));

async function linesOf(sheet: XlsxSheet | undefined) {
  const lines: (readonly string[])[] = [];
  for await (const { cells } of sheet?.rows() ?? []) lines.push(cells);
  return lines;
}

describe('a file of a real program', () => {
  test.each(['libreoffice.xlsx', 'gnumeric.xlsx'])('%s is read, and its empty sheet left out', async name => {
    const [prices, people, ...more] = await openXlsx(realFile(name));
    expect([prices?.name, people?.name, more]).toEqual(['Прайс & цены', 'Люди', []]);
    expect(await linesOf(prices)).toEqual([
      ['Номенклатура', 'Ед. изм.', 'Цена, руб.'],
      ['Болт М6, оцинк.', 'кг', '1200.5'],
      ['Ромашка; набор "А"', 'шт', '0.3'],
    ]);
    expect((await linesOf(people))[1]).toEqual([
      ...['Анна Ёлкина', 'anna@example.test', '80001234567', '12.05.1990'],
    ]);
  });

  test.each([
    ['libreoffice.xls', 'Это файл старого Excel (.xls). Откройте его'],
    ['libreoffice.ods', 'Это файл LibreOffice (.ods). Откройте его'],
  ])('%s is refused, with the way to an .xlsx', async (name, words) => {
    expect(isSpreadsheet(realFile(name))).toBe(true);
    await expect(openXlsx(realFile(name))).rejects.toThrow(words);
  });

  it('with a password is refused, with the way to take it away', async () => {
    const locked = Buffer.concat([realFile('libreoffice.xls').subarray(0, 8), utf16('EncryptedPackage')]);
    await expect(openXlsx(locked)).rejects.toThrow('Файл закрыт паролем');
  });

  it('that did not arrive whole is refused', async () => {
    const half = realFile('libreoffice.xlsx').subarray(0, 4000);
    await expect(openXlsx(half)).rejects.toThrow('скачан не целиком');
  });
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it('hides the sheets that are hidden, and has one where all are empty', async () => {
  const sheet = (name: string, rows: string[][]) => ({ name, rows });
  const sheets = [
    { ...sheet('Тайный', [['а']]), hidden: true },
    sheet('Первый', [['б']]),
    sheet('Второй', []),
  ];
  expect((await openXlsx(await writeSheets({ sheets }))).map(({ name }) => name)).toEqual(['Первый']);
  const empty = await openXlsx(await writeSheets({ sheets: [sheet('А', []), sheet('Б', [])] }));
  expect(empty.map(({ name }) => name)).toEqual(['А']);
});

it('reads numbers to the fifteen digits that are shown, days and times as they are written, yes and no', async () => {
  const cells = [
    89_001_234_567,
    1.1 + 2.2,
    new Date('2026-11-20T00:00:00Z'),
    new Date('2026-11-20T09:05:07Z'),
  ];
  const rows = [[...cells, true, false, ' слово ']];
  const [sheet] = await openXlsx(await writeSheets({ sheets: [{ name: 'А', rows }] }));
  expect(await linesOf(sheet)).toEqual([
    ['89001234567', '3.3', '20.11.2026', '20.11.2026 09:05:07', 'да', 'нет', 'слово'],
  ]);
});

describe('a number in a column of days', () => {
  const linesWith = async (number: number) => {
    const columns = [{ numFmt: 'dd.mm.yyyy' }];
    const [sheet] = await openXlsx(
      await writeSheets({ sheets: [{ name: 'А', columns, rows: [[1], [number]] }] }),
    );
    return linesOf(sheet);
  };

  test.each([2_958_466, 9_161_234, 9_161_234.5, -1, -40_000])(
    'stays %d where there is no such day',
    async number => {
      expect((await linesWith(number))[1]).toEqual([String(number)]);
    },
  );

  it('is a day from 1900 to 9999', async () => {
    expect([await linesWith(1), await linesWith(2_958_465)].map(lines => lines[1])).toEqual([
      ['01.01.1900'],
      ['31.12.9999'],
    ]);
  });

  it('that is far beyond all days is named with its row', async () => {
    await expect(linesWith(79_161_234_567)).rejects.toThrow(
      'Строка 2: у ячейки формат даты, а в ней не дата',
    );
  });
});

describe('a zip that unpacks to more than it should', () => {
  /** A real file whose directory says something else of the size of its first sheet. */
  const saying = (size: number) => {
    const bytes = Buffer.from(realFile('libreoffice.xlsx'));
    const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
    bytes.writeUInt32LE(size, name - 46 + 24);
    return bytes;
  };

  test.each([
    [0xfffffff0, 'слишком большая'],
    [0, 'поврежден'],
    [10, 'поврежден'],
  ])('is refused where its directory says %d bytes', async (size, words) => {
    await expect(openXlsx(saying(size)).then(([sheet]) => linesOf(sheet))).rejects.toThrow(words);
  });
});
