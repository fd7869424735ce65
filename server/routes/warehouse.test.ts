import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get } from '#tests/support/calls.ts';
import { ORIGIN, serverForAll, sessionForAll } from '#tests/support/server.ts';
import { type Stock, seedDocument, seedNomenclature, seedStock } from '#tests/support/stock.ts';
import { stockDocs } from '../db/schema.ts';

const server = serverForAll();
const headers = sessionForAll(server, 'moderator');
let stock: Stock;
beforeAll(async () => {
  stock = await seedStock(server);
});
beforeEach(() => server.clock.advance(1000));

const read = (path: string) => get(server, path, headers);
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

/** So many receipts, each changed a second after the one before; their ids, the last changed first. */
async function seedReceipts(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at++) {
    server.clock.advance(1000);
    const { id } = await seedDocument(server, 'enter', { transfer_code: `ОП-${at}` });
    ids.unshift(id);
  }
  return ids;
}

const at = (number: number) => `${ORIGIN}/api/enter?page=${number}`;

describe('receipts page by page', () => {
  it('are fifteen on each, the last changed first, in the form of Laravel to the letter', async () => {
    const ids = [...(await seedReceipts(35)), stock.receipt.id];
    const pages = [
      await read('/api/enter'),
      await read('/api/enter?page=2'),
      await read('/api/enter?page=3'),
    ];
    expect(pages.map(({ body }) => idsOf(body))).toEqual([
      ...[ids.slice(0, 15), ids.slice(15, 30), ids.slice(30)],
    ]);
    const { text, body } = pages[1] ?? expect.fail();
    const link = (label: string, number: number, active = false) => ({ url: at(number), label, active });
    expect(text).toBe(
      JSON.stringify({
        current_page: 2,
        data: body.data,
        first_page_url: at(1),
        from: 16,
        last_page: 3,
        last_page_url: at(3),
        links: [
          ...[link('&laquo; Previous', 1), link('1', 1), link('2', 2, true), link('3', 3)],
          link('Next &raquo;', 3),
        ],
        next_page_url: at(3),
        path: `${ORIGIN}/api/enter`,
        per_page: 15,
        prev_page_url: at(1),
        to: 30,
        total: 36,
      }),
    );
  });

  it('change their place with their content: what was saved last is first', async () => {
    const [, , third = 0] = idsOf((await read('/api/enter')).body);
    const moved = new Date(server.clock());
    await server.db.update(stockDocs).set({ updated_at: moved }); // all at one moment: the newer one is first
    const { body } = await read('/api/enter');
    expect(idsOf(body)).toEqual([...idsOf(body)].sort((a, b) => b - a));
    expect(idsOf(body)[2]).toBe(third);
  });

  it('are told for any page that can be asked for: beyond the end nothing, for no number the first', async () => {
    const beyond = await read('/api/enter?page=99');
    expect(beyond.status).toBe(200);
    expect(beyond.body).toMatchObject({
      current_page: 99,
      data: [],
      from: null,
      to: null,
      last_page: 3,
      total: 36,
      prev_page_url: at(98),
      next_page_url: null,
    });
    expect((await read('/api/enter?page=9007199254740991')).body).toMatchObject({ data: [], total: 36 });
    const first = (await read('/api/enter?page=1')).body;
    for (const page of ['abc', '0', '-1', '1.5', '', '1e99', "1'--", '%00']) {
      expect([page, (await read(`/api/enter?page=${page}`)).body]).toEqual([page, first]);
    }
  });
});

it('a row of a list has of a receipt where it went, and of a write-off where it was missing', async () => {
  const shared = { carried: 1, transfer_date: '2026-11-20' };
  const receipt = (await read('/api/enter?page=3')).body.data.at(-1);
  const { body } = await read('/api/loss');
  const [writeOff] = body.data;
  const { updated_at } = receipt;
  expect(updated_at).toMatch(/^2026-11-20T12:\d\d:\d\d\.000000Z$/);
  expect(JSON.stringify(receipt)).toBe(
    JSON.stringify({
      id: stock.receipt.id,
      transfer_code: 'ОП-000001',
      ...shared,
      warehouse_to: stock.warehouse,
      description: 'Первая поставка',
      updated_at,
    }),
  );
  expect(JSON.stringify(writeOff)).toBe(
    JSON.stringify({
      id: stock.writeOff.id,
      transfer_code: 'СП-000001',
      ...shared,
      loss_from: stock.warehouse,
      description: 'Первая поставка',
      updated_at: writeOff.updated_at,
    }),
  );
  expect(body.total).toBe(1);
});

