/** The numbers of a receipt, each at both of its ends and in every form in which somebody may send one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '#contract/warehouse.ts';
import { openReceiptDesk, type ReceiptDesk } from '#tests/support/receipt-desk.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let desk: ReceiptDesk;
let receipt: Receipt;
beforeAll(async () => {
  server = await createTestServer();
  desk = await openReceiptDesk(server);
  receipt = await desk.make();
});
afterAll(() => server.close());

/** What is refused of a save, and that nothing came of it. */
const refusalsOf = (change: Record<string, unknown>) => desk.refusalsOf(receipt, change);
const storedOf = (change: Record<string, unknown>) => desk.storedOf(change);

const EMPTY = 'Заполните поле';
const DECIMALS = (places: number) => `Введите число, не больше ${places} знаков после запятой`;
const SHAPE = 'Недопустимое значение';
const NUMBERS = ['abc', '1,2,3', 'NaN', '1e3', '0x10', '--1', '.5', '1..2', '١', 'Infinity', '1 руб.'];
const SHAPES = [true, false, [], [1], {}, { value: 1 }];

/** Field → what is right in it and read as which number, what is too much or too little, what has too many decimals. */
const FIELDS = {
  count: {
    right: [
      [1, 1],
      ['1', 1],
      ['1,5', 1.5],
      ['1.5', 1.5],
      [0.001, 0.001],
      ['0,001', 0.001],
      ['1 000', 1000],
    ],
    most: ['99999999999,999', 99_999_999_999.999],
    tooSmall: [0, '0', '0,000', -1, '-1', '-0,5'],
    small: 'Не меньше 0,001',
    tooLarge: [100_000_000_000, '100000000000', '9'.repeat(15), 999_999_999_999_999],
    large: 'Не больше 99\u00a0999\u00a0999\u00a0999,999',
    finer: [0.0005, '0,0005', 1.2345, 1e-7],
    places: 3,
  },
  price: {
    right: [
      [0, 0],
      ['0', 0],
      ['0,1', 0.1],
      [10.01, 10.01],
      ['1234,5', 1234.5],
      ['1,500', 1.5],
      [1e3, 1000],
    ],
    most: ['9999999999.99', 9_999_999_999.99],
    tooSmall: [-1, '-1', '-0,01'],
    small: 'От 0 до 9\u00a0999\u00a0999\u00a0999,99',
    tooLarge: [10_000_000_000, '10000000000,00', '9'.repeat(15)],
    large: 'От 0 до 9\u00a0999\u00a0999\u00a0999,99',
    finer: [0.0005, '0,001', 1.005],
    places: 2,
  },
  tax: {
    right: [
      [0, 0],
      [10, 10],
      ['10,00', 10],
      ['9,99', 9.99],
      ['0,01', 0.01],
      [null, 0],
      ['', 0],
      [' ', 0],
    ],
    most: [10, 10],
    tooSmall: [-1, '-1', -0.01],
    small: 'От 0 до 10',
    tooLarge: [10.01, '10,01', 11, '9'.repeat(15)],
    large: 'От 0 до 10',
    finer: [0.0005, '1,234', 9.999],
    places: 2,
  },
} as const;

describe.each([
  ['count', FIELDS.count],
  ['price', FIELDS.price],
  ['tax', FIELDS.tax],
  ['discount', FIELDS.tax],
] as const)('%s of a line', (name, field) => {
  /** One line for each value: every one of them is refused with that message. */
  const refuses = async (values: readonly unknown[], message: string) => {
    const nomenclature = values.map(value => ({ ...desk.newLine(), [name]: value }));
    const errors = values.map((_, at) => [`nomenclature.${at}.${name}`, [message]]);
    expect(await refusalsOf({ nomenclature })).toEqual(Object.fromEntries(errors));
  };

  it('is read as a number or as the text of one, with comma or point, up to both ends', async () => {
    const cases = [...field.right, field.most];
    const nomenclature = cases.map(([value]) => ({ ...desk.newLine(), [name]: value }));
    const { nomenclature: stored } = await storedOf({ nomenclature });
    expect(stored.map((line: Record<string, unknown>) => line[name])).toEqual(cases.map(([, read]) => read));
  });

  it('is refused beyond its ends, with the ends said', async () => {
    await refuses(field.tooSmall, field.small);
    await refuses(field.tooLarge, field.large);
  });

  it('is refused with more decimals, and where it is no number', async () => {
    await refuses([...field.finer, ...NUMBERS, 1e21], DECIMALS(field.places));
    await refuses(SHAPES, SHAPE);
  });

  it('is refused when JSON has a number for it that is none here', async () => {
    const body = JSON.stringify({
      ...receipt,
      nomenclature: [desk.newLine(), { ...desk.newLine(), [name]: 7 }],
    });
    const huge = body.replace(`"${name}":7`, `"${name}":1e400`);
    const headers = { ...desk.session, 'content-type': 'application/json' };
    const answer = await server.fetch(`/api/enter/${receipt.id}`, { method: 'PUT', headers, body: huge });
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      { [`nomenclature.1.${name}`]: [DECIMALS(field.places)] },
    ]);
  });
});

it('asks for count and price of each line, and for nothing else of it', async () => {
  const { nomenclature_id } = desk.newLine();
  for (const empty of [null, '', '  ', undefined]) {
    const line = { nomenclature_id, count: empty, price: empty };
    expect(await refusalsOf({ nomenclature: [line] })).toEqual({
      ...{ 'nomenclature.0.count': [EMPTY], 'nomenclature.0.price': [EMPTY] },
    });
  }
  const { nomenclature } = await storedOf({ nomenclature: [{ nomenclature_id, count: 1, price: 0 }] });
  expect(nomenclature).toMatchObject([{ tax: 0, discount: 0, reason: '' }]);
});

describe('VAT', () => {
  it('is none, or a rate up to 100 with two decimals', async () => {
    for (const [value, read] of [
      [null, null],
      ['', null],
      [0, 0],
      [100, 100],
      ['20,5', 20.5],
      [0.01, 0.01],
    ]) {
      expect([value, (await storedOf({ VAT: value })).VAT]).toEqual([value, read]);
    }
    for (const value of [-1, 100.01, '100,01', '9'.repeat(15)]) {
      expect([value, await refusalsOf({ VAT: value })]).toEqual([value, { VAT: ['От 0 до 100'] }]);
    }
    for (const value of [1.005, ...NUMBERS]) {
      expect([value, await refusalsOf({ VAT: value })]).toEqual([value, { VAT: [DECIMALS(2)] }]);
    }
    for (const value of SHAPES) expect(await refusalsOf({ VAT: value })).toEqual({ VAT: [SHAPE] });
  });
});
