import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { VAT } from '#domain/warehouse/limits.ts';
import type { Tx } from '../../db/database.ts';
import { changedMeanwhile, invalid } from '../../db/refusal.ts';
import { stockDocs, stockRows } from '../../db/schema.ts';
import { type Act, audit } from '../act.ts';
import {
  findUnknown,
  type LockedLine,
  type LockedReceipt,
  lockReceipt,
  type ReceiptHead,
  readWarehouses,
  type Warehouse,
} from './receipt-rows.ts';
import { type LineContent, type ReceiptContent, readReceipt, type SentReceipt } from './receipt-rules.ts';

/** A receipt to be stored; `version` is the one that the caller has seen, null where they do not say. */
type AskedReceipt = { sent: SentReceipt; version: number | null };

/**
 * Stores a receipt whole. A conflict is told before what is wrong with the receipt: what it names may be gone with the
 * other version. What changes nothing leaves nothing behind, not even a version.
 */
export async function saveReceipt(tx: Tx, act: Act, { sent, version }: AskedReceipt): Promise<void> {
  const before = await lockReceipt(tx, sent.id);
  const known = await readWarehouses(tx);
  const read = readReceipt(sent);
  const asked = 'content' in read ? contentAsked(read.content, known) : undefined;
  if (asked && isStored(asked, before) && isCurrentOrOwn(version, before, act)) return;
  if (version !== null && version !== before.version) throw changedMeanwhile();
  const errors = {
    ...(await findUnknown(tx, sent, { before, known })),
    ...('errors' in read ? read.errors : {}),
  };
  if (!asked || Object.keys(errors).length > 0) throw invalid(errors);
  await replace(tx, act, before, asked);
}

type Asked = { head: ReceiptHead; lines: readonly LineContent[] };

/** Undefined where there is no such warehouse. */
function contentAsked(content: ReceiptContent, known: readonly Warehouse[]): Asked | undefined {
  const { warehouse_to, contract_id, VAT, VAT_included, nomenclature: lines, ...rest } = content;
  const warehouse = known.find(({ title }) => title === warehouse_to);
  if (!warehouse) return undefined;
  const named = { warehouse_to_id: warehouse.id, contract_user_id: contract_id };
  return { head: { ...named, ...rest, vat: VAT, vat_included: VAT_included }, lines };
}

/** Whether all of it stands there already; a line that was sent as a new one may have its id by now. */
function isStored({ head, lines }: Asked, before: LockedReceipt): boolean {
  if (lines.length !== before.lines.length || !isDeepStrictEqual(head, before.head)) return false;
  return before.lines.every((stored, at) => {
    const line = lines[at];
    return line && (line.id === null || line.id === stored.id) && hasSameContent(stored, line);
  });
}

/** Whether the caller knows what there is now, or it is their own last save, whose answer was lost on the way. */
function isCurrentOrOwn(version: number | null, before: LockedReceipt, { actorId }: Act) {
  if (version === null || version === before.version) return true;
  return version + 1 === before.version && before.updatedBy === actorId;
}

async function replace(tx: Tx, act: Act, before: LockedReceipt, { head, lines }: Asked) {
  const { id, version } = before;
  const changes = compareLines(before.lines, lines);
  await writeLines(tx, act, id, changes);
  await tx
    .update(stockDocs)
    .set({
      ...head,
      vat: head.vat === null ? null : (head.vat / 100).toFixed(VAT.places),
      version: version + 1,
      updated_by: act.actorId,
      updated_at: act.now,
    })
    .where(eq(stockDocs.id, id));
  const entry = { action: 'update', entity: 'stock_doc', entityId: id };
  await audit(tx, act, { ...entry, ...recordChanges(before, head, changes) });
}

/** What people write may name somebody: of those fields only the names are recorded. */
const WRITTEN = new Set<string>([
  'transfer_code',
  'description',
  'income_code',
] satisfies (keyof ReceiptHead)[]);

function recordChanges({ version, head }: LockedReceipt, after: ReceiptHead, lines: LineChanges) {
  const now = new Map<string, unknown>(Object.entries(after));
  const changed = Object.entries(head).filter(([name, value]) => now.get(name) !== value);
  const plain = changed.filter(([name]) => !WRITTEN.has(name));
  return {
    before: { version, ...Object.fromEntries(plain) },
    after: {
      version: version + 1,
      ...Object.fromEntries(plain.map(([name]) => [name, now.get(name)])),
      written: changed.map(([name]) => name).filter(name => WRITTEN.has(name)),
      lines: {
        added: lines.added.length,
        changed: lines.kept.filter(line => line.changed).length,
        removed: lines.removed.length,
        reordered: lines.reordered,
      },
    },
  };
}

type Placed = LineContent & { pos: number };
type Kept = Placed & { id: number; changed: boolean };

/** What becomes of the lines. A kept one has another content, or another place, or both. */
type LineChanges = { added: Placed[]; kept: Kept[]; removed: number[]; reordered: boolean };

/** What differs between the stored lines and those that are to be; every id that is sent is one of the stored. */
function compareLines(stored: readonly LockedLine[], sent: readonly LineContent[]): LineChanges {
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
function hasSameContent(a: Omit<LineContent, 'id'>, b: Omit<LineContent, 'id'>): boolean {
  return (
    a.nomenclature_id === b.nomenclature_id &&
    a.count === b.count &&
    a.price === b.price &&
    a.tax === b.tax &&
    a.discount === b.discount &&
    a.reason === b.reason
  );
}

/** Writes them, however many they are, in at most three statements. */
async function writeLines(tx: Tx, { now }: Act, docId: number, { added, kept, removed }: LineChanges) {
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

async function insertLines(tx: Tx, now: Date, docId: number, added: readonly Placed[]) {
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
