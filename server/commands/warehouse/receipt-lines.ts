/** The lines of a receipt: what a save makes of them, and how it is written in three statements at most. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { stockRows } from '../../db/schema.ts';
import type { Act } from '../act.ts';
import type { LockedLine } from './receipt-rows.ts';
import type { LineContent } from './receipt-rules.ts';

type Placed = LineContent & { pos: number };
type Kept = Placed & { id: number; changed: boolean };

/** What becomes of the lines. A kept one has another content, or another place, or both. */
export type LineChanges = { added: Placed[]; kept: Kept[]; removed: number[]; reordered: boolean };

/** What differs between the stored lines and those that are to be; every id that is sent is one of the stored. */
export function compareLines(stored: readonly LockedLine[], sent: readonly LineContent[]): LineChanges {
  const before = new Map(stored.map(line => [line.id, line]));
  const changes: LineChanges = { added: [], kept: [], removed: [], reordered: false };
  let lastPos = -1;
  sent.forEach((line, pos) => {
    const known = line.id === null ? undefined : before.get(line.id);
    if (!known) {
      changes.added.push({ ...line, pos });
      return;
    }
    before.delete(known.id);
    if (known.pos < lastPos) changes.reordered = true;
    lastPos = Math.max(lastPos, known.pos);
    const changed = !hasSameContent(known, line);
    if (changed || known.pos !== pos) changes.kept.push({ ...line, id: known.id, pos, changed });
  });
  changes.removed = [...before.keys()];
  return changes;
}

/** Whether two lines say the same, whatever their ids and places. */
export function hasSameContent(a: Omit<LineContent, 'id'>, b: Omit<LineContent, 'id'>): boolean {
  return (
    a.nomenclature_id === b.nomenclature_id &&
    a.count === b.count &&
    a.price === b.price &&
    a.tax === b.tax &&
    a.discount === b.discount &&
    a.reason === b.reason
  );
}

/** How many lines a save has touched, as it is written down. */
export function countLines({ added, kept, removed, reordered }: LineChanges) {
  const changed = kept.filter(line => line.changed).length;
  return { added: added.length, changed, removed: removed.length, reordered };
}

/** Writes them, however many they are, in at most three statements. */
export async function writeLines(
  tx: Tx,
  { now }: Act,
  docId: number,
  { added, kept, removed }: LineChanges,
): Promise<void> {
  if (removed.length > 0) {
    await tx.delete(stockRows).where(and(eq(stockRows.doc_id, docId), inArray(stockRows.id, removed)));
  }
  if (kept.length > 0) {
    await tx
      .update(stockRows)
      .set({
        ...columnsOf,
        updated_at: sql`case when sent.changed then ${now.toISOString()}::timestamptz else ${stockRows.updated_at} end`,
      })
      .from(asTable(kept))
      .where(and(eq(stockRows.doc_id, docId), eq(stockRows.id, sql`sent.id`)));
  }
  if (added.length > 0) await insertLines(tx, now, docId, added);
}

const columnsOf = {
  pos: sql`sent.pos`,
  nomenclature_id: sql`sent.nomenclature_id`,
  count: sql`sent.count * 0.001`,
  price_kop: sql`sent.price`,
  tax: sql`sent.tax * 0.01`,
  discount: sql`sent.discount * 0.01`,
  reason: sql`sent.reason`,
};

async function insertLines(tx: Tx, now: Date, docId: number, added: readonly Placed[]): Promise<void> {
  const names = Object.keys(columnsOf).map(name => sql.identifier(name));
  // Ids grow with the places, so that whoever sorts by them finds the same order.
  await tx.execute(sql`
    insert into ${stockRows} (doc_id, created_at, updated_at, ${sql.join(names, sql`, `)})
    select ${docId}::bigint, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
      ${sql.join(Object.values(columnsOf), sql`, `)}
    from ${asTable(added)}
    order by sent.pos`);
}

/** One parameter, whatever the number of lines. */
function asTable(lines: readonly Placed[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(lines)}::json) as sent (id bigint, pos integer,
    nomenclature_id bigint, count bigint, price bigint, tax bigint, discount bigint, reason text, changed boolean)`;
}
