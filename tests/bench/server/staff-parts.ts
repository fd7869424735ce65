/** The parts of the bench that staff ask: each alone, and at so many at once. */
import { DAY_MS } from '#kit/clock.ts';
import type { Context, Part } from './parts.ts';
import { pickFrom, read, staffList, staffStats } from './requests.ts';
import type { Call } from './send-load.ts';

type Make = (accounts: Context['accounts']) => Call;

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Ends in the past, and begins and ends at no month's end: nothing that is added up beforehand fits it by itself. */
const lastDays = (days: number) => ({ dateFrom: dayAgo(days + 9), dateTo: dayAgo(9) });

const MONTH = { dateFrom: dayAgo(30), dateTo: dayAgo(0) };
const EVER = { dateFrom: '2000-01-01', dateTo: dayAgo(0) };
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const payouts = (fields: Record<string, string>) => (accounts: Context['accounts']) =>
  staffList(accounts, `/payouts?${query(fields)}`);
const reports = (fields: Record<string, string>) => (accounts: Context['accounts']) =>
  staffList(accounts, `/reports?${query(fields)}`);
const search = (text: string) => (accounts: Context['accounts']) =>
  read({ access: accounts.moderator }, `/api/search?${query({ query: text })}`);

const QUESTIONS: Record<string, [title: string, make: Make]> = {
  stats: ['statistics, one month', accounts => staffStats(accounts, '/stats', MONTH)],
  'stats-year': ['statistics, 365 days', accounts => staffStats(accounts, '/stats', lastDays(365))],
  'stats-ever': ['statistics, all time', accounts => staffStats(accounts, '/stats', {})],
  'stats-one': [
    'statistics of a busy promoter, all time',
    accounts => staffStats(accounts, '/stats', { promoterId: pickFrom(accounts.busiest).id }),
  ],
  'stats-days': ['by day, one month', accounts => staffStats(accounts, '/stats/days', MONTH)],
  'days-year': ['by day, 365 days', accounts => staffStats(accounts, '/stats/days', lastDays(365))],
  'days-ever': ['by month, all time', accounts => staffStats(accounts, '/stats/days', {})],
  'days-one': [
    'by month, a busy promoter, all time',
    accounts => staffStats(accounts, '/stats/days', { promoterId: pickFrom(accounts.busiest).id }),
  ],
  payouts: ['payouts, page 1', payouts({})],
  'payouts-paid': ['payouts, paid at any time', payouts({ state: 'paid', sortBy: 'paid', ...EVER })],
  'payouts-last': ['payouts, all by last payment', payouts({ state: 'all', sortBy: 'last_paid_at' })],
  'payouts-name': ['payouts, all by name', payouts({ state: 'all', sortBy: 'name', sortOrder: 'asc' })],
  'payouts-search': ['payouts, searched', payouts({ state: 'all', search: 'ан' })],
  reports: ['reports, page 1', reports({})],
  'reports-name': ['reports, by name', reports({ sortBy: 'name', sortOrder: 'asc' })],
  'reports-search': ['reports, searched, by what is unpaid', reports({ search: 'ан', sortBy: 'unpaid' })],
  'search-name': ['search, a first name in the other layout', search('fyyf')],
  'search-names': ['search, a name that nobody has', search('анна ольга')],
  'search-phone': ['search, four digits', search('4567')],
};

export function staffParts(atOnce: number): Record<string, Part> {
  return Object.fromEntries(
    Object.entries(QUESTIONS).flatMap(([name, [title, make]]): [string, Part][] => {
      const prepare: Part['prepare'] =
        ({ accounts }) =>
        () =>
          make(accounts);
      return [
        [`${name}-alone`, { title: `${title}, one at a time`, connections: 1, prepare }],
        [name, { title, connections: atOnce, prepare }],
      ];
    }),
  );
}
