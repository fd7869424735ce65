/** Warehouses, nomenclature and documents, straight into the database; what somebody does with receipts, as short calls. */
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { Receipt, StockLine, StockModule, saveReceipt } from '#contract/warehouse.ts';
import { searchTitleOf } from '#server/db/schema/warehouse.ts';
import { nomenclature, stockDocs, stockRows, warehouses } from '#server/db/schema.ts';
import * as calls from './calls.ts';
import type { TestFirm } from './fixture.ts';
import type { TestServer, TestUser } from './server.ts';

type Line = Partial<Omit<typeof stockRows.$inferInsert, 'doc_id' | 'pos'>>;

type SeededDocument = Partial<typeof stockDocs.$inferInsert> & { lines?: readonly Line[] };

const timesOf = (server: TestFirm) => {
  const at = new Date(server.clock());
  return { created_at: at, updated_at: at };
};

export async function seedWarehouse(server: TestFirm, title: string): Promise<number> {
  const [made] = await server.db
    .insert(warehouses)
    .values({ title, ...timesOf(server) })
    .returning({ id: warehouses.id });
  return made?.id ?? refuse();
}

/** Things of those titles, each at 1,234.50 roubles; returns their ids in that order. */
export async function seedNomenclature(server: TestFirm, titles: readonly string[]): Promise<number[]> {
  const rows = titles.map(title => ({
    title,
    search_title: searchTitleOf(title),
    unit: 'шт',
    price_kop: 123_450,
    ...timesOf(server),
  }));
  const made = await server.db.insert(nomenclature).values(rows).returning({ id: nomenclature.id });
  return made.map(row => row.id);
}

/** A document of that kind; the lines say of which nomenclature they are. Returns the ids. */
export async function seedDocument(
  server: TestFirm,
  kind: StockModule,
  { lines = [], ...document }: SeededDocument = {},
): Promise<{ id: number; lineIds: number[] }> {
  const times = timesOf(server);
  const head = { transfer_code: 'ОП-1', transfer_date: '2026-11-20', carried: false, vat_included: false };
  const [made] = await server.db
    .insert(stockDocs)
    .values({ ...head, ...times, ...document, kind })
    .returning({ id: stockDocs.id });
  const doc_id = made?.id ?? refuse();
  const rows = lines.map(({ nomenclature_id = refuse(), ...line }, pos) => ({
    count: '1',
    price_kop: 100,
    tax: '0',
    discount: '0',
    ...line,
    nomenclature_id,
    doc_id,
    pos,
    ...times,
  }));
  if (rows.length === 0) return { id: doc_id, lineIds: [] };
  const seeded = await server.db.insert(stockRows).values(rows).returning({ id: stockRows.id });
  return { id: doc_id, lineIds: seeded.map(row => row.id) };
}

export type Stock = Awaited<ReturnType<typeof seedStock>>;

/** A warehouse, two things, and of each kind a document in which every field is filled. */
export async function seedStock(server: TestFirm) {
  const warehouse = 'Основной склад';
  const warehouseId = await seedWarehouse(server, warehouse);
  const [pumpId = refuse(), beltId = refuse()] = await seedNomenclature(server, [
    'Насос сливной',
    'Ремень привода «Ёлочка»',
  ]);
  const filled = {
    transfer_date: '2026-11-20',
    carried: true,
    description: 'Первая поставка',
    contract_user_id: server.users.colleague.id,
    income_code: 'УПД-77',
    income_date: '2026-11-19',
    vat: '20.00',
    vat_included: true,
    updated_by: server.users.moderator.id,
    lines: [
      { nomenclature_id: pumpId, count: '2.500', price_kop: 123_450, tax: '1.25', discount: '10.00' },
      { nomenclature_id: beltId, count: '3.000', price_kop: 99, reason: 'Без упаковки' },
    ],
  };
  const to = { transfer_code: 'ОП-000001', warehouse_to_id: warehouseId };
  const from = { transfer_code: 'СП-000001', warehouse_from_id: warehouseId };
  const receipt = await seedDocument(server, 'enter', { ...filled, ...to });
  const writeOff = await seedDocument(server, 'loss', { ...filled, ...from });
  return { warehouse, warehouseId, pumpId, beltId, receipt, writeOff };
}

