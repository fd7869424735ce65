/** Warehouses of the demo firm, what lies there, and the documents by which it came and went. */
import { DAY_MS } from '#kit/clock.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { searchTitleOf } from '../schema/warehouse.ts';
import { nomenclature, stockDocs, stockRows, warehouses } from '../schema.ts';
import { type Random, seededRandom } from './random.ts';
import { LOSS_NOTES, REASONS, RECEIPT_NOTES, SHELVES, WAREHOUSES } from './words.ts';

/** Numbers of their own: what is seeded beside them stays what it was. */
const SEED = 20_261_122;

/** Three pages of receipts and two of write-offs. */
const RECEIPTS = 40;
const WRITE_OFFS = 20;
const LINES_MAX = 12;

/** One receipt has a line for each thing there is. */
const WHOLE_CATALOGUE = 3;

type People = { moderatorId: number; adminId: number; partnerIds: readonly number[] };
type Good = typeof nomenclature.$inferSelect;
type Sources = People & {
  random: Random;
  now: Date;
  warehouseIds: readonly number[];
  goods: readonly Good[];
};
type Line = Omit<typeof stockRows.$inferInsert, 'doc_id' | 'pos' | 'created_at' | 'updated_at'>;
type Invented = { head: typeof stockDocs.$inferInsert; lines: Line[] };

/** Fills the warehouse of a firm that has none. */
export async function seedWarehouse(tx: Tx, people: People, now: Date): Promise<void> {
  const random = seededRandom(SEED);
  const places = await tx
    .insert(warehouses)
    .values(WAREHOUSES.map(title => ({ title, ...madeAt(now) })))
    .returning({ id: warehouses.id });
  const goods = await seedGoods(tx, random, now);
  const from = { ...people, random, now, warehouseIds: places.map(({ id }) => id), goods };
  // The oldest first, so that ids grow as they do in life.
  await insertDocuments(tx, [
    ...Array.from({ length: RECEIPTS }, (_, at) => inventReceipt(from, RECEIPTS - 1 - at)),
    ...Array.from({ length: WRITE_OFFS }, (_, at) => inventWriteOff(from, WRITE_OFFS - 1 - at)),
  ]);
}

async function insertDocuments(tx: Tx, documents: readonly Invented[]): Promise<void> {
  const made = await tx
    .insert(stockDocs)
    .values(documents.map(({ head }) => head))
    .returning();
  const rows = made.flatMap(({ id: doc_id, created_at }, at) => {
    const { lines = [] } = documents[at] ?? {};
    return lines.map((line, pos) => ({ ...line, doc_id, pos, created_at, updated_at: created_at }));
  });
  await tx.insert(stockRows).values(rows);
}

function seedGoods(tx: Tx, random: Random, now: Date): Promise<Good[]> {
  const rows = SHELVES.flatMap(({ unit, from, to, titles }) =>
    titles.map(title => ({
      title,
      search_title: searchTitleOf(title),
      unit,
      price_kop: priceBetween(random, from, to),
      ...madeAt(now),
    })),
  );
  return tx.insert(nomenclature).values(rows).returning();
}

/** Mostly whole tens of roubles, as shops price. */
function priceBetween(random: Random, from: number, to: number): number {
  const roubles = from + random.next() * (to - from);
  return random.chance(0.8) ? Math.round(roubles / 10) * 1000 : Math.round(roubles * 100);
}

/** The receipt that is the `age`-th of the list. */
function inventReceipt(from: Sources, age: number): Invented {
  const { random, partnerIds, warehouseIds, goods } = from;
  const isWhole = age === WHOLE_CATALOGUE;
  const written = writtenAt(from, age, 4);
  const head = {
    kind: 'enter' as const,
    transfer_code: codeOf('ОП', RECEIPTS - age),
    ...common(from, age, written),
    warehouse_to_id: random.pick(warehouseIds),
    // Some came from nobody whom the firm knows.
    contract_user_id: random.chance(0.85) ? random.pick(partnerIds) : null,
    description: isWhole ? 'Все, что есть в каталоге' : noteOf(random, RECEIPT_NOTES),
    ...(random.chance(0.7) ? inventInvoice(random, written) : {}),
    // On top of the prices, within them, or none.
    ...random.pick([
      { vat: '20.00', vat_included: true },
      { vat: '20.00', vat_included: false },
      { vat: '10.00', vat_included: false },
      { vat: null, vat_included: false },
    ]),
  };
  const items = isWhole ? goods : someOf(random, goods);
  return { head, lines: items.map(good => inventLine(random, good)) };
}

function inventInvoice(random: Random, written: Date) {
  return {
    income_code: `УПД-${1000 + Math.floor(random.next() * 9000)}`,
    income_date: dayOf(written.getTime() - DAY_MS * random.pick([1, 2, 5])),
  };
}

/** The write-off that is the `age`-th of the list. */
function inventWriteOff(from: Sources, age: number): Invented {
  const { random, warehouseIds, goods } = from;
  const head = {
    kind: 'loss' as const,
    transfer_code: codeOf('СП', WRITE_OFFS - age),
    ...common(from, age, writtenAt(from, age, 9)),
    warehouse_from_id: random.pick(warehouseIds),
    description: noteOf(random, LOSS_NOTES),
    vat_included: false,
  };
  return { head, lines: someOf(random, goods).map(good => inventLoss(random, good)) };
}

/** The newest are still worked on: they are not carried yet, and of the others a few. */
function common({ random, now, moderatorId, adminId }: Sources, age: number, written: Date) {
  const changed = written.getTime() + random.next() * DAY_MS;
  return {
    transfer_date: dayOf(written.getTime()),
    carried: age >= WHOLE_CATALOGUE && random.chance(0.9),
    updated_by: random.chance(0.7) ? moderatorId : adminId,
    created_at: written,
    updated_at: new Date(Math.min(changed, now.getTime())),
  };
}

/** Some days lie between one document and the next. */
function writtenAt({ random, now }: Sources, age: number, daysApart: number): Date {
  return new Date(now.getTime() - (age + 0.2 + 0.6 * random.next()) * daysApart * DAY_MS);
}

function someOf(random: Random, goods: readonly Good[]): Good[] {
  const count = 1 + Math.floor(random.next() * LINES_MAX);
  return Array.from({ length: count }, () => random.pick(goods));
}

function inventLine(random: Random, good: Good): Line {
  return {
    ...inventLoss(random, good),
    tax: random.chance(0.1) ? random.pick(['1.00', '2.50', '10.00']) : '0.00',
    discount: random.chance(0.25) ? random.pick(['3.00', '5.00', '7.50', '10.00']) : '0.00',
    reason: random.chance(0.05) ? 'Взамен брака' : null,
  };
}

function inventLoss(random: Random, { id, unit, price_kop }: Good): Line {
  return {
    nomenclature_id: id,
    count: countOf(random, unit),
    tax: '0.00',
    discount: '0.00',
    price_kop: random.chance(0.7) ? price_kop : Math.round(price_kop * 0.95),
    reason: random.pick(REASONS),
  };
}

/** Pieces are whole; metres and kilograms seldom. */
function countOf(random: Random, unit: string): string {
  const count = 1 + random.next() * 9;
  return unit === 'шт' ? String(Math.floor(count)) : count.toFixed(random.pick([1, 2, 3]));
}

function noteOf(random: Random, notes: readonly string[]): string | null {
  return random.chance(0.7) ? random.pick(notes) : null;
}

function codeOf(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(6, '0')}`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
