import { desc, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../db/database.ts';
import { notFound } from '../db/refusal.ts';
import { reports, users } from '../db/schema.ts';

const columns = {
  id: reports.id,
  promoter_id: reports.promoter_id,
  promoter_name: users.name,
  created_at: reports.created_at,
  closed_at: reports.closed_at,
  version: reports.version,
};

function select(on: Queryable) {
  return on.select(columns).from(reports).innerJoin(users, eq(users.id, reports.promoter_id));
}

/** A report with the name of its promoter. */
export type ReportRow = Awaited<ReturnType<typeof select>>[number];

/** A promoter's reports, newest first; undefined if there is nobody of that id. */
export async function readReports(on: Queryable, promoterId: number): Promise<ReportRow[] | undefined> {
  const rows = await select(on).where(eq(reports.promoter_id, promoterId)).orderBy(desc(reports.id));
  if (rows.length > 0) return rows;
  return (await on.$count(users, eq(users.id, promoterId))) > 0 ? [] : undefined;
}

export async function findReport(on: Queryable, id: number): Promise<ReportRow | undefined> {
  const [row] = await select(on).where(eq(reports.id, id));
  return row;
}

/** What a change of a report starts from. */
export type LockedReport = Awaited<ReturnType<typeof lockReport>>;

/** The report, held until the end of the transaction: whoever changes it too waits here. */
export async function lockReport(tx: Tx, id: number) {
  const [row] = await tx
    .select({
      id: reports.id,
      promoter_id: reports.promoter_id,
      closed_at: reports.closed_at,
      version: reports.version,
    })
    .from(reports)
    .where(eq(reports.id, id))
    .for('update');
  if (!row) throw notFound();
  return row;
}
