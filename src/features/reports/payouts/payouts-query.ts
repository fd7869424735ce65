import { PAYOUT_SORTS, PAYOUT_STATES, type PayoutSort, type PayoutState } from '#contract/moderation.ts';
import type { Sort } from '#ui/table/column.ts';

/** What the address of the list of payouts asks for. */
export type PayoutsQuery = {
  page: number;
  search: string;
  state: PayoutState;
  sort: Sort & { id: PayoutSort };
  /** Days of the firm, both inclusive, of what was paid; '' for the month that is under way. */
  dateFrom: string;
  dateTo: string;
  /** Whose panel is open. */
  promoter: number | null;
};

const LARGEST_FIRST = { id: PAYOUT_SORTS[0], desc: true } as const;

/** What the address says; what it says wrongly is as if it said nothing. */
export function readQuery(params: URLSearchParams): PayoutsQuery {
  const day = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(params.get(name) ?? '')?.[0] ?? '';
  return {
    page: readId(params.get('page')) ?? 1,
    search: params.get('search') ?? '',
    state: PAYOUT_STATES.find(state => state === params.get('state')) ?? PAYOUT_STATES[0],
    sort: readSort(params.get('sort')),
    dateFrom: day('from'),
    dateTo: day('to'),
    promoter: readId(params.get('promoter')),
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeQuery(query: PayoutsQuery): URLSearchParams {
  const { page, search, state, sort, dateFrom, dateTo, promoter } = query;
  const isLargestFirst = sort.id === LARGEST_FIRST.id && sort.desc;
  const words = {
    search,
    state: state === PAYOUT_STATES[0] ? '' : state,
    sort: isLargestFirst ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    from: dateFrom,
    to: dateTo,
    page: page > 1 ? String(page) : '',
    promoter: promoter === null ? '' : String(promoter),
  };
  return new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''));
}

function readId(text: string | null): number | null {
  const id = Number(text ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function readSort(text: string | null): PayoutsQuery['sort'] {
  const desc = text?.startsWith('-') ?? false;
  const id = PAYOUT_SORTS.find(each => each === text?.slice(desc ? 1 : 0));
  return id ? { id, desc } : LARGEST_FIRST;
}
