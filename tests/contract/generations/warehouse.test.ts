/** What the generations of Laravel answer to the calls of the warehouse, and what the client makes of it (CONTRACT.md). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '#contract/normalise.ts';
import {
  findNomenclature,
  getReceipt,
  getWriteOff,
  listReceipts,
  listWriteOffs,
  saveReceipt,
} from '#contract/warehouse.ts';
import { type Given, HTML, read, receive } from './recording.ts';

const MADE = '2026-11-20 15:12:39';
const row = {
  id: 7,
  transfer_code: 'П-000007',
  carried: 1,
  transfer_date: '2026-11-20',
  description: 'Поставка',
  updated_at: MADE,
  warehouse_to: 'Основной',
};
const rows = [row, { ...row, id: 6 }];

const pages = { current_page: 2, from: 16, last_page: 3, per_page: 15, to: 17, total: 33 };
const HOST = 'http://10.0.0.5/api/enter';
const urls = { next_page_url: `${HOST}?page=3`, prev_page_url: `${HOST}?page=1` };
const of53 = { ...pages, ...urls, data: rows };
const of55 = { ...of53, first_page_url: `${HOST}?page=1`, last_page_url: `${HOST}?page=3`, path: HOST };
const links = [
  { url: `${HOST}?page=1`, label: '&laquo; Previous', active: false },
  { url: null, label: '...', active: false },
  { url: `${HOST}?page=2`, label: '2', active: true },
];
const of8 = { ...of55, links };
// Laravel ≥ 12 numbers its links.
const of12 = { ...of8, links: links.map(link => ({ ...link, page: null })) };
const ofResource = {
  data: rows,
  links: { first: HOST, last: HOST, prev: HOST, next: HOST },
  meta: { ...pages, links },
};
const texts = { current_page: '2', last_page: '3', per_page: '15', total: '33', from: '16' };

describe('a list', () => {
  it.each<[string, unknown]>([
    ['a bare paginator of 5.3', of53],
    ['a bare paginator of 5.5', of55],
    ['a bare paginator of 8', of8],
    ['a bare paginator of 12', of12],
    ['an API resource', ofResource],
    ['a paginator in `list`', { list: of8 }],
    ['a paginator in `data`', { data: of8 }],
    ['a list beside its pages', { list: rows, ...pages }],
    ['a list in `data`', { data: { list: rows, ...pages } }],
    ['numbers as text', { ...of8, ...texts }],
    ['a filtered PHP array', { ...of8, data: { 0: row, 4: { ...row, id: 6 } } }],
  ])('is read from %s', async (_generation, body) => {
    expect(await read(listReceipts, body)).toMatchObject({ ...pages, data: rows });
  });

  it('leads to the pages beside it, never to the address that a backend behind a proxy has for them', async () => {
    const read8 = await read(listReceipts, of8);
    expect([read8.prev_page_url, read8.next_page_url]).toEqual(['?page=1', '?page=3']);
    const last = await read(listReceipts, { ...of8, current_page: 3, next_page_url: `${HOST}?page=4` });
    expect(last.next_page_url).toBeNull();
  });

  it.each<[string, object]>([
    ['beyond the end', of8],
    ['of 5.3 beyond the end', of53],
  ])('%s is empty and knows where the end is', async (_which, page) => {
    const beyond = { ...page, current_page: 99, data: [], from: null, to: null };
    expect(await read(listReceipts, beyond)).toMatchObject({
      data: [],
      current_page: 99,
      last_page: 3,
      from: null,
      to: null,
      next_page_url: null,
    });
  });

  it('that is bare is one page', async () => {
    expect(await read(listReceipts, rows)).toMatchObject({ data: rows, current_page: 1, last_page: 1 });
    expect(await read(listReceipts, [])).toMatchObject({ data: [], total: 0, last_page: 1 });
  });

  it('of a backend that does not count its pages has a next one as long as a page is full', async () => {
    const simple = { current_page: 2, per_page: 2, from: 3, to: 4, data: rows, ...urls };
    expect(await read(listReceipts, simple)).toMatchObject({ last_page: 3, next_page_url: '?page=3' });
    const last = await read(listReceipts, { ...simple, per_page: 15 });
    expect(last).toMatchObject({ last_page: 2, next_page_url: null });
  });

  it.each(['{}', '{"message":"ok"}', '"нет"', '1', 'null', 'true'])('is not %s', async body => {
    expect(await receive(listReceipts, body)).toMatchObject({ ok: false, problem: { kind: 'unreadable' } });
  });

  it.each<[string, object, object]>([
    ['text for numbers', { id: '7', carried: '1' }, { id: 7, carried: 1 }],
    ['true', { carried: true }, { carried: 1 }],
    ['false', { carried: false }, { carried: 0 }],
    ['no flag', { carried: null }, { carried: 0 }],
    ['a number for a code', { transfer_code: 12 }, { transfer_code: '12' }],
    ['nothing told', { description: null, warehouse_to: null }, { description: '', warehouse_to: '' }],
    ['no date', { transfer_date: null }, { transfer_date: '' }],
    ['a day with a time', { transfer_date: '2026-11-20 00:00:00' }, { transfer_date: '2026-11-20 00:00:00' }],
    ['an instant', { updated_at: '2026-11-20T12:12:39.000000Z' }, {}],
    ['unix seconds as text', { updated_at: '1795176759' }, {}],
  ])('has rows with %s', async (_what, change, expected) => {
    const { data } = await read(listReceipts, { ...of8, data: [{ ...row, ...change }] });
    expect(data).toEqual([{ ...row, ...expected }]);
  });
});

const line = {
  id: 70,
  nomenclature_id: 9,
  title: 'Кабель',
  count: 1.5,
  price: 99.9,
  tax: 0,
  discount: 2.25,
  reason: 'Бой',
};
const whole = {
  id: 7,
  warehouse_to: 'Основной',
  transfer_code: 'П-000007',
  contract_id: 3,
  transfer_date: '2026-11-20',
  carried: 1,
  description: 'Поставка',
  income_code: 'A-1',
  income_date: '2026-11-19',
  VAT: 20,
  VAT_included: 1,
  nomenclature: [line],
};
const { nomenclature: _lines, ...head } = whole;
const { nomenclature_id: _id, title: _title, ...bareLine } = line;
const thing = { id: 9, title: 'Кабель' };
const pivot = { count: '1.500', price: '99.90', tax: null, discount: '2.25', reason: 'Бой' };

/** What each name is read as, whichever of its forms it came in. */
const FORMS: [name: string, read: unknown, forms: unknown[]][] = [
  ['contract_id', null, [null, '', 0, '0', undefined]],
  ['VAT', 20, [20, '20.00']],
  ['VAT', 12.5, ['12.5']],
  ['VAT', 0, [0, false]],
  ['VAT', 1, [true, '1']],
  ['VAT', null, [null, '', undefined]],
  ...['carried', 'VAT_included'].flatMap((name): [string, unknown, unknown[]][] => [
    [name, 1, [1, '1', true, 'true']],
    [name, 0, [0, '0', false, 'false', null, undefined, '']],
  ]),
  ['nomenclature', [], [null, [], '', {}]],
];

