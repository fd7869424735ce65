import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { changedMeanwhile } from '../db/refusal.ts';
import { reports, requests } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { lockReport, raiseVersion } from './report-rows.ts';

/** A report to be changed; `version` is the one that the caller has seen, null where they do not say. */
type AskedReport = { id: number; version: number | null };

/** Closes a report, or opens it again; asked twice, the second finds it done. */
export async function setClosed(tx: Tx, act: Act, asked: AskedReport, isClosed: boolean) {
  const report = await lockAsked(tx, asked);
  if ((report.closed_at !== null) === isClosed) return report;
  const closed = isClosed
    ? { closed_at: act.now, closed_by: act.actorId }
    : { closed_at: null, closed_by: null };
  const state = await raiseVersion(tx, act, report.id, { ...closed, returned_at: null });
  await audit(tx, act, {
    action: isClosed ? 'close' : 'open',
    entity: 'report',
    entityId: report.id,
    before: { closed_at: report.closed_at, returned_at: report.returned_at },
    after: { closed_at: closed.closed_at, returned_at: null },
  });
  return state;
}

/** Deletes an open report in which nothing is paid, and sets its requests free; else says what keeps it. */
export async function deleteReport(tx: Tx, act: Act, asked: AskedReport) {
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

async function lockAsked(tx: Tx, { id, version }: AskedReport) {
  const report = await lockReport(tx, id);
  if (version !== null && version !== report.version) throw changedMeanwhile();
  return report;
}
