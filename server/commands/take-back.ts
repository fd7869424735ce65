/** Taking a payment back: its requests are owed again, its number and its sums stay. */
import { eq, inArray, sql } from 'drizzle-orm';
import { openReport, unpayRequest } from '#contract/reports.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refusal } from '../db/refusal.ts';
import { paymentReports, paymentRequests, payments, reports, requests } from '../db/schema.ts';
import { type Act, auditAll, type Demand } from './act.ts';
import { noteChange } from './kept-sums.ts';

/**
 * Opens its reports again, without what it had put there; the one that it made itself stays closed, empty and returned.
 * Refused where one of them was changed since.
 */
export async function takeBack(tx: Tx, act: Act, demand: Demand, paymentId: number): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const of = await lockParts(tx, paymentId);
  await demand(
    openReport,
    of.reports.map(({ id }) => id),
  );
  await demand(
    unpayRequest,
    of.requests.map(({ id }) => id),
  );
  await unpay(tx, act, of.requests);
  await openOrReturn(tx, act, of.reports);
  const { promoter_id: promoterId, created_at: at, percent_kop } = payment;
  // A payment of this moment is added up with its week.
  await noteChange(tx, { promoterId, at, paidKop: -percent_kop });
  await tx
    .update(payments)
    .set({ taken_back_at: act.now, taken_back_by: act.actorId, updated_at: act.now })
    .where(eq(payments.id, paymentId));
  await auditTakingBack(tx, act, payment, of);
}

const refused = (message: string) => new Refusal(409, { status: 'error', title: 'Возврат выплаты', message });

/** Two who take it back at once wait for each other here. */
async function lockPayment(tx: Tx, id: number) {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw notFound();
  if (payment.taken_back_at) throw refused(`Выплата №${id} уже возвращена`);
  return payment;
}

type Payment = Awaited<ReturnType<typeof lockPayment>>;

/** Every change inside a report raises its version, so the requests are as they were paid where it is the same. */
async function lockParts(tx: Tx, paymentId: number) {
  const left = await tx.select().from(paymentReports).where(eq(paymentReports.payment_id, paymentId));
  const now = await tx
    .select({ id: reports.id, version: reports.version, closed_at: reports.closed_at })
    .from(reports)
    .where(
      inArray(
        reports.id,
        left.map(each => each.report_id),
      ),
    )
    .orderBy(reports.id)
    .for('update');
  const locked = left.map(({ report_id: id, version, is_made: isMade }) => {
    const report = now.find(each => each.id === id);
    if (report?.version === version) return { id, isMade, closed_at: report.closed_at };
    throw refused(
      `Отчет №${id} изменен после выплаты №${paymentId}: снимите отметки об оплате в самом отчете`,
    );
  });
  const { request_id: id, report_id: reportId, was_due: wasDue } = paymentRequests;
  const paid = await tx
    .select({ id, reportId, wasDue })
    .from(paymentRequests)
    .where(eq(paymentRequests.payment_id, paymentId))
    .orderBy(id);
  return { reports: locked, requests: paid };
}

type Parts = Awaited<ReturnType<typeof lockParts>>;

/** What the payment had put into a report stands in none again. */
async function unpay(tx: Tx, { now }: Act, paid: Parts['requests']): Promise<void> {
  const wasDue = paid.filter(each => each.wasDue).map(({ id }) => id);
  const stays = paid.filter(each => !each.wasDue).map(({ id }) => id);
  const unpaid = { paid_at: null, paid_by: null, updated_at: now };
  await tx
    .update(requests)
    .set({ ...unpaid, report_id: null })
    .where(inArray(requests.id, wasDue));
  await tx.update(requests).set(unpaid).where(inArray(requests.id, stays));
}

async function openOrReturn(tx: Tx, { now }: Act, of: Parts['reports']): Promise<void> {
  const changed = { version: sql`${reports.version} + 1`, updated_at: now };
  const opened = of.filter(({ isMade }) => !isMade).map(({ id }) => id);
  const made = of.filter(({ isMade }) => isMade).map(({ id }) => id);
  await tx
    .update(reports)
    .set({ ...changed, closed_at: null, closed_by: null })
    .where(inArray(reports.id, opened));
  await tx
    .update(reports)
    .set({ ...changed, returned_at: now })
    .where(inArray(reports.id, made));
}

async function auditTakingBack(tx: Tx, act: Act, payment: Payment, of: Parts): Promise<void> {
  const { id: payment_id, promoter_id, count, percent_kop, created_at, created_by } = payment;
  await auditAll(tx, act, [
    ...of.requests.map(({ id, reportId, wasDue }) => ({
      action: 'unpay',
      entity: 'request',
      entityId: id,
      before: { paid_at: created_at, paid_by: created_by, report_id: reportId },
      after: { paid_at: null, paid_by: null, report_id: wasDue ? null : reportId, payment_id },
    })),
    ...of.reports.map(({ id, isMade, closed_at }) => ({
      action: isMade ? 'return' : 'open',
      entity: 'report',
      entityId: id,
      before: { closed_at },
      after: isMade ? { returned_at: act.now, payment_id } : { closed_at: null, payment_id },
    })),
    {
      action: 'take_back',
      entity: 'payment',
      entityId: payment_id,
      after: { promoter_id, count, percent_kop },
    },
  ]);
}
