import * as v from 'valibot';
import { type Endpoint, endpoint, type Proof } from './endpoint.ts';
import { Request } from './requests.ts';
import {
  Amount,
  DateTime,
  Id,
  IdSegment,
  lenient,
  list,
  Owed,
  oneOf,
  PageNumber,
  page,
  SearchText,
  Text,
  Word,
} from './wire.ts';

/**
 * A report in a promoter's list. `closed_at` is null while it is open; `returned_at`, ours alone, is when the payment was taken
 * back for which it was made.
 */
export const ReportSummary = v.object({
  id: Id,
  user: v.object({ id: v.optional(Id), name: Text }),
  created_at: DateTime,
  closed_at: v.nullable(DateTime),
  returned_at: lenient(v.nullable(DateTime)),
});
export type ReportSummary = v.InferOutput<typeof ReportSummary>;

/**
 * Changes with every change inside a report. Sent by our server only: returned as If-Match, a change happens
 * only while nobody else has made one.
 */
const Version = lenient(v.number());

const byCode = (a: Request, b: Request) => a.code_number - b.code_number;

/** A report with its requests, in the order of their codes however a backend sorts them. */
export const Report = v.object({
  ...ReportSummary.entries,
  promo_requests: v.pipe(
    v.array(Request),
    v.transform(requests => [...requests].sort(byCode)),
  ),
  /** What has paid its requests at once, newest first. Sent by our server only. */
  payments: lenient(v.array(v.object({ id: Id, taken_back: v.boolean() }))),
  version: Version,
});
export type Report = v.InferOutput<typeof Report>;

/**
 * Collects a promoter's done requests that are unpaid and in no report. The answer has `id`, or no report was
 * created: then `status`, `title` and `message` are for the user, and `reports` are the promoter's reports.
 */
export const createReport = endpoint({
  title: 'создание отчета',
  method: 'POST',
  path: '/api/promo/moderation/report/create',
  guard: 'edit_promoters',
  scope: 'moderation',
  takesIdempotencyKey: true,
  succeedsBy: ['id', 'notice'],
  input: v.object({ promoter_id: Id }),
  reply: v.object({
    id: v.optional(v.nullable(Id)),
    status: v.optional(Text),
    title: v.optional(Text),
    message: v.optional(Text),
    reports: lenient(v.nullable(v.array(ReportSummary))),
  }),
});

/** A promoter's reports, newest first. */
export const listReports = endpoint({
  title: 'отчеты',
  method: 'GET',
  path: '/api/promo/moderation/reports/:promoterId',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({ promoterId: IdSegment }),
  reply: list(ReportSummary),
});

/** A report among those of all promoters. */
export const FoundReport = v.object({
  ...ReportSummary.entries,
  /** Its requests that are not paid. */
  unpaid: Owed,
});
export type FoundReport = v.InferOutput<typeof FoundReport>;

/** By what the reports of all promoters can be sorted. */
export const REPORT_SORTS = ['id', 'name', 'date', 'unpaid'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** Which reports are listed: all, those that are open, closed, or have an unpaid request. */
export const REPORT_STATES = ['all', 'open', 'closed', 'unpaid'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/**
 * The reports of all promoters, newest first, or of one of them. Each word of `search` stands in the promoter's name, or is
 * the report's number, with or without №. `totals` are over all that is found, whatever `state` lists of it. Ours alone.
 */
export const findReports = endpoint({
  title: 'отчеты всех промоутеров',
  method: 'GET',
  path: '/api/promo/moderation/reports',
  query: ['page', 'promoterId', 'search', 'state', 'sortBy', 'sortOrder'],
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({
    page: PageNumber,
    promoterId: v.optional(v.nullable(IdSegment)),
    search: SearchText,
    state: oneOf(REPORT_STATES),
    sortBy: oneOf(REPORT_SORTS),
    sortOrder: oneOf(['desc', 'asc']),
  }),
  reply: page(FoundReport, {
    totals: v.object({
      open: Amount,
      closed: Amount,
      /** Over the reports that have an unpaid request. */
      unpaid: v.object({ ...Owed.entries, reports: Amount }),
    }),
  }),
});
export type ReportsPage = v.InferOutput<typeof findReports.reply>;

export const getReport = endpoint({
  title: 'отчет',
  method: 'GET',
  path: '/api/promo/moderation/report/:id',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({ id: IdSegment }),
  reply: Report,
});

/** A change of a report's state. */
const reportStateEndpoint = (
  path: `/${string}`,
  title: string,
  proof: { succeedsBy: readonly [Proof]; agreesWith?: Endpoint['agreesWith'] & object },
) =>
  endpoint({
    title,
    method: 'POST',
    path,
    guard: 'edit_promoters',
    scope: 'moderation',
    conditional: true,
    ...proof,
    input: v.object({ report_id: Id }),
    reply: v.object({
      status: Word,
      closed_at: v.optional(v.nullable(DateTime)),
      version: Version,
    }),
  });

/** Releases the report's requests; only for an open report in which nothing is paid. */
export const deleteReport = {
  ...reportStateEndpoint('/api/promo/moderation/report/delete', 'удаление отчета', {
    succeedsBy: ['status'],
  }),
  isRepeatable: true,
};
export const openReport = reportStateEndpoint('/api/promo/moderation/report/open', 'открытие отчета', {
  succeedsBy: ['status'],
  agreesWith: { closed_at: null },
});
/** Proven by its date: a report without one is open. */
export const closeReport = reportStateEndpoint('/api/promo/moderation/report/close', 'закрытие отчета', {
  succeedsBy: ['closed_at'],
});

/**
 * `changed` false: it was in that state already, set by `by` at `at`; these are sent by our server only. The
 * requested state holds in either case.
 */
const paymentEndpoint = (path: `/${string}`, title: string, paid: 0 | 1) =>
  endpoint({
    title,
    method: 'POST',
    path,
    guard: 'edit_promoters',
    scope: 'moderation',
    succeedsBy: ['status', 'success', 'word'],
    agreesWith: { paid },
    input: v.object({ request_id: Id }),
    reply: v.object({
      status: Word,
      paid: lenient(v.picklist([0, 1, -1, 2])),
      changed: lenient(v.boolean()),
      by: lenient(v.nullable(v.object({ name: Text }))),
      at: lenient(v.nullable(DateTime)),
      version: Version,
    }),
  });

export const payRequest = paymentEndpoint('/api/promo/moderation/report/requestPay', 'оплата заявки', 1);
export const unpayRequest = paymentEndpoint('/api/promo/moderation/report/requestUnPay', 'отмена оплаты', 0);
