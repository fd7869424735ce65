import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../db/database.ts';
import { notFound } from '../db/refusal.ts';
import { reports, users } from '../db/schema.ts';
import type { Act } from './act.ts';

const { id, promoter_id, created_at, closed_at, returned_at, version } = reports;

function select(on: Queryable) {
  return on
    .select({ id, promoter_id, promoter_name: users.name, created_at, closed_at, returned_at, version })
    .from(reports)
    .innerJoin(users, eq(users.id, promoter_id));
}

export type ReportRow = Awaited<ReturnType<typeof select>>[number];

/** A promoter's reports, newest first; undefined if there is nobody of that id. */
export async function readReports(on: Queryable, promoterId: number) {
  const rows = await select(on).where(eq(promoter_id, promoterId)).orderBy(desc(id));
  if (rows.length > 0) return rows;
  return (await hasUser(on, promoterId)) ? [] : undefined;
}

/** Whether there is somebody of that id; whoever is no promoter any more may still have reports. */
export async function hasUser(on: Queryable, userId: number): Promise<boolean> {
  return (await on.$count(users, eq(users.id, userId))) > 0;
}

export async function findReport(on: Queryable, reportId: number) {
  const [row] = await select(on).where(eq(id, reportId));
  return row;
}

/** What a change of a report starts from. */
export type LockedReport = Awaited<ReturnType<typeof lockReport>>;

/** The report, held until the end of the transaction: whoever changes it too waits here. */
export async function lockReport(tx: Tx, reportId: number) {
  const [row] = await tx
    .select({ id, promoter_id, closed_at, returned_at, version })
    .from(reports)
    .where(eq(id, reportId))
    .for('update');
  if (!row) throw notFound();
  return row;
}

type ReportColumns = Partial<Pick<typeof reports.$inferInsert, 'closed_at' | 'closed_by' | 'returned_at'>>;

/** A new version of a locked report: whoever has read it before this change is told so when they change it. */
export async function raiseVersion(tx: Tx, act: Act, reportId: number, changed: ReportColumns = {}) {
  const [state] = await tx
    .update(reports)
    .set({ ...changed, version: sql`${version} + 1`, updated_at: act.now })
    .where(eq(id, reportId))
    .returning({ closed_at, version });
  if (!state) throw new Error('a report vanished under its lock');
  return state;
}
