import { beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '#contract/warehouse.ts';
import { blockUser, createUserWithRole } from '#tests/support/people.ts';
import { createTestServer, serverForAll } from '#tests/support/server.ts';
import { createReceiptClient, type ReceiptClient, seedWarehouse } from '#tests/support/stock.ts';
import { stockDocs, warehouses } from '../db/schema.ts';

const server = serverForAll();
let client: ReceiptClient;
let receipt: Receipt;
beforeAll(async () => {
  client = await createReceiptClient(server);
  receipt = await client.make();
});

/** What is refused of a save, and that nothing came of it. */
const refusalsOf = (change: Record<string, unknown>) => client.refusalsOf(receipt, change);
const storedOf = (change: Record<string, unknown>) => client.storedOf(change);

const EMPTY = 'Заполните поле';
const SHAPE = 'Недопустимое значение';

describe('texts and days', () => {
  it('are asked for where a document is nothing without them', async () => {
    for (const empty of [null, '', ' \n ', undefined]) {
      const change = { warehouse_to: empty, transfer_code: empty, transfer_date: empty };
      expect(await refusalsOf(change)).toEqual({
        warehouse_to: [EMPTY],
        transfer_code: [EMPTY],
        transfer_date: [EMPTY],
      });
    }
  });

  it.each([
    ['transfer_code', 255],
    ['income_code', 255],
    ['description', 2000],
    ['reason', 255],
  ] as const)('%s may have so many characters (%i), however many bytes they take', async (name, most) => {
    const withText = (text: string) =>
      name === 'reason' ? { nomenclature: [client.newLine({ reason: text })] } : { [name]: text };
    const field = name === 'reason' ? 'nomenclature.0.reason' : name;
    for (const sign of ['ж', '😀', '𠀀']) {
      const body = await storedOf(withText(sign.repeat(most)));
      expect(name === 'reason' ? body.nomenclature[0].reason : body[name]).toBe(sign.repeat(most));
      const errors = await refusalsOf(withText(sign.repeat(most + 1)));
      expect(errors).toEqual({ [field]: [`Не длиннее ${most} символов`] });
    }
  });

  it('are kept as they are but for letters of two signs, with quotes, signs of SQL and of patterns, and without a NUL', async () => {
    const sent = `«'"\\ %_; -- \\u0000 \${x} {"a":[null]} \t😀\u202e é e\u0301 конец`;
    const text = sent.normalize('NFC');
    const line = client.newLine({ reason: sent });
    const change = { transfer_code: sent, description: sent, income_code: sent, nomenclature: [line] };
    const stored = await storedOf(change);
    expect(stored).toMatchObject({ transfer_code: text, description: text, income_code: text });
    expect(stored.nomenclature[0].reason).toBe(text);
    const withNul = { description: 'а\u0000б', nomenclature: [client.newLine({ reason: '\u0000' })] };
    expect(await refusalsOf(withNul)).toEqual({ description: [SHAPE], 'nomenclature.0.reason': [SHAPE] });
  });

  it('lose a half of a character, which no database can keep, and are the same when they come again', async () => {
    const fresh = await client.make(0);
    const half = 'край \ud83d';
    const change = {
      description: half,
      transfer_code: half,
      nomenclature: [client.newLine({ reason: half })],
    };
    const { status, text, body } = await client.save(fresh, change);
    expect([status, body.description, body.nomenclature[0].reason]).toEqual([
      200,
      'край \ufffd',
      'край \ufffd',
    ]);
    expect((await client.save(fresh, change)).text).toBe(text);
  });

  it('are texts', async () => {
    for (const value of [1, true, [], {}]) {
      const change = { transfer_code: value, description: value, transfer_date: value, income_date: value };
      expect(await refusalsOf(change)).toEqual({
        transfer_code: [SHAPE],
        description: [SHAPE],
        transfer_date: [SHAPE],
        income_date: [SHAPE],
      });
    }
  });

  it('are days of the calendar', async () => {
    const message = ['Нужна дата в формате гггг-мм-дд'];
    const wrong = ['2026-02-29', '2026-13-01', '2026-1-1', '20.11.2026', '2026-11-20 10:00:00', '0000-01-01'];
    for (const day of [...wrong, 'today', 'infinity', '10000-01-01', '2026-11-20T00:00:00Z']) {
      const errors = await refusalsOf({ transfer_date: day, income_date: day });
      expect([day, errors]).toEqual([day, { transfer_date: message, income_date: message }]);
    }
    for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) {
      const stored = await storedOf({ transfer_date: day, income_date: day });
      expect([stored.transfer_date, stored.income_date]).toEqual([day, day]);
    }
  });
});

