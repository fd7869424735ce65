import { and, eq, inArray } from 'drizzle-orm';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import type { Tx } from '../../db/database.ts';
import { nomenclature, users, warehouses } from '../../db/schema.ts';
import type { LockedReceipt } from './receipt-rows.ts';
import type { FieldErrors, SentReceipt } from './receipt-rules.ts';

export type Warehouse = { id: number; title: string };

/** The warehouses of the firm; they are few. */
export async function readWarehouses(tx: Tx): Promise<Warehouse[]> {
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

async function isActive(tx: Tx, id: number): Promise<boolean> {
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
