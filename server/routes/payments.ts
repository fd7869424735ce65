import {
  findPayments as findEndpoint,
  getPayment,
  listOwedRequests,
  payPromoter,
  takeBackPayment,
} from '#contract/payments.ts';
import { getReport } from '#contract/reports.ts';
import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';
import type { Permitted } from '../commands/act.ts';
import { payOut } from '../commands/pay-out.ts';
import type { Difference } from '../commands/payment-differences.ts';
import {
  findPayments,
  type OwedRow,
  type PaymentRow,
  readOpenReports,
  readOwed,
  readPayment,
  type WholePayment,
} from '../commands/payment-rows.ts';
import { findPromoter, noSuchPromoter } from '../commands/promoters.ts';
import { hasUser } from '../commands/report-rows.ts';
import { takeBack } from '../commands/take-back.ts';
import type { Queryable } from '../db/database.ts';
import { notFound, unauthorized } from '../db/refusal.ts';
import { mayOpenPayment, mayOpenReports } from './may-open.ts';
import { LONG_PAGE, presentDate, presentOwed, presentPage, presentSum, sliceOf } from './present.ts';
import { command, query, type Route } from './route.ts';

export const paymentRoutes: Route[] = [
  query(listOwedRequests, async ({ deps: { db }, input: { promoterId }, mayCall }) => {
    if (!(await findPromoter(db, promoterId))) throw notFound();
    const open = await readOpenReports(db, promoterId);
    if (!(await mayOpenReports(mayCall, open))) throw unauthorized();
    return { list: (await readOwed(db, promoterId, open)).map(presentPaid) };
  }),

  command(payPromoter, async ({ tx, act, demand, permitted, input: { promoter_id, ...input } }) => {
    const { count, share } = input;
    const listed = input.listed
      ? new Map(input.listed.map(each => [each.request, toKopecks(each.share)]))
      : null;
    const agreed = { promoterId: promoter_id, count, percentKop: toKopecks(share), listed };
    const outcome = await payOut(tx, act, demand, agreed);
    if ('paymentId' in outcome) {
      const payment = await presentPayment(tx, outcome.paymentId);
      return { id: payment.id, payment };
    }
    const found = presentOwed([outcome.count, outcome.percentKop]);
    const rows = (await visibleOf(permitted, outcome.differences)).map(presentDifference);
    const message = explain(found, { count, share });
    return { status: 'warning', title: 'Выплата', message, found: { ...found, rows } };
  }),

  command(takeBackPayment, async ({ tx, act, demand, input: { payment_id } }) => {
    await takeBack(tx, act, demand, payment_id);
    return presentPayment(tx, payment_id);
  }),

  query(getPayment, async ({ deps: { db }, input: { id }, mayCall }) => {
    if (!(await mayOpenPayment(db, mayCall, id))) throw notFound();
    return presentPayment(db, id);
  }),

  query(findEndpoint, async ({ deps: { db }, input: { page, ...question }, url }) => {
    const { promoterId } = question;
    if (promoterId && !(await hasUser(db, promoterId))) throw noSuchPromoter('promoterId');
    const { list, total } = await findPayments(db, { ...question, slice: sliceOf(page, LONG_PAGE) });
    return presentPage(list.map(presentSummary), { page, total, url, perPage: LONG_PAGE });
  }),
];

/** A listed request may stand in a report that the caller may not open. */
async function visibleOf(permitted: Permitted, differences: readonly Difference[]) {
  const reportIds = new Set(differences.flatMap(({ reportId }) => reportId ?? []));
  const visible = new Set(await permitted(getReport, [...reportIds]));
  return differences.filter(({ reportId }) => reportId === null || visible.has(reportId));
}

type Sum = { count: number; share: number };

const wordsOf = ({ count, share }: Sum) => `${count} на ${formatMoney(share)}`;

function explain(found: Sum, agreed: Sum): string {
  const [now, before] = [wordsOf(found), wordsOf(agreed)];
  if (found.count === 0) return 'Выплачивать нечего: заявки уже выплачены или больше не выполнены';
  if (now === before) return `К выплате ${now}, как и было, но это другие заявки или суммы`;
  return `К выплате теперь ${now}, а было ${before}`;
}

async function presentPayment(on: Queryable, id: number) {
  const payment = await readPayment(on, id);
  if (!payment) throw notFound();
  return { ...presentSummary(payment), ...presentParts(payment) };
}

function presentParts({ reports, requests }: Pick<WholePayment, 'reports' | 'requests'>) {
  return { reports, requests: requests.map(row => ({ ...presentPaid(row), still_paid: row.stillPaid })) };
}

function presentPaid({ id, fullcode, type, tofirmKop, percentKop, reportId }: OwedRow) {
  const tofirm = presentSum(tofirmKop);
  return { id, fullcode, type, tofirm, share: toRoubles(percentKop ?? 0), report_id: reportId };
}

function presentSummary({ id, promoter, at, by, count, percentKop, ...row }: PaymentRow) {
  const taken_back = row.takenBackAt && { at: presentDate(row.takenBackAt), by: row.takenBackBy };
  const paid = { ...presentOwed([count, percentKop]), still_paid: presentOwed(row.stillPaid) };
  return { id, promoter, at: presentDate(at), by, ...paid, taken_back };
}

function presentDifference({ id, fullcode, wasKop, nowKop }: Difference) {
  return { id, fullcode, was: presentSum(wasKop), now: presentSum(nowKop) };
}