it('takes of flags 0 and 1, and asks for them', async () => {
  for (const value of [2, '1', true, [], undefined, null]) {
    const message = [value === undefined || value === null ? EMPTY : SHAPE];
    const errors = await refusalsOf({ carried: value, VAT_included: value });
    expect([value, errors]).toEqual([value, { carried: message, VAT_included: message }]);
  }
});

describe('what a receipt names', () => {
  it('is a warehouse that there is; another one is refused with those that there are', async () => {
    await seedWarehouse(server, 'Архив 2-й');
    const errors = { warehouse_to: ['Такого склада нет. Есть: «Архив 2-й», «Основной склад»'] };
    for (const title of ['Основной', 'основной склад', '%', 'Нет такого']) {
      expect(await refusalsOf({ warehouse_to: title })).toEqual(errors);
    }
    expect((await storedOf({ warehouse_to: ' Архив 2-й ' })).warehouse_to).toBe('Архив 2-й');
  });

  it('is who is active, or who stands there already', async () => {
    const missing = { contract_id: ['Контрагент не найден'] };
    expect(await refusalsOf({ contract_id: server.users.blocked.id })).toEqual(missing);
    expect(await refusalsOf({ contract_id: 999_999 })).toEqual(missing);
    const partner = await createUserWithRole(server, 'promoter');
    const stored = await storedOf({ contract_id: partner.id });
    await blockUser(server, partner);
    const kept = await client.save(stored, { description: 'Остается' });
    expect([kept.status, kept.body.contract_id]).toEqual([200, partner.id]);
    const without = await client.save(kept.body, { contract_id: null });
    expect(without.body.contract_id).toBeNull();
    const again = await client.save(without.body, { contract_id: partner.id });
    expect([again.status, again.body.errors]).toEqual([422, missing]);
  });

  it('is goods that there are, and lines of its own, each once', async () => {
    const other = await client.make(1);
    const [own, second] = receipt.nomenclature;
    const nomenclature = [
      { ...own, nomenclature_id: 999_999 },
      { ...second, id: other.nomenclature[0]?.id },
      { ...own, id: 999_999 },
      own,
      client.newLine({ nomenclature_id: 999_999 }),
      { ...second, id: client.stock.writeOff.lineIds[0] },
    ];
    expect(await refusalsOf({ nomenclature })).toEqual({
      'nomenclature.0.nomenclature_id': ['Номенклатура не найдена'],
      'nomenclature.1.id': ['В документе нет такой строки'],
      'nomenclature.2.id': ['В документе нет такой строки'],
      'nomenclature.3.id': ['Строка указана дважды'],
      'nomenclature.4.nomenclature_id': ['Номенклатура не найдена'],
      'nomenclature.5.id': ['В документе нет такой строки'],
    });
    expect((await client.read(other.id)).body).toEqual(other);
  });
});

it('says everything that is wrong at once, of the head, of the lines and of what they name', async () => {
  const [own] = receipt.nomenclature;
  const lines = [
    { ...own, count: '', tax: 11, reason: 'ж'.repeat(256) },
    { ...own, nomenclature_id: 999_999, price: -1, discount: '1,234' },
  ];
  const errors = await refusalsOf({
    nomenclature: lines,
    warehouse_to: 'Нет',
    contract_id: 999_999,
    transfer_code: '',
    VAT: 101,
  });
  expect(Object.keys(Object(errors)).sort()).toEqual([
    ...['VAT', 'contract_id', 'nomenclature.0.count', 'nomenclature.0.reason', 'nomenclature.0.tax'],
    ...['nomenclature.1.discount', 'nomenclature.1.id', 'nomenclature.1.nomenclature_id'],
    ...['nomenclature.1.price', 'transfer_code', 'warehouse_to'],
  ]);
  expect(JSON.stringify(Object.values(Object(errors)))).not.toMatch(/[A-Za-z]/);
});

