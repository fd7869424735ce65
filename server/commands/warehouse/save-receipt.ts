import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { VAT } from '#domain/warehouse/limits.ts';
import type { Tx } from '../../db/database.ts';
import { changedMeanwhile, invalid } from '../../db/refusal.ts';
import { stockDocs } from '../../db/schema.ts';
import { type Act, audit } from '../act.ts';
import { compareLines, countLines, hasSameContent, type LineChanges, writeLines } from './receipt-lines.ts';
import { findUnknown, readWarehouses, type Warehouse } from './receipt-references.ts';
import { type LockedReceipt, lockReceipt, type ReceiptHead } from './receipt-rows.ts';
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
function isCurrentOrOwn(version: number | null, before: LockedReceipt, { actorId }: Act): boolean {
  if (version === null || version === before.version) return true;
  return version + 1 === before.version && before.updatedBy === actorId;
}

async function replace(tx: Tx, act: Act, before: LockedReceipt, { head, lines }: Asked): Promise<void> {
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
      lines: countLines(lines),
    },
  };
}
