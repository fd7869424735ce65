import { REPORT_SORTS, REPORT_STATES, type ReportSort, type ReportState } from '#contract/reports.ts';
import { readId } from '#kit/read-id.ts';
import type { Sort } from '#ui/table/column.ts';
import { listAddress, readPage, readSearch, readSort, writeSort } from '#ui/table/list-address.ts';

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
    search: readSearch(params),
    state: REPORT_STATES.find(state => state === params.get('state')) ?? REPORT_STATES[0],
    sort: readSort(params, REPORT_SORTS, NEWEST_FIRST),
    page: readPage(params),
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeQuery({ promoter, search, state, sort, page }: ReportsQuery): URLSearchParams {
  const words = {
    promoter,
    search,
    state: state === REPORT_STATES[0] ? '' : state,
    sort: writeSort(sort, NEWEST_FIRST),
  };
  return listAddress(words, page);
}
