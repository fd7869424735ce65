/** What somebody does with receipts, as short calls. */
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { Receipt, saveReceipt } from '#contract/warehouse.ts';
import { stockDocs, stockRows } from '#server/db/schema.ts';
import * as calls from './calls.ts';
import { plantDocument, plantStock } from './planted-stock.ts';
import type { TestServer, TestUser } from './server.ts';

type Headers = Record<string, string>;
type Change = Record<string, unknown>;
type SentLine = InputOf<typeof saveReceipt>['nomenclature'][number];

export type ReceiptClient = Awaited<ReturnType<typeof createReceiptClient>>;

/** The version that a save has seen. */
export const seen = (version: number | undefined): Headers => ({ 'if-match': `"${version}"` });

export async function createReceiptClient(server: TestServer, user: TestUser = server.users.promoter) {
  const session = await server.signIn(user);
  const stock = await plantStock(server);
  const read = (id: number) => calls.get(server, `/api/enter/${id}`, session);
  const put = (id: number | string, body: unknown, headers: Headers = {}) =>
    calls.send(server, 'PUT', `/api/enter/${id}`, { headers: { ...session, ...headers }, body });
  const save = (receipt: Receipt, change: Change = {}, headers: Headers = {}) =>
    put(receipt.id, { ...receipt, ...change }, { ...seen(receipt.version), ...headers });

  async function make(count = 2): Promise<Receipt & { version: number }> {
    const lines = Array.from({ length: count }, (_, at) => ({
      ...{ nomenclature_id: at % 2 ? stock.beltId : stock.pumpId, count: `${at + 1}`, price_kop: at },
    }));
    const { id } = await plantDocument(server, 'enter', { warehouse_to_id: stock.warehouseId, lines });
    return (await read(id)).body;
  }

  return {
    ...{ session, stock, read, put },
    /** A receipt of its own for a test, as it is read, with so many lines. */
    make,
    /** Sends the receipt with what is changed in it, under the version in which it was read. */
    save,
    /** A line as somebody adds it. */
    newLine: (change: Partial<SentLine> = {}): SentLine => ({
      ...{ nomenclature_id: stock.beltId, count: 1, price: 10, tax: 0, discount: 0, reason: null, ...change },
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