it('is refused in words of its own where the firm has no warehouse yet', async () => {
  const bare = await createTestServer();
  const its = await createReceiptClient(bare);
  const made = await its.make(0);
  await bare.db.update(stockDocs).set({ warehouse_to_id: null, warehouse_from_id: null });
  await bare.db.delete(warehouses);
  const { status, body } = await its.save(made);
  expect([status, body.errors]).toEqual([422, { warehouse_to: ['Складов еще нет'] }]);
  await bare.close();
});

/** The numbers of a receipt, each at both of its ends and in every form in which somebody may send one. */

const DECIMALS = (places: number) => `Введите число, не больше ${places} знаков после запятой`;
const NUMBERS = ['abc', '1,2,3', 'NaN', '1e3', '0x10', '--1', '.5', '1..2', '١', 'Infinity', '1 руб.'];
const SHAPES = [true, false, [], [1], {}, { value: 1 }];

/** What is right in a field and read as which number, what is too much or too little, what has too many decimals. */
const FIELDS = {
  count: {
    right: [1, '1', '1,5', '1.5', 0.001, '0,001', '1 000', '99999999999,999'],
    read: [1, 1, 1.5, 1.5, 0.001, 0.001, 1000, 99_999_999_999.999],
    tooSmall: [0, '0', '0,000', -1, '-1', '-0,5'],
    small: 'Не меньше 0,001',
    tooLarge: [100_000_000_000, '100000000000', '9'.repeat(15), 999_999_999_999_999],
    large: 'Не больше 99\u00a0999\u00a0999\u00a0999,999',
    finer: [0.0005, '0,0005', 1.2345, 1e-7],
    places: 3,
  },
  price: {
    right: [0, '0', '0,1', 10.01, '1234,5', '1,500', 1e3, '9999999999.99'],
    read: [0, 0, 0.1, 10.01, 1234.5, 1.5, 1000, 9_999_999_999.99],
    tooSmall: [-1, '-1', '-0,01'],
    small: 'От 0 до 9\u00a0999\u00a0999\u00a0999,99',
    tooLarge: [10_000_000_000, '10000000000,00', '9'.repeat(15)],
    large: 'От 0 до 9\u00a0999\u00a0999\u00a0999,99',
    finer: [0.0005, '0,001', 1.005],
    places: 2,
  },
  tax: {
    right: [0, 10, '10,00', '9,99', '0,01', null, '', ' '],
    read: [0, 10, 10, 9.99, 0.01, 0, 0, 0],
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
    const nomenclature = values.map(value => ({ ...client.newLine(), [name]: value }));
    const errors = values.map((_, at) => [`nomenclature.${at}.${name}`, [message]]);
    expect(await refusalsOf({ nomenclature })).toEqual(Object.fromEntries(errors));
  };

  it('is read as a number or as the text of one, with comma or point, up to both ends', async () => {
    const nomenclature = field.right.map(value => ({ ...client.newLine(), [name]: value }));
    const { nomenclature: stored } = await storedOf({ nomenclature });
    expect(stored.map((line: Record<string, unknown>) => line[name])).toEqual(field.read);
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
      nomenclature: [client.newLine(), { ...client.newLine(), [name]: 7 }],
    });
    const huge = body.replace(`"${name}":7`, `"${name}":1e400`);
    const headers = { ...client.session, 'content-type': 'application/json' };
    const answer = await server.fetch(`/api/enter/${receipt.id}`, { method: 'PUT', headers, body: huge });
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      { [`nomenclature.1.${name}`]: [DECIMALS(field.places)] },
    ]);
  });
});

it('asks for count and price of each line, and for nothing else of it', async () => {
  const { nomenclature_id } = client.newLine();
  for (const empty of [null, '', '  ', undefined]) {
    const line = { nomenclature_id, count: empty, price: empty };
    expect(await refusalsOf({ nomenclature: [line] })).toEqual({
      'nomenclature.0.count': [EMPTY],
      'nomenclature.0.price': [EMPTY],
    });
  }
  const { nomenclature } = await storedOf({ nomenclature: [{ nomenclature_id, count: 1, price: 0 }] });
  expect(nomenclature).toMatchObject([{ tax: 0, discount: 0, reason: '' }]);
});

it('VAT is none, or a rate up to 100 with two decimals', async () => {
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
