import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { madeAt } from '../db/schema/columns.ts';
import { reports, requests, users } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { findPromoter, noSuchPromoter } from './promoters.ts';

/** Collects a promoter's done, unpaid requests that stand in no report. Undefined: there are none, nothing was made. */
export async function createReport(tx: Tx, act: Act, promoterId: number) {
  await lockPromoter(tx, promoterId);
  const due = await readDue(tx, promoterId);
  if (due.length === 0) return undefined;
  const made = await insertReport(tx, act, promoterId);
  await collect(tx, act, made.id, due);
  await audit(tx, act, {
    action: 'create',
    entity: 'report',
    entityId: made.id,
    after: { promoter_id: promoterId, requests: due },
  });
  return made;
}

/** An empty report of a promoter who is locked. */
export async function insertReport(tx: Tx, act: Act, promoterId: number) {
  const [made] = await tx
    .insert(reports)
    .values({
      promoter_id: promoterId,
      number: await nextNumber(tx, promoterId),
      created_by: act.actorId,
      ...madeAt(act.now),
    })
    .returning({ id: reports.id });
  if (!made) throw new Error('no report was made');
  return made;
}

/** Puts locked requests into a report. */
export async function collect(tx: Tx, act: Act, reportId: number, due: readonly number[]): Promise<void> {
  await tx
    .update(requests)
    .set({ report_id: reportId, updated_at: act.now })
    .where(inArray(requests.id, [...due]));
}

/** One report at a time for one promoter. The lock is the one that does not make the promoter's own orders wait. */
export async function lockPromoter(tx: Tx, promoterId: number) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, promoterId)).for('no key update');
  if (!(await findPromoter(tx, promoterId))) throw noSuchPromoter('promoter_id');
}

async function readDue(tx: Tx, promoterId: number) {
  const { promoter_id, done_at, paid_at, report_id } = requests;
  const rows = await tx
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(promoter_id, promoterId), isNotNull(done_at), isNull(paid_at), isNull(report_id)))
    .orderBy(requests.id)
    .for('update');
  return rows.map(row => row.id);
}

/** The promoter's reports are counted one by one; the lock above keeps two from getting the same number. */
async function nextNumber(tx: Tx, promoterId: number) {
  const [row] = await tx
    .select({ next: sql`coalesce(max(${reports.number}), 0) + 1`.mapWith(Number) })
    .from(reports)
    .where(eq(reports.promoter_id, promoterId));
  if (!row) throw new Error('an aggregate had no row');
  return row.next;
}
