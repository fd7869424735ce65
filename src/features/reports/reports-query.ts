import { REPORT_SORTS, REPORT_STATES, type ReportSort, type ReportState } from '#contract/reports.ts';
import { SEARCH_MAX } from '#contract/wire.ts';
import { readId } from '#kit/read-id.ts';
import type { Sort } from '#ui/table/column.ts';

/** What the address of the reports asks for. */
export type ReportsQuery = {
  /** Whose reports are shown; null for everybody's. */
  promoter: number | null;
  search: string;
  state: ReportState;
  sort: Sort & { id: ReportSort };
  page: number;
};

/** Another address; any change but of the page begins at the first one. `replace` adds none to go back to. */
export type ChangeReportsQuery = (next: Partial<ReportsQuery>, options?: { replace?: boolean }) => void;

const NEWEST_FIRST = { id: REPORT_SORTS[0], desc: true } as const;

/** What the address says; what it says wrongly is as if it said nothing. */
export function readQuery(params: URLSearchParams): ReportsQuery {
  return {
    promoter: readId(params.get('promoter')),
    // As much as is looked for.
    search: [...(params.get('search') ?? '')].slice(0, SEARCH_MAX).join(''),
    state: REPORT_STATES.find(state => state === params.get('state')) ?? REPORT_STATES[0],
    sort: readSort(params.get('sort')),
    page: readId(params.get('page')) ?? 1,
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeQuery({ promoter, search, state, sort, page }: ReportsQuery): URLSearchParams {
  const isNewestFirst = sort.id === NEWEST_FIRST.id && sort.desc;
  const words = {
    promoter: promoter === null ? '' : String(promoter),
    search,
    state: state === REPORT_STATES[0] ? '' : state,
    sort: isNewestFirst ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    page: page > 1 ? String(page) : '',
  };
  return new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''));
}

function readSort(text: string | null): ReportsQuery['sort'] {
  const desc = text?.startsWith('-') ?? false;
  const id = REPORT_SORTS.find(each => each === text?.slice(desc ? 1 : 0));
  return id ? { id, desc } : NEWEST_FIRST;
}
