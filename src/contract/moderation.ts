import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Request } from './requests.ts';
import {
  Amount,
  atMost,
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
  requiredText,
  SearchText,
  Text,
} from './wire.ts';

/** Code points that our server takes at most; the form has no such rule. */
export const NAME_MAX = 255;
export const EMAIL_MAX = 255;

/** The filter's value that stands for all promoters. */
export const ALL_PROMOTERS = -1;

/** The server's message at `email` when the address is taken. */
export const EMAIL_TAKEN = 'Такой Email уже занят.';

/** The server's message at `password_confirmation` when it differs. */
export const PASSWORDS_DIFFER = 'Пароли не совпадают';

/** A promoter as pickers list them. */
export const Promoter = v.object({ id: Id, name: Text });
export type Promoter = v.InferOutput<typeof Promoter>;

/** Every promoter, by name. */
export const listPromoters = endpoint({
  title: 'промоутеры',
  method: 'GET',
  path: '/api/promo/moderation/promoters',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({}),
  reply: list(Promoter),
});

const Password = v.pipe(v.string(), v.nonEmpty());

/**
 * Makes a promoter's account. Name and e-mail have at most 255 code points and are trimmed, as every text. A password has no least
 * length and is taken as it is sent, neither trimmed nor cut: our page trims it. The server compares it with its confirmation.
 */
export const addPromoter = endpoint({
  title: 'добавление промоутера',
  method: 'POST',
  path: '/api/promo/moderation/add',
  guard: 'edit_promoters',
  scope: 'moderation',
  takesIdempotencyKey: true,
  succeedsBy: ['id'],
  input: v.object({
    name: requiredText(NAME_MAX),
    email: v.pipe(requiredText(EMAIL_MAX), v.email()),
    password: Password,
    password_confirmation: Password,
  }),
  reply: v.object({ id: Id, name: lenient(Text), email: lenient(Text) }),
});

/** How many addresses one call may ask about. */
export const EMAILS_MAX = 200;

/**
 * Which of these addresses an account has already, however they are written; the answer has them as they are stored. A user who
 * may add promoters may ask: adding one tells the same. Ours alone.
 */
export const findTakenEmails = endpoint({
  title: 'занятые адреса',
  method: 'POST',
  path: '/api/promo/moderation/taken-emails',
  guard: 'edit_promoters',
  scope: 'moderation',
  isRepeatable: true,
  reads: true,
  input: v.object({
    emails: v.pipe(v.array(v.pipe(v.string(), atMost(EMAIL_MAX))), v.maxLength(EMAILS_MAX)),
  }),
  reply: list(v.object({ email: Text })),
});

/** Any request by its id, with the report that contains it; our server also says whose it is, when it was paid and by whom. */
export const getModerationRequest = endpoint({
  title: 'заявка промоутера',
  method: 'GET',
  path: '/api/promo/moderation/request/:id',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({ id: IdSegment }),
  reply: v.object({
    ...Request.entries,
    report: v.optional(v.nullable(v.object({ id: Id }))),
    promoter: lenient(Promoter),
    payment: lenient(v.nullable(v.object({ at: DateTime, by: Text }))),
  }),
});
export type ModerationRequest = v.InferOutput<typeof getModerationRequest.reply>;

/** A day, 'YYYY-MM-DD', that exists; '' or null for none. */
const Day = v.optional(
  v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.isoDate(), v.check(exists))])),
);

function exists(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}

/**
 * A promoter's figures over a range of days: requests made, of those done, their sum and average in roubles. The
 * bonus is the client's to count (domain/share).
 */
export const StatsRow = v.object({
  id: v.optional(Id),
  name: Text,
  count: Amount,
  done: Amount,
  avg: Roubles,
  sum: Roubles,
});
export type StatsRow = v.InferOutput<typeof StatsRow>;

/** Whose figures, and of which days: inclusive and the firm's own; without one the range is open at that end. */
const StatsFilter = v.object({
  promoterId: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger()),
    ALL_PROMOTERS,
  ),
  dateFrom: Day,
  dateTo: Day,
});

