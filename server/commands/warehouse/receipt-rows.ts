/** A receipt as a save finds it: held, and in the units in which it is compared. */
import { and, asc, eq } from 'drizzle-orm';
import { COUNT, type Limit, PERCENT, VAT } from '#domain/warehouse/limits.ts';
import { toUnits } from '#kit/decimal.ts';
import type { Tx } from '../../db/database.ts';
import { notFound } from '../../db/refusal.ts';
import { stockDocs, stockRows } from '../../db/schema.ts';

/** The receipt with its lines in their order, held until the end of the transaction: whoever saves it too waits here. */
export async function lockReceipt(tx: Tx, id: number) {
  const [doc] = await tx
    .select({
      version: stockDocs.version,
      updatedBy: stockDocs.updated_by,
      head: {
        warehouse_to_id: stockDocs.warehouse_to_id,
        transfer_code: stockDocs.transfer_code,
        contract_user_id: stockDocs.contract_user_id,
        transfer_date: stockDocs.transfer_date,
        carried: stockDocs.carried,
        description: stockDocs.description,
        income_code: stockDocs.income_code,
        income_date: stockDocs.income_date,
        vat: stockDocs.vat,
        vat_included: stockDocs.vat_included,
      },
    })
    .from(stockDocs)
    .where(and(eq(stockDocs.id, id), eq(stockDocs.kind, 'enter')))
    .for('update');
  if (!doc) throw notFound();
  const { head, ...rest } = doc;
  const vat = head.vat === null ? null : unitsIn(VAT, head.vat);
  return { id, ...rest, head: { ...head, vat }, lines: await readLines(tx, id) };
}

export type LockedReceipt = Awaited<ReturnType<typeof lockReceipt>>;

/** The head of a receipt; `vat` is hundredths of a percent. */
export type ReceiptHead = LockedReceipt['head'];

export type LockedLine = LockedReceipt['lines'][number];

async function readLines(tx: Tx, docId: number) {
  const lines = await tx
    .select({
      id: stockRows.id,
      pos: stockRows.pos,
      nomenclature_id: stockRows.nomenclature_id,
      count: stockRows.count,
      price: stockRows.price_kop,
      tax: stockRows.tax,
      discount: stockRows.discount,
      reason: stockRows.reason,
    })
    .from(stockRows)
    .where(eq(stockRows.doc_id, docId))
    .orderBy(asc(stockRows.pos), asc(stockRows.id));
  return lines.map(({ count, tax, discount, ...line }) => ({
    ...line,
    count: unitsIn(COUNT, count),
    tax: unitsIn(PERCENT, tax),
    discount: unitsIn(PERCENT, discount),
  }));
}

function unitsIn({ places }: Limit, stored: string): number {
  const units = toUnits(stored, places);
  if (units === undefined) throw new Error('a number is stored that the column cannot hold');
  return units;
}
