/** Receipts and write-offs as they are read, and what can stand in them. */
import { and, asc, desc, eq, like, sql } from 'drizzle-orm';
import type { StockModule } from '#contract/warehouse.ts';
import type { Queryable } from '../../db/database.ts';
import { searchTitleOf } from '../../db/schema/warehouse.ts';
import { nomenclature, stockDocs, stockRows, users, warehouses } from '../../db/schema.ts';

const FOUND_MAX = 20;

/** Where the goods come to, or where they are missing from. */
const WAREHOUSE_OF = { enter: stockDocs.warehouse_to_id, loss: stockDocs.warehouse_from_id };

const listed = {
  id: stockDocs.id,
  transfer_code: stockDocs.transfer_code,
  carried: stockDocs.carried,
  transfer_date: stockDocs.transfer_date,
  warehouse: warehouses.title,
  description: stockDocs.description,
  updated_at: stockDocs.updated_at,
};

function selectListed(on: Queryable, kind: StockModule) {
  return on
    .select(listed)
    .from(stockDocs)
    .leftJoin(warehouses, eq(warehouses.id, WAREHOUSE_OF[kind]))
    .where(eq(stockDocs.kind, kind));
}

/** A document as lists show it; `warehouse` is the title of the one that its kind is about. */
export type ListedDocRow = Awaited<ReturnType<typeof selectListed>>[number];

/** One page of the documents of a kind, the last changed first, with the number of all of them. */
export async function readStockPage(
  on: Queryable,
  kind: StockModule,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedDocRow[]; total: number }> {
  const total = await on.$count(stockDocs, eq(stockDocs.kind, kind));
  const rows = await selectListed(on, kind)
    .orderBy(desc(stockDocs.updated_at), desc(stockDocs.id))
    .limit(limit)
    .offset(offset);
  return { rows, total };
}

function selectDoc(on: Queryable, kind: StockModule) {
  return on
    .select({
      ...listed,
      contract_id: stockDocs.contract_user_id,
      income_code: stockDocs.income_code,
      income_date: stockDocs.income_date,
      vat: stockDocs.vat,
      vat_included: stockDocs.vat_included,
      version: stockDocs.version,
      updated_by: { id: users.id, name: users.name },
    })
    .from(stockDocs)
    .leftJoin(warehouses, eq(warehouses.id, WAREHOUSE_OF[kind]))
    .leftJoin(users, eq(users.id, stockDocs.updated_by));
}

function selectLines(on: Queryable, docId: number) {
  return on
    .select({
      id: stockRows.id,
      nomenclature_id: stockRows.nomenclature_id,
      title: nomenclature.title,
      unit: nomenclature.unit,
      count: stockRows.count,
      price_kop: stockRows.price_kop,
      tax: stockRows.tax,
      discount: stockRows.discount,
      reason: stockRows.reason,
    })
    .from(stockRows)
    .innerJoin(nomenclature, eq(nomenclature.id, stockRows.nomenclature_id))
    .where(eq(stockRows.doc_id, docId))
    .orderBy(asc(stockRows.pos), asc(stockRows.id));
}

export type StockLineRow = Awaited<ReturnType<typeof selectLines>>[number];

/** A document with its lines in their order. */
export type StockDocRow = Awaited<ReturnType<typeof selectDoc>>[number] & { lines: StockLineRow[] };

/** The document of that kind; undefined where there is none, also where the id is one of another kind. */
export async function readStockDoc(
  on: Queryable,
  kind: StockModule,
  id: number,
): Promise<StockDocRow | undefined> {
  // The version first: a change in between makes it too old, and the next save is refused, never let through.
  const [doc] = await selectDoc(on, kind).where(and(eq(stockDocs.id, id), eq(stockDocs.kind, kind)));
  return doc && { ...doc, lines: await selectLines(on, doc.id) };
}

export type NomenclatureRow = { id: number; title: string; unit: string; price_kop: number };

/** At most twenty whose title holds the text, those that begin with it first. */
export async function searchNomenclature(on: Queryable, text: string): Promise<NomenclatureRow[]> {
  const sought = searchTitleOf(text);
  // No title has a NUL, and PostgreSQL takes no text with one.
  if (sought === '' || sought.includes('\u0000')) return [];
  const literal = escapeLike(sought);
  const begins = like(nomenclature.search_title, `${literal}%`);
  return on
    .select({
      id: nomenclature.id,
      title: nomenclature.title,
      unit: nomenclature.unit,
      price_kop: nomenclature.price_kop,
    })
    .from(nomenclature)
    .where(like(nomenclature.search_title, `%${literal}%`))
    .orderBy(
      desc(begins),
      // Not the database's own order: that depends on how its cluster was made.
      sql`${nomenclature.search_title} collate "C"`,
      asc(nomenclature.id),
    )
    .limit(FOUND_MAX);
}

/** The text as a pattern that matches itself alone. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