/** The figures of every promoter, or of the one who is asked for. */
export const readStats = endpoint({
  title: 'статистика',
  method: 'POST',
  path: '/api/promo/moderation/stats',
  guard: 'edit_promoters',
  scope: 'moderation',
  isRepeatable: true,
  reads: true,
  input: StatsFilter,
  reply: list(StatsRow),
});

/** The most points that a line by day can have. */
export const STATS_POINTS_MAX = 400;

/** What was brought on the days from `dateFrom` to `dateTo`, 'YYYY-MM-DD', both inclusive. `sum` in roubles. */
export const StatsPoint = v.object({
  dateFrom: Text,
  dateTo: Text,
  count: Amount,
  done: Amount,
  sum: Roubles,
});
export type StatsPoint = v.InferOutput<typeof StatsPoint>;

/**
 * The figures of `readStats` by day, one promoter's or everybody's together, in order and zeros included: a point for each day of the
 * firm, and for each calendar month where the range has more than STATS_POINTS_MAX days. An open range, or one that long, begins
 * with the first request that there is; none ends later than today. Ours alone.
 */
export const readStatsDays = endpoint({
  title: 'статистика по дням',
  method: 'POST',
  path: '/api/promo/moderation/stats/days',
  guard: 'edit_promoters',
  scope: 'moderation',
  isRepeatable: true,
  reads: true,
  input: StatsFilter,
  reply: list(StatsPoint),
});

/** What is owed to a promoter and what was paid to them. Money is the promoter's share in roubles; `due.sum` is what the firm got. */
export const PayoutRow = v.object({
  id: Id,
  name: Text,
  /** All that is unpaid: `due`, `open` and `closed` together. */
  owed: Owed,
  /** Done requests that stand in no report. */
  due: v.object({ ...Owed.entries, sum: Roubles }),
  /** What is unpaid in open reports: there are `reports` of these, the newest is `report_id`, null where none is open. */
  open: v.object({ ...Owed.entries, report_id: v.nullable(Id), reports: Amount }),
  /** What was left unpaid in closed reports. */
  closed: Owed,
  /** Of what is owed, what was done since the last payment. */
  since_paid: Owed,
  /** What was paid within the period. */
  paid: Roubles,
  last_paid_at: v.nullable(DateTime),
});
export type PayoutRow = v.InferOutput<typeof PayoutRow>;

/** By what a list of payouts can be sorted. */
export const PAYOUT_SORTS = ['owed', 'due', 'open', 'paid', 'last_paid_at', 'name'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];

/** Who is listed: to whom something is owed, who was paid within the period, or everybody. */
export const PAYOUT_STATES = ['owed', 'paid', 'all'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * Whom to pay: what is owed to each promoter, largest first. The period (the firm's days, both inclusive; without any the
 * month that is under way) filters what was paid, never what is owed. `totals` are over all that the search finds, whatever
 * `state` lists of it. Ours alone.
 */
export const listPayouts = endpoint({
  title: 'к выплате',
  method: 'GET',
  path: '/api/promo/moderation/payouts',
  query: ['page', 'search', 'state', 'sortBy', 'sortOrder', 'dateFrom', 'dateTo'],
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({
    page: PageNumber,
    search: SearchText,
    state: oneOf(PAYOUT_STATES),
    sortBy: oneOf(PAYOUT_SORTS),
    sortOrder: oneOf(['desc', 'asc']),
    dateFrom: Day,
    dateTo: Day,
  }),
  reply: page(PayoutRow, {
    totals: v.object({
      /** To how many something is owed. */
      promoters: Amount,
      owed: Owed,
      due: Owed,
      open: Owed,
      closed: Owed,
      paid: Roubles,
    }),
  }),
});
export type PayoutPage = v.InferOutput<typeof listPayouts.reply>;

/** The same of one promoter, whatever is owed to them; `paid` is of the month that is under way. Ours alone. */
export const getPayout = endpoint({
  title: 'выплата промоутеру',
  method: 'GET',
  path: '/api/promo/moderation/payouts/:promoterId',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({ promoterId: IdSegment }),
  reply: PayoutRow,
});
