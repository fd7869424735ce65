/** Warehouses, nomenclature and documents, straight into the database. */
import type { StockModule } from '#contract/warehouse.ts';
import { nomenclature, stockDocs, stockRows, warehouses } from '#server/db/schema.ts';
import { searchTitleOf } from '#server/db/search-title.ts';
import type { TestFirm } from './fixture.ts';

type Line = Partial<Omit<typeof stockRows.$inferInsert, 'doc_id' | 'pos'>>;

type PlantedDocument = Partial<typeof stockDocs.$inferInsert> & { lines?: readonly Line[] };

const timesOf = (server: TestFirm) => {
  const at = new Date(server.clock());
  return { created_at: at, updated_at: at };
};

export async function plantWarehouse(server: TestFirm, title: string): Promise<number> {
  const [made] = await server.db
    .insert(warehouses)
    .values({ title, ...timesOf(server) })
    .returning({ id: warehouses.id });
  return made?.id ?? refuse();
}

/** Things of those titles, each at 1,234.50 roubles; returns their ids in that order. */
export async function plantNomenclature(server: TestFirm, titles: readonly string[]): Promise<number[]> {
  const rows = titles.map(title => ({
    ...{ title, search_title: searchTitleOf(title), unit: 'шт', price_kop: 123_450, ...timesOf(server) },
  }));
  const made = await server.db.insert(nomenclature).values(rows).returning({ id: nomenclature.id });
  return made.map(row => row.id);
}

/** A document of that kind; the lines say of which nomenclature they are. Returns the ids. */
export async function plantDocument(
  server: TestFirm,
  kind: StockModule,
  { lines = [], ...document }: PlantedDocument = {},
): Promise<{ id: number; lineIds: number[] }> {
  const times = timesOf(server);
  const head = { transfer_code: 'ОП-1', transfer_date: '2026-11-20', carried: false, vat_included: false };
  const [made] = await server.db
    .insert(stockDocs)
    .values({ ...head, ...times, ...document, kind })
    .returning({ id: stockDocs.id });
  const doc_id = made?.id ?? refuse();
  const rows = lines.map(({ nomenclature_id = refuse(), ...line }, pos) => ({
    ...{
      count: '1',
      price_kop: 100,
      tax: '0',
      discount: '0',
      ...line,
      nomenclature_id,
      doc_id,
      pos,
      ...times,
    },
  }));
  if (rows.length === 0) return { id: doc_id, lineIds: [] };
  const planted = await server.db.insert(stockRows).values(rows).returning({ id: stockRows.id });
  return { id: doc_id, lineIds: planted.map(row => row.id) };
}

export type Stock = Awaited<ReturnType<typeof plantStock>>;

/** A warehouse, two things, and of each kind a document in which every field is filled. */
export async function plantStock(server: TestFirm) {
  const warehouse = 'Основной склад';
  const warehouseId = await plantWarehouse(server, warehouse);
  const [pumpId = refuse(), beltId = refuse()] = await plantNomenclature(server, [
    'Насос сливной',
    'Ремень привода «Ёлочка»',
  ]);
  const filled = {
    ...{ transfer_date: '2026-11-20', carried: true, description: 'Первая поставка' },
    ...{ contract_user_id: server.users.colleague.id, income_code: 'УПД-77', income_date: '2026-11-19' },
    ...{ vat: '20.00', vat_included: true, updated_by: server.users.moderator.id },
    lines: [
      { nomenclature_id: pumpId, count: '2.500', price_kop: 123_450, tax: '1.25', discount: '10.00' },
      { nomenclature_id: beltId, count: '3.000', price_kop: 99, reason: 'Без упаковки' },
    ],
  };
  const to = { transfer_code: 'ОП-000001', warehouse_to_id: warehouseId };
  const from = { transfer_code: 'СП-000001', warehouse_from_id: warehouseId };
  const receipt = await plantDocument(server, 'enter', { ...filled, ...to });
  const writeOff = await plantDocument(server, 'loss', { ...filled, ...from });
  return { warehouse, warehouseId, pumpId, beltId, receipt, writeOff };
}

function refuse(): never {
  throw new Error('the warehouse was not planted');
}
