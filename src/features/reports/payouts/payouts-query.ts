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

const LARGEST_FIRST = { id: PAYOUT_SORTS[0], desc: true } as const;

/** What the address says; what it says wrongly is as if it said nothing. */
export function readQuery(params: URLSearchParams): PayoutsQuery {
  return {
    page: readPage(params),
    search: readSearch(params),
    state: PAYOUT_STATES.find(state => state === params.get('state')) ?? PAYOUT_STATES[0],
    sort: readSort(params, PAYOUT_SORTS, LARGEST_FIRST),
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
    sort: writeSort(sort, LARGEST_FIRST),
    period: period === PAID_PERIODS[0] ? '' : period,
    promoter,
  };
  return listAddress(words, page);
}
