import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { notFound, Refusal } from '../db/refusal.ts';
import { reports, requests, users } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { type LockedReport, lockReport } from './report-rows.ts';

/** A request's payment as it is now. `changed` false: it was so already. `by` and `at`: who paid, and when. */
export type Payment = {
  id: number;
  isPaid: boolean;
  changed: boolean;
  by: { name: string } | null;
  at: Date | null;
  version: number;
};

/**
 * Marks a request of a report as paid, or takes that back; asked twice, the second finds it done. A closed report
 * does not forbid it: a payment may come late.
 */
export async function setPaid(tx: Tx, act: Act, id: number, isPaid: boolean): Promise<Payment> {
  const report = await lockReportOf(tx, id);
  const now = await readPayment(tx, id);
  if ((now.at !== null) === isPaid) return { ...now, changed: false, version: report.version };
  const paid_at = isPaid ? act.now : null;
  const paid_by = isPaid ? act.actorId : null;
  await tx.update(requests).set({ paid_at, paid_by, updated_at: act.now }).where(eq(requests.id, id));
  const version = await raiseVersion(tx, act, report.id);
  await audit(tx, act, {
    action: isPaid ? 'pay' : 'unpay',
    entity: 'request',
    entityId: id,
    before: { paid_at: now.at, paid_by: now.paidBy },
    after: { paid_at, paid_by, report_id: report.id, report_closed_at: report.closed_at },
  });
  return { ...(await readPayment(tx, id)), changed: true, version };
}

/** Whoever pays, closes or deletes holds the report's lock: a request can leave its report with the whole of it only. */
async function lockReportOf(tx: Tx, id: number): Promise<LockedReport> {
  const [request] = await tx
    .select({ report_id: requests.report_id })
    .from(requests)
    .where(eq(requests.id, id));
  if (!request) throw notFound();
  if (request.report_id === null) throw inNoReport();
  return lockReport(tx, request.report_id);
}

async function readPayment(tx: Tx, id: number) {
  const [row] = await tx
    .select({ at: requests.paid_at, paidBy: requests.paid_by, name: users.name })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.paid_by))
    .where(eq(requests.id, id));
  if (!row) throw new Error('a request vanished from its report');
  const { at, paidBy, name } = row;
  return { id, isPaid: at !== null, by: name === null ? null : { name }, at, paidBy };
}

/** Whoever has read the report before this change is told so when they change it. */
export async function raiseVersion(tx: Tx, act: Act, reportId: number): Promise<number> {
  const [report] = await tx
    .update(reports)
    .set({ version: sql`${reports.version} + 1`, updated_at: act.now })
    .where(eq(reports.id, reportId))
    .returning({ version: reports.version });
  if (!report) throw new Error('a report vanished under its lock');
  return report.version;
}

function inNoReport(): Refusal {
  const message = 'Заявка не входит ни в один отчет';
  return new Refusal(404, { status: 'error', title: 'Отчет', message });
}
