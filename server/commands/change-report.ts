import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { changedMeanwhile } from '../db/refusal.ts';
import { reports, requests } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { type LockedReport, lockReport } from './report-rows.ts';

/** A report to be changed; `version` is the one that the caller has seen, null where they do not say. */
type AskedReport = { id: number; version: number | null };

/** The report as it is now, whoever made it so. */
export type ReportState = { closed_at: Date | null; version: number };

/** Why a report may not be deleted. */
export type Kept = 'closed' | 'paid';

/** Closes a report; one that is closed already stays as it is. */
export async function closeReport(tx: Tx, act: Act, asked: AskedReport): Promise<ReportState> {
  const report = await lockAsked(tx, asked);
  if (report.closed_at) return report;
  return change(tx, act, report, { closed_at: act.now, closed_by: act.actorId });
}

/** Opens a report; one that is open already stays as it is. */
export async function openReport(tx: Tx, act: Act, asked: AskedReport): Promise<ReportState> {
  const report = await lockAsked(tx, asked);
  if (!report.closed_at) return report;
  return change(tx, act, report, { closed_at: null, closed_by: null });
}

/** Deletes an open report in which nothing is paid, and sets its requests free; else says what keeps it. */
export async function deleteReport(tx: Tx, act: Act, asked: AskedReport): Promise<Kept | undefined> {
  const report = await lockAsked(tx, asked);
  if (report.closed_at) return 'closed';
  const held = await tx
    .select({ id: requests.id, paid_at: requests.paid_at })
    .from(requests)
    .where(eq(requests.report_id, report.id))
    .orderBy(requests.id);
  if (held.some(request => request.paid_at)) return 'paid';
  await tx
    .update(requests)
    .set({ report_id: null, updated_at: act.now })
    .where(eq(requests.report_id, report.id));
  await tx.delete(reports).where(eq(reports.id, report.id));
  await audit(tx, act, {
    action: 'delete',
    entity: 'report',
    entityId: report.id,
    before: { promoter_id: report.promoter_id, requests: held.map(request => request.id) },
  });
  return undefined;
}

async function lockAsked(tx: Tx, { id, version }: AskedReport): Promise<LockedReport> {
  const report = await lockReport(tx, id);
  if (version !== null && version !== report.version) throw changedMeanwhile();
  return report;
}

async function change(
  tx: Tx,
  act: Act,
  { id, closed_at }: LockedReport,
  to: { closed_at: Date | null; closed_by: number | null },
): Promise<ReportState> {
  const [state] = await tx
    .update(reports)
    .set({ ...to, version: sql`${reports.version} + 1`, updated_at: act.now })
    .where(eq(reports.id, id))
    .returning({ closed_at: reports.closed_at, version: reports.version });
  if (!state) throw new Error('a report vanished under its lock');
  await audit(tx, act, {
    action: to.closed_at ? 'close' : 'open',
    entity: 'report',
    entityId: id,
    before: { closed_at },
    after: { closed_at: to.closed_at },
  });
  return state;
}