describe.each([
  ['read', getReceipt],
  ['saved', saveReceipt],
] as const)('a receipt that was %s', (_done, endpoint) => {
  it.each<[string, unknown]>([
    ['bare', whole],
    ['in `data`', { data: whole }],
    ['with `nomenclatures`', { ...head, nomenclatures: [line] }],
    ['with `items`', { ...head, items: [line] }],
    ['with lines in `data`', { ...head, nomenclature: { data: [line] } }],
    ['with lines as a filtered PHP array', { ...head, nomenclature: { 3: line } }],
    ['with more than is known', { ...whole, created_at: MADE, firm: { id: 1 } }],
  ])('is known when it is %s', async (_form, body) => {
    expect(await read(endpoint, body)).toEqual(whole);
  });

  it.each(FORMS)('has a %s of %j in each of its forms', async (name, value, forms) => {
    for (const form of forms) {
      expect([form, await read(endpoint, { ...whole, [name]: form })]).toEqual([
        form,
        { ...whole, [name]: value },
      ]);
    }
  });

  it('has nothing in the columns that were never filled in', async () => {
    const made = { transfer_code: 'П-000007', updated_at: MADE, id: 7, nomenclature: [] };
    expect(await read(endpoint, made)).toEqual({
      ...made,
      warehouse_to: '',
      contract_id: null,
      transfer_date: '',
      carried: 0,
      description: '',
      income_code: '',
      income_date: null,
      VAT: null,
      VAT_included: 0,
    });
  });

  it.each<[string, object, object]>([
    ['as a pivot', { ...thing, pivot: { ...pivot, nomenclature_id: 9, enter_id: 7 } }, { id: null }],
    ['as a pivot with an id', { ...thing, pivot: { ...pivot, nomenclature_id: 9, id: 70 } }, {}],
    ['as a pivot without its keys', { ...thing, pivot }, { id: null }],
    ['as a pivot with its own price above', { ...thing, price: '1.00', pivot }, { id: null }],
    ['with the thing nested', { ...bareLine, nomenclature: thing }, {}],
    ['without an id', { ...line, id: undefined }, { id: null }],
    [
      'in which things are left empty',
      { ...line, count: null, price: '', tax: null, discount: undefined, reason: null, title: null },
      { count: 0, price: 0, tax: 0, discount: 0, reason: '', title: '' },
    ],
  ])('tells a line %s', async (_form, received, expected) => {
    const { nomenclature } = await read(endpoint, { ...head, nomenclature: [received] });
    expect(nomenclature).toEqual([{ ...line, ...expected }]);
  });

  it.each<[string, string, Given]>([
    ['a page that calls itself JSON', '<!doctype html><title>Вход</title>', {}],
    ['an empty object', '{}', {}],
    ['an empty list', '[]', {}],
    ['null', 'null', {}],
    ['nothing', '', { type: HTML }],
    ['one without an id', JSON.stringify({ ...whole, id: undefined }), {}],
    ['one that tells no lines: the next save would delete them', JSON.stringify(head), {}],
    ['a line of nothing known', JSON.stringify({ ...head, nomenclature: [{ title: 'Кабель' }] }), {}],
  ])('is not %s', async (_what, body, given) => {
    expect(await receive(endpoint, body, given)).toMatchObject({ ok: false });
  });
});

