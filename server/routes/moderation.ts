import {
  addPromoter as addEndpoint,
  getModerationRequest,
  getPayout,
  listPayouts,
  listPromoters,
  PASSWORDS_DIFFER,
  readStatsDays as statsDaysEndpoint,
  readStats as statsEndpoint,
  findTakenEmails as takenEmailsEndpoint,
} from '#contract/moderation.ts';
import { toWallClock } from '#kit/date.ts';
import { toRoubles } from '#kit/money.ts';
import { hashPassword } from '../auth/passwords.ts';
import { createUser, findTakenEmails } from '../commands/change-user.ts';
import { endOfDay, monthOf, startOfDay } from '../commands/firm-days.ts';
import { type PayoutFigures, type PayoutTotals, readPayouts } from '../commands/payouts.ts';
import { readPromoters } from '../commands/promoters.ts';
import { findPeopleOfRequest, findRequest } from '../commands/request-rows.ts';
import { type Figures, readStats } from '../commands/stats.ts';
import { readStatsDays, type SpanFigures } from '../commands/stats-days.ts';
import type { Deps } from '../db/deps.ts';
import { invalid, notFound } from '../db/refusal.ts';
import { LONG_PAGE, presentDate, presentOwed, presentPage, presentRequest, sliceOf } from './present.ts';
import { preparedCommand, query, type Route } from './route.ts';

export const moderationRoutes: Route[] = [
  query(listPromoters, async ({ deps }) => ({ list: await readPromoters(deps.db) })),

  preparedCommand(
    addEndpoint,
    // Before the transaction: the hash takes longer than all of it.
    ({ password, password_confirmation }) => {
      if (password !== password_confirmation) throw invalid({ password_confirmation: [PASSWORDS_DIFFER] });
      return hashPassword(password);
    },
    async ({ tx, act, input: { name, email }, prepared: passwordHash }) =>
      createUser(tx, act, { name, email, passwordHash, role: 'promoter' }),
  ),

  query(takenEmailsEndpoint, async ({ deps, input: { emails } }) => ({
    list: await findTakenEmails(deps.db, emails),
  })),

  query(getModerationRequest, async ({ deps, input }) => {
    const request = await findRequest(deps.db, input.id);
    if (!request) throw notFound();
    const people = await findPeopleOfRequest(deps.db, input.id);
    if (!people) throw notFound();
    const { report_id, paid_at } = request;
    return {
      ...presentRequest(request),
      report: report_id === null ? null : { id: report_id },
      promoter: people.promoter,
      payment: paid_at === null ? null : { at: presentDate(paid_at), by: people.payer },
    };
  }),

  query(listPayouts, async ({ deps, input: { page, dateFrom, dateTo, ...question }, url }) => {
    const slice = sliceOf(page, LONG_PAGE);
    const period = periodOf({ dateFrom, dateTo }, deps);
    const { list, total, totals } = await readPayouts(deps.db, { ...question, period, slice });
    return {
      ...presentPage(list.map(presentPayout), { page, total, url, perPage: LONG_PAGE }),
      totals: presentPayoutTotals(totals),
    };
  }),

  query(getPayout, async ({ deps, input: { promoterId } }) => {
    const question = { search: '', state: 'all', sortBy: 'owed', sortOrder: 'desc' } as const;
    const slice = { limit: 1, offset: 0 };
    const found = await readPayouts(deps.db, { ...question, promoterId, period: periodOf({}, deps), slice });
    const [payout] = found.list;
    if (!payout) throw notFound();
    return presentPayout(payout);
  }),

  query(statsEndpoint, async ({ deps, input: { promoterId, dateFrom, dateTo } }) => {
    const range = { from: dateFrom || null, to: dateTo || null, zone: deps.config.zone };
    return { list: (await readStats(deps.db, promoterId, range)).map(presentFigures) };
  }),

  query(statsDaysEndpoint, async ({ deps, input: { promoterId, dateFrom, dateTo } }) => {
    const { zone } = deps.config;
    const today = toWallClock(deps.clock(), zone).slice(0, 10);
    const range = { from: dateFrom || null, to: dateTo || null, zone, today };
    return { list: (await readStatsDays(deps.db, promoterId, range)).map(presentSpan) };
  }),
];

function presentFigures({ id, name, count, done, sumKop }: Figures) {
  const avg = done === 0 ? 0 : toRoubles(Math.round(sumKop / done));
  return { id, name, count, done, avg, sum: toRoubles(sumKop) };
}

function presentSpan({ from, to, count, done, sumKop }: SpanFigures) {
  return { dateFrom: from, dateTo: to, count, done, sum: toRoubles(sumKop) };
}

type Days = { dateFrom?: string | null | undefined; dateTo?: string | null | undefined };

/** The days that are asked for; where none is, the month that is under way. */
function periodOf({ dateFrom, dateTo }: Days, { clock, config: { zone } }: Pick<Deps, 'clock' | 'config'>) {
  const { from, to } = dateFrom || dateTo ? { from: dateFrom, to: dateTo } : monthOf(clock(), zone);
  return { from: from ? startOfDay(from, zone) : null, until: to ? endOfDay(to, zone) : null };
}

function presentPayout({ id, name, owed, due, open, closed, sincePaid, paidKop, lastPaidMs }: PayoutFigures) {
  return {
    id,
    name,
    owed: presentOwed(owed),
    due: { ...presentOwed(due), sum: toRoubles(due[2]) },
    open: { ...presentOwed(open), report_id: open[2], reports: open[3] },
    closed: presentOwed(closed),
    since_paid: presentOwed(sincePaid),
    paid: toRoubles(paidKop),
    last_paid_at: lastPaidMs === null ? null : presentDate(new Date(lastPaidMs)),
  };
}

function presentPayoutTotals({ promoters, owed, due, open, closed, paidKop }: PayoutTotals) {
  return {
    promoters,
    owed: presentOwed(owed),
    due: presentOwed(due),
    open: presentOwed(open),
    closed: presentOwed(closed),
    paid: toRoubles(paidKop),
  };
}
