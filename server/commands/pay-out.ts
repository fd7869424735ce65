/** Paying all that a promoter is owed as one payment: all of it, or nothing. */
import { inArray, sql } from 'drizzle-orm';
import { closeReport, createReport, getReport, payRequest } from '#contract/reports.ts';
import type { Tx } from '../db/database.ts';
import { madeAt } from '../db/schema/columns.ts';
import { paymentReports, paymentRequests, payments, reports, requests } from '../db/schema.ts';
import { type Act, auditAll, type Demand } from './act.ts';
import { collect, insertReport, lockPromoter } from './create-report.ts';
import { type Difference, differencesOf } from './payment-differences.ts';
import { lockOpenReports, lockOwed, type OwedRow, sumOfOwed } from './payment-rows.ts';

/** What was agreed to; `listed`: the requests that the user has seen, with the share of each in kopecks, where they say. */
type Agreed = {
  promoterId: number;
  count: number;
  percentKop: number;
  listed: ReadonlyMap<number, number> | null;
};

type Found = { count: number; percentKop: number };

/** Pays it where it is what was agreed to; else tells what it is now, and nothing is done. */
export async function payOut(
  tx: Tx,
  act: Act,
  demand: Demand,
  agreed: Agreed,
): Promise<{ paymentId: number } | (Found & { differences: Difference[] })> {
  const { promoterId } = agreed;
  // In the order of everything that changes a report: the promoter, the reports, the requests.
  await lockPromoter(tx, promoterId);
  const open = await lockOpenReports(tx, promoterId);
  // A difference tells what stands in them.
  await demand(getReport, open);
  const owed = await lockOwed(tx, promoterId, open);
  const found = { count: owed.length, percentKop: sumOfOwed(owed) };
  if (found.count !== agreed.count || found.percentKop !== agreed.percentKop || !isAsListed(agreed, owed)) {
    const listed = agreed.listed ?? new Map();
    return { ...found, differences: await differencesOf(tx, { promoterId, listed }, owed) };
  }
  const placed = await placeInReports(tx, act, demand, { promoterId, owed, open });
  await demand(
    payRequest,
    placed.requests.map(({ id }) => id),
  );
  await demand(closeReport, placed.closed);
  return { paymentId: await payAndClose(tx, act, { promoterId, ...found, ...placed }) };
}

function isAsListed({ listed }: Agreed, owed: readonly OwedRow[]): boolean {
  if (!listed) return true;
  return (
    listed.size === owed.length && owed.every(({ id, percentKop }) => listed.get(id) === (percentKop ?? 0))
  );
}

/** What is paid: each request in its report, and which reports are closed with it; `madeId`: the one made for it. */
type Placed = {
  requests: readonly (OwedRow & { reportId: number; wasDue: boolean })[];
  closed: readonly number[];
  madeId: number | null;
};

type Owed = { promoterId: number; owed: readonly OwedRow[]; open: readonly number[] };

/** Puts what is due into the newest open report, or into one that is made for it. */
async function placeInReports(
  tx: Tx,
  act: Act,
  demand: Demand,
  { promoterId, owed, open }: Owed,
): Promise<Placed> {
  const due = owed.filter(({ reportId }) => reportId === null).map(({ id }) => id);
  if (due.length > 0) await demand(createReport);
  const newest = open.at(-1);
  const target = newest ?? (await insertReport(tx, act, promoterId)).id;
  if (due.length > 0) {
    await collect(tx, act, target, due);
    const entry = { action: newest ? 'add' : 'create', entity: 'report', entityId: target };
    await auditAll(tx, act, [{ ...entry, after: { promoter_id: promoterId, requests: due } }]);
  }
  return {
    requests: owed.map(row => ({
      ...row,
      reportId: row.reportId ?? target,
      wasDue: row.reportId === null,
    })),
    closed: newest ? open : [target],
    madeId: newest ? null : target,
  };
}

type Paying = Placed & Found & { promoterId: number };

async function payAndClose(tx: Tx, act: Act, paying: Paying): Promise<number> {
  const { now, actorId } = act;
  const ids = paying.requests.map(({ id }) => id);
  await tx
    .update(requests)
    .set({ paid_at: now, paid_by: actorId, updated_at: now })
    .where(inArray(requests.id, ids));
  const closed = await tx
    .update(reports)
    .set({ closed_at: now, closed_by: actorId, version: sql`${reports.version} + 1`, updated_at: now })
    .where(inArray(reports.id, [...paying.closed]))
    .returning({ report_id: reports.id, version: reports.version });
  const paymentId = await insertPayment(tx, act, paying);
  await tx.insert(paymentReports).values(
    closed.map(each => ({
      ...each,
      payment_id: paymentId,
      is_made: each.report_id === paying.madeId,
    })),
  );
  await auditPayment(tx, act, paymentId, paying);
  return paymentId;
}

async function insertPayment(tx: Tx, act: Act, paying: Paying): Promise<number> {
  const { promoterId, count, percentKop } = paying;
  const [made] = await tx
    .insert(payments)
    .values({
      promoter_id: promoterId,
      count,
      percent_kop: percentKop,
      created_by: act.actorId,
      ...madeAt(act.now),
    })
    .returning({ id: payments.id });
  if (!made) throw new Error('no payment was made');
  await tx.execute(sql`
    insert into ${paymentRequests} (payment_id, request_id, report_id, was_due, tofirm_kop, percent_kop)
    select ${made.id}::bigint, id, "reportId", "wasDue", "tofirmKop", coalesce("percentKop", 0)
    from jsonb_to_recordset(${JSON.stringify(paying.requests)}::jsonb)
      as paid (id bigint, "reportId" bigint, "wasDue" boolean, "tofirmKop" bigint, "percentKop" bigint)`);
  return made.id;
}

/** Each request and report as the single calls write it down, and the payment. */
async function auditPayment(tx: Tx, act: Act, payment_id: number, paying: Paying): Promise<void> {
  const { promoterId: promoter_id, count, percentKop: percent_kop } = paying;
  await auditAll(tx, act, [
    ...paying.requests.map(({ id, reportId: report_id }) => ({
      action: 'pay',
      entity: 'request',
      entityId: id,
      before: { paid_at: null, paid_by: null },
      after: { paid_at: act.now, paid_by: act.actorId, report_id, payment_id },
    })),
    ...paying.closed.map(id => ({
      action: 'close',
      entity: 'report',
      entityId: id,
      before: { closed_at: null },
      after: { closed_at: act.now, payment_id },
    })),
    {
      action: 'create',
      entity: 'payment',
      entityId: payment_id,
      after: { promoter_id, count, percent_kop },
    },
  ]);
}
