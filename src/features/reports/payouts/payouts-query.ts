import { PAYOUT_SORTS, PAYOUT_STATES, type PayoutSort, type PayoutState } from '#contract/moderation.ts';
import { type Period, type PeriodName, periodOf } from '#domain/period.ts';
import { readId } from '#kit/read-id.ts';
import type { Sort } from '#ui/table/column.ts';
import { listAddress, readPage, readSearch, readSort, writeSort } from '#ui/table/list-address.ts';

/** Within which days what was paid is counted: the calendar month that is under way, the one before, this year, or ever. */
export const PAID_PERIODS = ['month', 'lastMonth', 'year', 'ever'] as const;
export type PaidPeriod = (typeof PAID_PERIODS)[number];

/** The period of that name; any other is the month. */
export function periodNamed(name: string | null): PaidPeriod {
  return PAID_PERIODS.find(period => period === name) ?? PAID_PERIODS[0];
}

/** No firm has paid anybody before. */
const LONG_AGO = '1970-01-02';

const NAMES: Record<PaidPeriod, PeriodName> = {
  month: 'thisMonth',
  lastMonth: 'lastMonth',
  year: 'thisYear',
  ever: 'always',
};

/** The days of a period, both ends set: without any the server takes the month. */
export function daysOf(period: PaidPeriod, today: string): Period {
  const { dateFrom, dateTo } = periodOf(NAMES[period], today);
  return { dateFrom: dateFrom || LONG_AGO, dateTo: dateTo || today };
}

/** What the address of the list of payouts asks for. */
export type PayoutsQuery = {
  page: number;
  search: string;
  state: PayoutState;
  sort: Sort & { id: PayoutSort };
  period: PaidPeriod;
  /** Whose panel is open. */
  promoter: number | null;
};

/** Another address; any change but of the panel begins at the first page. `replace` adds none to go back to. */
export type ChangeQuery = (next: Partial<PayoutsQuery>, options?: { replace?: boolean }) => void;

/** What such a list is about, the most first. */
function usualSort(state: PayoutState): PayoutsQuery['sort'] {
  return { id: state === 'paid' ? 'paid' : PAYOUT_SORTS[0], desc: true };
}

/** The query with that change: another state has its own order, unless the moderator has chosen one. */
export function changeQuery(query: PayoutsQuery, next: Partial<PayoutsQuery>): PayoutsQuery {
  const isOtherList = Object.keys(next).some(name => name !== 'promoter');
  const changed = { ...query, page: isOtherList ? 1 : query.page, ...next };
  const isUsual = writeSort(query.sort, usualSort(query.state)) === '';
  return isUsual && !next.sort ? { ...changed, sort: usualSort(changed.state) } : changed;
}

/** What the address says; what it says wrongly is as if it said nothing. */
export function readQuery(params: URLSearchParams): PayoutsQuery {
  const state = PAYOUT_STATES.find(each => each === params.get('state')) ?? PAYOUT_STATES[0];
  return {
    page: readPage(params),
    search: readSearch(params),
    state,
    sort: readSort(params, PAYOUT_SORTS, usualSort(state)),
    period: periodNamed(params.get('period')),
    promoter: readId(params.get('promoter')),
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeQuery(query: PayoutsQuery): URLSearchParams {
  const { page, search, state, sort, period, promoter } = query;
  const words = {
    search,
    state: state === PAYOUT_STATES[0] ? '' : state,
    sort: writeSort(sort, usualSort(state)),
    period: period === PAID_PERIODS[0] ? '' : period,
    promoter,
  };
  return listAddress(words, page);
}
