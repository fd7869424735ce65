/** What is paid to a promoter at once is one payment, whatever reports its requests stand in. Ours alone. */
import * as v from 'valibot';
import { toKopecks, toRoubles } from '#kit/money.ts';
import { endpoint } from './endpoint.ts';
import { OrderType } from './orders.ts';
import {
  DateTime,
  Id,
  IdSegment,
  lenient,
  list,
  Owed,
  oneOf,
  PageNumber,
  page,
  Roubles,
  SearchText,
  Text,
} from './wire.ts';

/** A request that is paid, or will be; `share` is the promoter's. The report is null where it stands in none. Roubles. */
const PaymentRequest = v.object({
  id: Id,
  fullcode: Text,
  type: lenient(OrderType),
  tofirm: v.nullable(Roubles),
  share: Roubles,
  report_id: v.nullable(Id),
});
export type PaymentRequest = v.InferOutput<typeof PaymentRequest>;

/** A payment in a list, by its number `id`. It keeps its sums when it is taken back. */
const PaymentSummary = v.object({
  id: Id,
  promoter: v.object({ id: v.optional(Id), name: Text }),
  at: DateTime,
  /** Who has paid. */
  by: Text,
  ...Owed.entries,
  /** What of it is neither taken back nor unpaid in its report. */
  still_paid: Owed,
  taken_back: v.nullable(v.object({ at: DateTime, by: Text })),
});
export type PaymentSummary = v.InferOutput<typeof PaymentSummary>;

/** A payment whole: the reports that it closed (`made`: it made this one itself) and every request, as they were paid. */
const Payment = v.object({
  ...PaymentSummary.entries,
  reports: v.array(v.object({ id: Id, made: v.boolean() })),
  requests: v.array(v.object({ ...PaymentRequest.entries, still_paid: v.boolean() })),
});
export type Payment = v.InferOutput<typeof Payment>;

/** A request whose share is another one than was agreed to: `was` is null where it is new, `now` where it is gone. Roubles. */
const PaymentDifference = v.object({
  id: Id,
  fullcode: Text,
  was: v.nullable(Roubles),
  now: v.nullable(Roubles),
});

const moderation = { guard: 'edit_promoters', scope: 'moderation' } as const;

/** What the next payment to a promoter will pay: done requests that stand in no report, and the unpaid ones of open reports. */
export const listOwedRequests = endpoint({
  title: 'заявки к выплате',
  method: 'GET',
  path: '/api/promo/moderation/payouts/:promoterId/requests',
  ...moderation,
  input: v.object({ promoterId: IdSegment }),
  reply: list(PaymentRequest),
});

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** A sum that was read from an answer of ours: whole kopecks. */
const Agreed = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e12),
  v.check(share => toRoubles(toKopecks(share)) === share),
);

/**
 * Pays all that `listOwedRequests` tells, closes its reports, and makes one where none is open: all of it, or nothing. Nothing
 * is done where count or share are other ones than were agreed to, or the requests and their shares than those `listed`, where
 * they are given: then there is no `id`, `status`, `title` and `message` are for the user, and `found` tells what there is now. Its
 * rows differ from `listed`, as far as the caller may open their reports; without it all are new.
 */
export const payPromoter = endpoint({
  title: 'выплата',
  method: 'POST',
  path: '/api/promo/moderation/payouts/pay',
  ...moderation,
  takesIdempotencyKey: true,
  succeedsBy: ['id', 'notice'],
  body: { bytes: 1024 * 1024, depth: 8 },
  input: v.object({
    promoter_id: Id,
    count: Count,
    share: Agreed,
    listed: v.optional(v.nullable(v.array(v.object({ request: Id, share: Agreed })))),
  }),
  reply: v.object({
    id: v.optional(v.nullable(Id)),
    payment: v.optional(v.nullable(Payment)),
    status: v.optional(Text),
    title: v.optional(Text),
    message: v.optional(Text),
    found: v.optional(v.nullable(v.object({ ...Owed.entries, rows: v.array(PaymentDifference) }))),
  }),
});

/**
 * Takes back what a payment still pays. Its reports are open again, without what it had put there; the one that it made is closed,
 * empty and returned, unless something else stands in it. What was changed since inside a report, or deleted, is left as it is. Asked
 * again, it answers the payment as it is.
 */
export const takeBackPayment = endpoint({
  title: 'возврат выплаты',
  method: 'POST',
  path: '/api/promo/moderation/payouts/takeBack',
  ...moderation,
  takesIdempotencyKey: true,
  succeedsBy: ['id'],
  input: v.object({ payment_id: Id }),
  reply: Payment,
});

export const getPayment = endpoint({
  title: 'выплата',
  method: 'GET',
  path: '/api/promo/moderation/payments/:id',
  ...moderation,
  input: v.object({ id: IdSegment }),
  reply: Payment,
});

/** By what payments can be sorted. */
export const PAYMENT_SORTS = ['id', 'share'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/**
 * Payments, newest first, or those of one promoter. `search` is a number, with or without №, a sum in roubles as a person
 * writes it, or words of the promoter's name.
 */
export const findPayments = endpoint({
  title: 'выплаты',
  method: 'GET',
  path: '/api/promo/moderation/payments',
  query: ['page', 'promoterId', 'search', 'sortBy', 'sortOrder'],
  ...moderation,
  input: v.object({
    page: PageNumber,
    promoterId: v.optional(v.nullable(IdSegment)),
    search: SearchText,
    sortBy: oneOf(PAYMENT_SORTS),
    sortOrder: oneOf(['desc', 'asc']),
  }),
  reply: page(PaymentSummary, {}),
});