describe('a document', () => {
  const open = (kind: 'enter' | 'loss', id: number | string) => read(`/api/${kind}/${id}`);

  it('is told whole: days as days, numbers as numbers, prices in roubles, flags as 0 and 1', async () => {
    const { pumpId, beltId, receipt } = stock;
    const { text, body } = await open('enter', receipt.id);
    const { id, name } = server.users.moderator;
    expect(text).toBe(
      JSON.stringify({
        id: receipt.id,
        warehouse_to: 'Основной склад',
        transfer_code: 'ОП-000001',
        contract_id: server.users.colleague.id,
        transfer_date: '2026-11-20',
        carried: 1,
        description: 'Первая поставка',
        income_code: 'УПД-77',
        income_date: '2026-11-19',
        VAT: 20,
        VAT_included: 1,
        nomenclature: [
          {
            id: receipt.lineIds[0],
            nomenclature_id: pumpId,
            title: 'Насос сливной',
            unit: 'шт',
            count: 2.5,
            price: 1234.5,
            tax: 1.25,
            discount: 10,
            reason: '',
          },
          {
            id: receipt.lineIds[1],
            nomenclature_id: beltId,
            title: 'Ремень привода «Ёлочка»',
            unit: 'шт',
            count: 3,
            price: 0.99,
            tax: 0,
            discount: 0,
            reason: 'Без упаковки',
          },
        ],
        updated_at: body.updated_at,
        updated_by: { id, name },
        version: 1,
      }),
    );
    const { body: writeOff } = await open('loss', stock.writeOff.id);
    expect(Object.keys(writeOff).slice(0, 3)).toEqual(['id', 'loss_from', 'transfer_code']);
    expect(writeOff.loss_from).toBe('Основной склад');
  });

  it('may have nothing in it but its number and its day', async () => {
    const { id } = await seedDocument(server, 'enter', { transfer_date: '2024-02-29' });
    expect((await open('enter', id)).body).toMatchObject({
      warehouse_to: '',
      contract_id: null,
      transfer_date: '2024-02-29',
      carried: 0,
      description: '',
      income_code: '',
      income_date: null,
      VAT: null,
      VAT_included: 0,
      nomenclature: [],
      updated_by: null,
    });
  });

  it('keeps the largest and the smallest numbers exactly', async () => {
    const largest = { count: '99999999999.999', price_kop: 999_999_999_999, tax: '10.00', discount: '9.99' };
    const lines = [
      { nomenclature_id: stock.pumpId, ...largest },
      { nomenclature_id: stock.pumpId, count: '0.001', price_kop: 0, tax: '0.01' },
    ];
    const { id } = await seedDocument(server, 'enter', { vat: '0.01', lines });
    const { text, body } = await open('enter', id);
    expect(body.VAT).toBe(0.01);
    expect(text).toContain('"count":99999999999.999,"price":9999999999.99,"tax":10,"discount":9.99');
    expect(text).toContain('"count":0.001,"price":0,"tax":0.01,"discount":0');
  });

  it('has its lines in the order in which they were saved, also the same thing several times', async () => {
    const ids = await seedNomenclature(server, ['Я последний', 'А первый', 'Б второй']);
    const order = [2, 0, 1, 0, 2].map(at => ({ nomenclature_id: ids[at] ?? 0 }));
    const { id } = await seedDocument(server, 'loss', { lines: order });
    const { nomenclature } = (await open('loss', id)).body;
    expect(nomenclature.map(({ title }: { title: string }) => title)).toEqual([
      ...['Б второй', 'Я последний', 'А первый', 'Я последний', 'Б второй'],
    ]);
  });

  it('of another kind is not there, as if it never was', async () => {
    const never = await open('enter', 999_999_999);
    expect([never.status, never.body]).toEqual([404, { message: 'Not found.' }]);
    const [move] = await server.db
      .insert(stockDocs)
      .values({
        kind: 'move',
        transfer_code: 'П-1',
        transfer_date: '2026-11-20',
        carried: false,
        vat_included: false,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning({ id: stockDocs.id });
    const foreign = [
      await open('enter', stock.writeOff.id),
      await open('loss', stock.receipt.id),
      await open('enter', move?.id ?? 0),
      await open('loss', move?.id ?? 0),
    ];
    for (const { status, text } of foreign) expect([status, text]).toEqual([404, never.text]);
    for (const kind of ['move', 'inventory', '..']) {
      expect([kind, (await read(`/api/${kind}/${stock.receipt.id}`)).status]).toEqual([kind, 404]);
    }
  });
});
