/** Taking a payment back: what it still pays is owed again, its number and its sums stay. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { closeReport, getReport, openReport, unpayRequest } from '#contract/reports.ts';
import type { Tx } from '../db/database.ts';
import { notFound } from '../db/refusal.ts';
import { paymentReports, paymentRequests, payments, reports, requests } from '../db/schema.ts';
import { type Act, auditAll, type Demand } from './act.ts';
import { noteChange } from './kept-sums.ts';
import { stillPaid } from './payment-rows.ts';

/**
 * Opens its reports again, without what it had put there; the one that it made itself is closed, empty and returned. What was
 * unpaid or deleted since is left as it is. Done before, nothing changes.
 */
export async function takeBack(tx: Tx, act: Act, demand: Demand, paymentId: number): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const left = await lockReports(tx, paymentId);
  // The answer tells what stands in them.
  await demand(getReport, left.map(idOf));
  if (payment.taken_back_at) return;
  const of = await lockParts(tx, paymentId, left);
  await openAll(tx, act, demand, of);
  await unpay(tx, act, demand, of.taken);
  await returnMade(tx, act, demand, of.made);
  const paidKop = -of.taken.reduce((sum, { percentKop }) => sum + (percentKop ?? 0), 0);
  // A payment of this moment is added up with its week.
  await noteChange(tx, { promoterId: payment.promoter_id, at: payment.created_at, paidKop });
  await tx
    .update(payments)
    .set({ taken_back_at: act.now, taken_back_by: act.actorId, updated_at: act.now })
    .where(eq(payments.id, paymentId));
  await auditTakingBack(tx, act, payment, { ...of, paidKop });
}

const idOf = ({ id }: { id: number }) => id;

/** Two who take it back at once wait for each other here. */
async function lockPayment(tx: Tx, id: number) {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw notFound();
  return payment;
}

type Payment = Awaited<ReturnType<typeof lockPayment>>;

/** Those of its reports that are still there. */
function lockReports(tx: Tx, paymentId: number) {
  const { id, version, closed_at, closed_by } = reports;
  const { is_made: isMade, version: versionLeft } = paymentReports;
  return tx
    .select({ id, version, closed_at, closed_by, isMade, versionLeft })
    .from(paymentReports)
    .innerJoin(reports, eq(id, paymentReports.report_id))
    .where(eq(paymentReports.payment_id, paymentId))
    .orderBy(id)
    .for('update', { of: reports });
}

type Left = Awaited<ReturnType<typeof lockReports>>;

/**
 * What it still pays; the reports in which that stands or which were not changed since; and of these the one that it made,
 * where nothing else stands in that.
 */
async function lockParts(tx: Tx, paymentId: number, left: Left) {
  const { id, report_id: reportId, percent_kop: percentKop } = requests;
  const standing = await tx
    .select({ id, reportId, percentKop, wasDue: paymentRequests.was_due, isPaid: stillPaid })
    .from(requests)
    .leftJoin(
      paymentRequests,
      and(eq(paymentRequests.request_id, id), eq(paymentRequests.payment_id, paymentId)),
    )
    .leftJoin(payments, eq(payments.id, paymentRequests.payment_id))
    .where(inArray(reportId, left.map(idOf)))
    .orderBy(id)
    .for('update', { of: requests });
  const taken = standing.filter(({ isPaid }) => isPaid);
  const holds = (report: number, rows: typeof standing) => rows.some(row => row.reportId === report);
  const others = standing.filter(({ isPaid }) => !isPaid);
  const touched = left.filter(each => each.version === each.versionLeft || holds(each.id, taken));
  const isMade = (each: Left[number]) => each.isMade && !holds(each.id, others);
  return { taken, opened: touched.filter(each => !isMade(each)), made: touched.filter(isMade) };
}

type Parts = Awaited<ReturnType<typeof lockParts>>;

/** The one that it made too: a policy may let nothing be unpaid in a closed report. */
async function openAll(tx: Tx, { now }: Act, demand: Demand, { opened, made }: Parts): Promise<void> {
  await demand(openReport, opened.filter(each => each.closed_at).map(idOf));
  await tx
    .update(reports)
    .set({ closed_at: null, closed_by: null, version: sql`${reports.version} + 1`, updated_at: now })
    .where(inArray(reports.id, [...opened, ...made].map(idOf)));
}

/** What the payment had put into a report stands in none again. */
async function unpay(tx: Tx, { now }: Act, demand: Demand, taken: Parts['taken']): Promise<void> {
  await demand(unpayRequest, taken.map(idOf));
  const unpaid = { paid_at: null, paid_by: null, updated_at: now };
  await tx
    .update(requests)
    .set({ ...unpaid, report_id: null })
    .where(inArray(requests.id, taken.filter(each => each.wasDue).map(idOf)));
  await tx
    .update(requests)
    .set(unpaid)
    .where(inArray(requests.id, taken.filter(each => !each.wasDue).map(idOf)));
}

/** Closed, also where it was opened after the payment. */
async function returnMade(tx: Tx, act: Act, demand: Demand, made: Parts['made']): Promise<void> {
  await demand(closeReport, made.filter(each => !each.closed_at).map(idOf));
  for (const { id, closed_at, closed_by } of made) {
    const closed = closed_at ? { closed_at, closed_by } : { closed_at: act.now, closed_by: act.actorId };
    await tx
      .update(reports)
      .set({ ...closed, returned_at: act.now })
      .where(eq(reports.id, id));
  }
}

type TakenBack = Parts & { paidKop: number };

async function auditTakingBack(tx: Tx, act: Act, payment: Payment, of: TakenBack): Promise<void> {
  const { id: payment_id, promoter_id, created_at, created_by } = payment;
  await auditAll(tx, act, [
    ...of.taken.map(({ id, reportId, wasDue }) => ({
      action: 'unpay',
      entity: 'request',
      entityId: id,
      before: { paid_at: created_at, paid_by: created_by, report_id: reportId },
      after: { paid_at: null, paid_by: null, report_id: wasDue ? null : reportId, payment_id },
    })),
    ...of.opened.flatMap(({ id, closed_at }) => {
      if (!closed_at) return [];
      const entry = { action: 'open', entity: 'report', entityId: id };
      return [{ ...entry, before: { closed_at }, after: { closed_at: null, payment_id } }];
    }),
    ...of.made.map(({ id, closed_at }) => ({
      action: 'return',
      entity: 'report',
      entityId: id,
      before: { closed_at },
      after: { closed_at: closed_at ?? act.now, returned_at: act.now, payment_id },
    })),
    {
      action: 'take_back',
      entity: 'payment',
      entityId: payment_id,
      after: { promoter_id, count: of.taken.length, percent_kop: -of.paidKop },
    },
  ]);
}