it.each(['loss_from', 'warehouse_from', 'warehouse_to'])(
  'a write-off tells its warehouse as %s',
  async name => {
    const { warehouse_to: _, ...bare } = whole;
    const writeOff = await read(getWriteOff, { data: { ...bare, [name]: 'Брак' } });
    expect(writeOff).toEqual({ ...bare, loss_from: 'Брак' });
    const { warehouse_to: __, ...bareRow } = row;
    const { data } = await read(listWriteOffs, { ...of53, data: [{ ...bareRow, [name]: 'Брак' }] });
    expect(data).toEqual([{ ...bareRow, loss_from: 'Брак' }]);
  },
);

describe('what was found', () => {
  const found = [{ id: 9, title: 'Кабель', price: 99.9, unit: 'м' }];

  it.each<[string, unknown, object[]]>([
    ['a list', found, found],
    ['`list`', { list: found }, found],
    ['`data`', { data: found }, found],
    ['a page', { current_page: 1, data: found, total: 1 }, found],
    ['a filtered PHP array', { 4: found[0] }, found],
    ['text for numbers', [{ id: '9', title: 'Кабель', price: '99.90', unit: 'м' }], found],
    ['whole models', [{ ...found[0], created_at: null, pivot: {} }], found],
    ['what lacks price and unit', [{ ...thing, price: null }], [{ ...thing, price: 0, unit: '' }]],
    ['nothing', [], []],
    ['nothing in `data`', { data: [] }, []],
  ])('is read from %s', async (_form, body, expected) => {
    expect(await read(findNomenclature, body)).toEqual(expected);
  });

  it.each(['{}', '{"message":"ok"}', '"нет"', '[{"title":"Кабель"}]', '<!doctype html>'])(
    'is not %s',
    async body => {
      expect(await receive(findNomenclature, body)).toMatchObject({ ok: false });
    },
  );
});

describe('wire law:', () => {
  const text = fc.string({ maxLength: 12 });
  const day = fc.constantFrom('2026-11-20', '2026-01-01', MADE);
  const flag = fc.constantFrom(0, 1);
  const id = fc.integer({ min: 1, max: 1e9 });
  const amount = fc.integer({ min: 0, max: 1e9 }).map(units => units / 1000);
  const money = fc.integer({ min: 0, max: 1e9 }).map(units => units / 100);
  const anyLine = fc.record({
    id: fc.option(id),
    nomenclature_id: id,
    title: text,
    count: amount,
    price: money,
    tax: money,
    discount: money,
    reason: text,
  });
  const anyReceipt = fc.record(
    {
      id,
      warehouse_to: text,
      transfer_code: text,
      contract_id: fc.option(id),
      transfer_date: day,
      description: text,
      income_code: text,
      income_date: fc.option(day),
      VAT: fc.option(money),
      carried: flag,
      VAT_included: flag,
      nomenclature: fc.array(anyLine, { maxLength: 5 }),
      updated_at: day,
      version: id,
      updated_by: fc.record({ id, name: text }),
    },
    { requiredKeys: [...(Object.keys(whole) as (keyof typeof whole)[])] },
  );
  const anyFound = fc.array(fc.record({ id, title: text, price: money, unit: text }), { maxLength: 5 });

  it('what is canonical is not changed by being read, nor what was read by being read again', () => {
    fc.assert(
      fc.property(anyReceipt, anyFound, (receipt, found) => {
        expect(normalise(getReceipt.reply, receipt, 'Europe/Moscow')).toEqual(receipt);
        expect(normalise(findNomenclature.reply, found, 'Europe/Moscow')).toEqual(found);
      }),
    );
  });

  it('a receipt of MySQL, with texts for all its numbers, is the same receipt', () => {
    const said = (_key: string, value: unknown) => (typeof value === 'number' ? String(value) : value);
    fc.assert(
      fc.property(anyReceipt, receipt => {
        const mysql: unknown = JSON.parse(JSON.stringify(receipt, said));
        expect(normalise(getReceipt.reply, mysql, 'Europe/Moscow')).toEqual(receipt);
        expect(normalise(getReceipt.reply, { data: mysql }, 'Europe/Moscow')).toEqual(receipt);
      }),
    );
  });

  it('nothing that a backend may send breaks the reading', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const { reply } of [listReceipts, listWriteOffs, getReceipt, getWriteOff, findNomenclature]) {
          expect(() => normalise(reply, value, 'Europe/Moscow')).not.toThrow();
        }
      }),
    );
  });
});
