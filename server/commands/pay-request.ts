import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { notFound, Refusal } from '../db/refusal.ts';
import { requests, users } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { noteChange } from './kept-sums.ts';
import { lockReport, raiseVersion } from './report-rows.ts';

const ERROR = { status: 'error', title: 'Отчет' };

/**
 * Marks a request of a report as paid, or takes that back; asked twice, the second finds it done (`changed` false), also
 * where the report was closed in between. Nothing changes in a closed report: it is opened first.
 */
export async function setPaid(tx: Tx, act: Act, id: number, isPaid: boolean) {
  const report = await lockReportOf(tx, id);
  const now = await readPayment(tx, id);
  if ((now.at !== null) === isPaid) return { ...now, changed: false, version: report.version };
  if (report.closed_at) throw new Refusal(409, { ...ERROR, message: 'Отчет закрыт, сначала откройте его' });
  const paid_at = isPaid ? act.now : null;
  const paid_by = isPaid ? act.actorId : null;
  await tx.update(requests).set({ paid_at, paid_by, updated_at: act.now }).where(eq(requests.id, id));
  // A payment of this moment is added up with its week.
  if (now.at) await noteChange(tx, { promoterId: report.promoter_id, at: now.at, paidKop: -now.percentKop });
  const { version } = await raiseVersion(tx, act, report.id);
  await audit(tx, act, {
    action: isPaid ? 'pay' : 'unpay',
    entity: 'request',
    entityId: id,
    before: { paid_at: now.at, paid_by: now.paidBy },
    after: { paid_at, paid_by, report_id: report.id },
  });
  return { ...(await readPayment(tx, id)), changed: true, version };
}

/** Whoever pays, closes or deletes holds the report's lock: a request can leave its report with the whole of it only. */
async function lockReportOf(tx: Tx, id: number) {
  const [request] = await tx
    .select({ report_id: requests.report_id })
    .from(requests)
    .where(eq(requests.id, id));
  if (!request) throw notFound();
  if (request.report_id !== null) return lockReport(tx, request.report_id);
  throw new Refusal(404, { ...ERROR, message: 'Заявка не входит ни в один отчет' });
}

async function readPayment(tx: Tx, id: number) {
  const [row] = await tx
    .select({
      at: requests.paid_at,
      paidBy: requests.paid_by,
      name: users.name,
      percentKop: requests.percent_kop,
    })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.paid_by))
    .where(eq(requests.id, id));
  if (!row) throw new Error('a request vanished from its report');
  const { at, paidBy, name, percentKop } = row;
  return { id, by: name === null ? null : { name }, at, paidBy, percentKop: percentKop ?? 0 };
}
