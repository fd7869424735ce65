/** Receipts and write-offs as they are read, and what can stand in them. */
import { and, asc, desc, eq, gte, like, or, sql } from 'drizzle-orm';
import type { StockModule } from '#contract/warehouse.ts';
import { TEXT_MAX } from '#domain/warehouse/limits.ts';
import type { Queryable } from '../../db/database.ts';
import { searchTitleOf } from '../../db/schema/warehouse.ts';
import { nomenclature, stockDocs, stockRows, users, warehouses } from '../../db/schema.ts';
import { holds, isMeant } from '../plain-text.ts';

const FOUND_MAX = 20;

/** Where the goods come to, or where they are missing from. */
const WAREHOUSE_OF = { enter: stockDocs.warehouse_to_id, loss: stockDocs.warehouse_from_id };

const { id, transfer_code, carried, transfer_date, description, updated_at } = stockDocs;
const warehouse = warehouses.title;
const listed = { id, transfer_code, carried, transfer_date, warehouse, description, updated_at };

/** A document as lists show it; `warehouse` is the title of the one that its kind is about. */
export type ListedDocRow = Awaited<ReturnType<typeof readStockPage>>['rows'][number];

/** One page of the documents of a kind, the last changed first, with the number of all of them. */
export async function readStockPage(
  on: Queryable,
  kind: StockModule,
  { limit, offset }: { limit: number; offset: number },
) {
  const total = await on.$count(stockDocs, eq(stockDocs.kind, kind));
  // What follows in the index, and of that what is of the kind: of one kind the planner expects few, and would sort all of them.
  const following = on
    .select({ id, kind: stockDocs.kind })
    .from(stockDocs)
    .where(gte(stockDocs.kind, kind))
    .orderBy(asc(stockDocs.kind), desc(updated_at), desc(id))
    .limit(limit)
    .offset(offset)
    .as('following');
  const rows = await on
    .select(listed)
    .from(following)
    .innerJoin(stockDocs, eq(stockDocs.id, following.id))
    .leftJoin(warehouses, eq(warehouses.id, WAREHOUSE_OF[kind]))
    .where(eq(following.kind, kind))
    .orderBy(desc(updated_at), desc(id));
  return { rows, total };
}

function selectDoc(on: Queryable, kind: StockModule) {
  const { contract_user_id: contract_id, income_code, income_date, vat, vat_included, version } = stockDocs;
  const more = { contract_id, income_code, income_date, vat, vat_included, version };
  return on
    .select({ ...listed, ...more, updated_by: { id: users.id, name: users.name } })
    .from(stockDocs)
    .leftJoin(warehouses, eq(warehouses.id, WAREHOUSE_OF[kind]))
    .leftJoin(users, eq(users.id, stockDocs.updated_by));
}

function selectLines(on: Queryable, docId: number) {
  const { id, nomenclature_id, count, price_kop, tax, discount, reason } = stockRows;
  const { title, unit } = nomenclature;
  return on
    .select({ id, nomenclature_id, title, unit, count, price_kop, tax, discount, reason })
    .from(stockRows)
    .innerJoin(nomenclature, eq(nomenclature.id, stockRows.nomenclature_id))
    .where(eq(stockRows.doc_id, docId))
    .orderBy(asc(stockRows.pos), asc(stockRows.id));
}

export type StockDocRow = NonNullable<Awaited<ReturnType<typeof readStockDoc>>>;

/** The document of that kind; undefined where there is none, also where the id is one of another kind. */
export async function readStockDoc(on: Queryable, kind: StockModule, id: number) {
  // The version first: a change in between makes it too old, and the next save is refused, never let through.
  const [doc] = await selectDoc(on, kind).where(and(eq(stockDocs.id, id), eq(stockDocs.kind, kind)));
  return doc && { ...doc, lines: await selectLines(on, doc.id) };
}

/** At most twenty whose title holds the text or all of its words; those that begin with it first, then those that hold it. */
export async function searchNomenclature(on: Queryable, text: string) {
  const sought = searchTitleOf(text);
  // No title has a NUL, and PostgreSQL takes no text with one.
  if (sought === '' || [...sought].length > TEXT_MAX || sought.includes('\u0000')) return [];
  // As a pattern that matches itself alone.
  const literal = sought.replace(/[\\%_]/g, '\\$&');
  const { id, title, unit, price_kop, search_title } = nomenclature;
  const holdsIt = like(search_title, `%${literal}%`);
  const hasWords = isMeant(text, word => holds(sql`${search_title}`, word));
  // Not the database's own order: that depends on how its cluster was made.
  const byTitle = sql`${search_title} collate "C"`;
  return on
    .select({ id, title, unit, price_kop })
    .from(nomenclature)
    .where(or(holdsIt, hasWords))
    .orderBy(desc(like(search_title, `${literal}%`)), desc(holdsIt), byTitle, asc(id))
    .limit(FOUND_MAX);
}
