import {
  closeReport as closeEndpoint,
  createReport as createEndpoint,
  deleteReport as deleteEndpoint,
  findReports as findEndpoint,
  getReport,
  listReports,
  openReport as openEndpoint,
  payRequest,
  unpayRequest,
} from '#contract/reports.ts';
import { deleteReport, setClosed } from '../commands/change-report.ts';
import { createReport } from '../commands/create-report.ts';
import { type FoundReportFigures, findReports } from '../commands/find-reports.ts';
import { setPaid } from '../commands/pay-request.ts';
import { readPaymentsOf } from '../commands/payment-rows.ts';
import { noSuchPromoter } from '../commands/promoters.ts';
import { findReport, hasUser, type ReportRow, readReports } from '../commands/report-rows.ts';
import { readRequestsOfReport } from '../commands/request-rows.ts';
import { notFound } from '../db/refusal.ts';
import { mayOpenPayment } from './may-open.ts';
import { LONG_PAGE, presentDate, presentOwed, presentPage, presentRequest, sliceOf } from './present.ts';
import { command, query, type Route } from './route.ts';

const NOTHING_DUE = {
  status: 'warning',
  title: 'Отчет',
  message: 'Нет выполненных заявок для отчета',
};

const KEPT = {
  closed: 'Закрытый отчет нельзя удалить',
  paid: 'В отчете есть выплаченные заявки, удалить его нельзя',
};

export const reportRoutes: Route[] = [
  command(createEndpoint, async ({ tx, act, input: { promoter_id } }) => {
    const made = await createReport(tx, act, promoter_id);
    if (made) return made;
    return { ...NOTHING_DUE, reports: ((await readReports(tx, promoter_id)) ?? []).map(presentSummary) };
  }),

  query(listReports, async ({ deps, input }) => {
    const rows = await readReports(deps.db, input.promoterId);
    if (!rows) throw notFound();
    return { list: rows.map(presentSummary) };
  }),

  query(findEndpoint, async ({ deps, input: { page, ...question }, url }) => {
    const slice = sliceOf(page, LONG_PAGE);
    if (question.promoterId && !(await hasUser(deps.db, question.promoterId)))
      throw noSuchPromoter('promoterId');
    const { list, total, totals } = await findReports(deps.db, { ...question, slice });
    const { open, closed, unpaid } = totals;
    return {
      ...presentPage(list.map(presentFound), { page, total, url, perPage: LONG_PAGE }),
      totals: { open, closed, unpaid: { ...presentOwed(unpaid), reports: unpaid[2] } },
    };
  }),

  query(getReport, async ({ deps, input, mayCall }) => {
    // The version first: a change in between makes it too old, and the next change is refused, never let through.
    const report = await findReport(deps.db, input.id);
    if (!report) throw notFound();
    const { id, version } = report;
    const promo_requests = (await readRequestsOfReport(deps.db, id)).map(presentRequest);
    const payments: { id: number; taken_back: boolean }[] = [];
    for (const payment of await readPaymentsOf(deps.db, id)) {
      if (await mayOpenPayment(deps.db, mayCall, payment.id)) payments.push(payment);
    }
    return { ...presentSummary(report), promo_requests, payments, version };
  }),

  command(deleteEndpoint, async ({ tx, act, input, version }) => {
    const kept = await deleteReport(tx, act, { id: input.report_id, version });
    if (!kept) return { status: 'success' };
    return { status: 'error', title: `Отчет №${input.report_id}`, message: KEPT[kept] };
  }),

  closing(openEndpoint, false),
  closing(closeEndpoint, true),
  paying(payRequest, true),
  paying(unpayRequest, false),
];

function closing(endpoint: typeof openEndpoint, isClosed: boolean): Route {
  return command(endpoint, async ({ tx, act, input, version: seen }) => {
    const asked = { id: input.report_id, version: seen };
    const { closed_at, version } = await setClosed(tx, act, asked, isClosed);
    return { status: 'success', closed_at: closed_at && presentDate(closed_at), version };
  });
}

function paying(endpoint: typeof payRequest, isPaid: boolean): Route {
  return command(endpoint, async ({ tx, act, input }) => {
    const { id, changed, by, at, version } = await setPaid(tx, act, input.request_id, isPaid);
    const paid = at === null ? (0 as const) : (1 as const);
    return { status: 'success', id, paid, changed, by, at: at && presentDate(at), version };
  });
}

function presentSummary({ id, promoter_id, promoter_name, created_at, closed_at, returned_at }: ReportRow) {
  return {
    id,
    user: { id: promoter_id, name: promoter_name },
    created_at: presentDate(created_at),
    closed_at: closed_at && presentDate(closed_at),
    returned_at: returned_at && presentDate(returned_at),
  };
}

function presentFound({ id, promoterId, name, createdMs, closedMs, returnedMs, unpaid }: FoundReportFigures) {
  return {
    id,
    user: { id: promoterId, name },
    created_at: presentDate(new Date(createdMs)),
    closed_at: closedMs === null ? null : presentDate(new Date(closedMs)),
    returned_at: returnedMs === null ? null : presentDate(new Date(returnedMs)),
    unpaid: presentOwed(unpaid),
  };
}