function refuse(): never {
  throw new Error('the warehouse was not seeded');
}

type Headers = Record<string, string>;
type Change = Record<string, unknown>;
type SentLine = InputOf<typeof saveReceipt>['nomenclature'][number];

export type ReceiptClient = Awaited<ReturnType<typeof createReceiptClient>>;

/** The version that a save has seen. */
export const seen = (version: number | undefined): Headers => ({ 'if-match': `"${version}"` });

export async function createReceiptClient(server: TestServer, user: TestUser = server.users.moderator) {
  const session = await server.signIn(user);
  const stock = await seedStock(server);
  const read = (id: number) => calls.get(server, `/api/enter/${id}`, session);
  const put = (id: number | string, body: unknown, headers: Headers = {}) =>
    calls.send(server, 'PUT', `/api/enter/${id}`, { headers: { ...session, ...headers }, body });
  const save = (receipt: Receipt, change: Change = {}, headers: Headers = {}) =>
    put(receipt.id, { ...receipt, ...change }, { ...seen(receipt.version), ...headers });

  async function make(count = 2): Promise<Receipt & { version: number }> {
    const lines = Array.from({ length: count }, (_, at) => ({
      nomenclature_id: at % 2 ? stock.beltId : stock.pumpId,
      count: `${at + 1}`,
      price_kop: at,
    }));
    const { id } = await seedDocument(server, 'enter', { warehouse_to_id: stock.warehouseId, lines });
    return (await read(id)).body;
  }

  return {
    session,
    stock,
    read,
    put,
    /** A receipt of its own for a test, as it is read, with so many lines. */
    make,
    /** Sends the receipt with what is changed in it, under the version in which it was read. */
    save,
    /** A line as somebody adds it. */
    newLine: (change: Partial<SentLine> = {}): SentLine => ({
      nomenclature_id: stock.beltId,
      count: 1,
      price: 10,
      tax: 0,
      discount: 0,
      reason: null,
      ...change,
    }),
    /** The document as it is stored, with its lines. */
    stored: (id: number) => storedReceipt(server, id),
    /** What is refused of a save; nothing of it may have been stored. */
    async refusalsOf(receipt: Receipt, change: Change): Promise<unknown> {
      const before = await storedReceipt(server, receipt.id);
      const { status, body } = await save(receipt, change);
      expect([status, body.message]).toEqual([422, 'The given data was invalid.']);
      expect(await storedReceipt(server, receipt.id)).toEqual(before);
      return body.errors;
    },
    /** What is answered for a receipt of its own that is saved with that change. */
    async storedOf(change: Change) {
      const { status, body } = await save(await make(1), change);
      expect([status, body.errors]).toEqual([200, undefined]);
      return body;
    },
  };
}

async function storedReceipt({ db }: TestServer, id: number) {
  const [head] = await db.select().from(stockDocs).where(eq(stockDocs.id, id));
  const lines = await db.select().from(stockRows).where(eq(stockRows.doc_id, id)).orderBy(asc(stockRows.pos));
  return { head, lines };
}

/** A stored line, for tests. */
export function stock(id: number, more: Partial<StockLine> = {}): StockLine {
  return {
    id,
    nomenclature_id: id * 10,
    title: `Товар ${id}`,
    unit: 'шт',
    count: id,
    price: 100,
    tax: 0,
    discount: 0,
    reason: '',
    ...more,
  };
}

/** So many of them. */
export function many(count: number): StockLine[] {
  return Array.from({ length: count }, (_, index) => stock(index + 1));
}

/** What a search has found. */
export const found = { id: 900, title: 'Новый', price: 5, unit: 'м' };

/** The same once it is stored as a line. */
export function storedFound(id: number): StockLine {
  return stock(id, {
    nomenclature_id: found.id,
    title: found.title,
    unit: found.unit,
    price: found.price,
    count: 1,
  });
}
