import { PAYOUT_SORTS, PAYOUT_STATES, type PayoutSort } from '#contract/moderation.ts';
import { type Period, periodOf } from '#domain/period.ts';
import { readId } from '#kit/read-id.ts';
import { type ChangeList, readPage, readSearch, readSort } from '#ui/table/list-address.ts';

/** Within which days what was paid is counted: the calendar month that is under way, the one before, this year, or ever. */
const PERIODS = { month: 'thisMonth', lastMonth: 'lastMonth', year: 'thisYear', ever: 'always' } as const;
type PaidPeriod = keyof typeof PERIODS;
export const PAID_PERIODS = Object.keys(PERIODS) as readonly PaidPeriod[]; // the type of keys is string

/** The period of that name; any other is the month. */
export function periodNamed(name: string | null): PaidPeriod {
  return PAID_PERIODS.find(period => period === name) ?? 'month';
}

/** No firm has paid anybody before. */
const LONG_AGO = '1970-01-02';

/** The days of a period, both ends set: without any the server takes the month. */
export function daysOf(period: PaidPeriod, today: string): Period {
  const { dateFrom, dateTo } = periodOf(PERIODS[period], today);
  return { dateFrom: dateFrom || LONG_AGO, dateTo: dateTo || today };
}

/** What the address of the list of payouts asks for. */
export function readQuery(params: URLSearchParams) {
  const state = PAYOUT_STATES.find(each => each === params.get('state')) ?? PAYOUT_STATES[0];
  // What such a list is about, the most first.
  const usual = { id: state === 'paid' ? 'paid' : PAYOUT_SORTS[0], desc: true } as const;
  return {
    search: readSearch(params),
    state,
    sort: readSort<PayoutSort>(params, PAYOUT_SORTS, usual),
    period: periodNamed(params.get('period')),
    /** Whose panel is open. */
    promoter: readId(params.get('promoter')),
    page: readPage(params),
  };
}

export type PayoutsQuery = ReturnType<typeof readQuery>;
export type ChangeQuery = ChangeList<PayoutsQuery>;
