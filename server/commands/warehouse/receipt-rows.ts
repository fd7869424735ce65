/** A receipt as a save finds it: held, in the units in which it is compared, and beside what it may name. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { COUNT, LINES_MAX, type Limit, PERCENT, VAT } from '#domain/warehouse/limits.ts';
import { toUnits } from '#kit/decimal.ts';
import type { Tx } from '../../db/database.ts';
import { notFound } from '../../db/refusal.ts';
import { nomenclature, stockDocs, stockRows, users, warehouses } from '../../db/schema.ts';
import type { FieldErrors, SentReceipt } from './receipt-rules.ts';

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
  const { id, pos, nomenclature_id, count, price_kop: price, tax, discount, reason } = stockRows;
  const lines = await tx
    .select({ id, pos, nomenclature_id, count, price, tax, discount, reason })
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

export type Warehouse = Awaited<ReturnType<typeof readWarehouses>>[number];

export async function readWarehouses(tx: Tx) {
  return tx.select({ id: warehouses.id, title: warehouses.title }).from(warehouses);
}

/** What a receipt names, and what of it is not there, or not its own. What it names already is not looked for again. */
export async function findUnknown(
  tx: Tx,
  sent: SentReceipt,
  { before, known }: { before: LockedReceipt; known: readonly Warehouse[] },
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const { warehouse_to, contract_id } = sent;
  if (warehouse_to && !known.some(({ title }) => title === warehouse_to)) {
    errors.warehouse_to = [missingWarehouse(known)];
  }
  if (contract_id && contract_id !== before.head.contract_user_id && !(await isActive(tx, contract_id))) {
    errors.contract_id = ['Контрагент не найден'];
  }
  // What is far too long is refused for that, and not looked through.
  const lines = sent.nomenclature.slice(0, LINES_MAX);
  return { ...errors, ...findForeignLines(lines, before), ...(await findUnknownGoods(tx, lines, before)) };
}

function missingWarehouse(known: readonly Warehouse[]): string {
  if (known.length === 0) return 'Складов еще нет';
  const titles = known.map(({ title }) => title).sort(RUSSIAN.compare);
  return `Такого склада нет. Есть: ${titles.map(title => `«${title}»`).join(', ')}`;
}

/** Not the database's order: that depends on how its cluster was made. */
const RUSSIAN = new Intl.Collator('ru');

async function isActive(tx: Tx, id: number) {
  return (await tx.$count(users, and(eq(users.id, id), eq(users.status, 'active')))) > 0;
}

type SentLines = SentReceipt['nomenclature'];

function findForeignLines(sent: SentLines, { lines }: LockedReceipt): FieldErrors {
  const own = new Set(lines.map(({ id }) => id));
  const seen = new Set<number>();
  const errors: FieldErrors = {};
  sent.forEach(({ id }, at) => {
    if (!id) return;
    if (!own.has(id)) errors[`nomenclature.${at}.id`] = ['В документе нет такой строки'];
    else if (seen.has(id)) errors[`nomenclature.${at}.id`] = ['Строка указана дважды'];
    seen.add(id);
  });
  return errors;
}

async function findUnknownGoods(tx: Tx, sent: SentLines, { lines }: LockedReceipt): Promise<FieldErrors> {
  const held = new Set(lines.map(line => line.nomenclature_id));
  const asked = new Set(sent.map(line => line.nomenclature_id).filter(id => !held.has(id)));
  if (asked.size === 0) return {};
  const found = await tx
    .select({ id: nomenclature.id })
    .from(nomenclature)
    .where(inArray(nomenclature.id, [...asked]));
  for (const { id } of found) asked.delete(id);
  const unknown = [...sent.entries()].filter(([, line]) => asked.has(line.nomenclature_id));
  return Object.fromEntries(
    unknown.map(([at]) => [`nomenclature.${at}.nomenclature_id`, ['Номенклатура не найдена']]),
  );
}
