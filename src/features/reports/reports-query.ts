import { REPORT_SORTS, REPORT_STATES } from '#contract/reports.ts';
import { readId } from '#kit/read-id.ts';
import { type ChangeList, readPage, readSearch, readSort } from '#ui/table/list-address.ts';

const NEWEST_FIRST = { id: REPORT_SORTS[0], desc: true } as const;

/** What the address of the reports asks for. */
export function readQuery(params: URLSearchParams) {
  return {
    /** The promoter whose reports are shown; null for all promoters. */
    promoter: readId(params.get('promoter')),
    search: readSearch(params),
    state: REPORT_STATES.find(state => state === params.get('state')) ?? REPORT_STATES[0],
    sort: readSort(params, REPORT_SORTS, NEWEST_FIRST),
    page: readPage(params),
  };
}

export type ReportsQuery = ReturnType<typeof readQuery>;
export type ChangeReportsQuery = ChangeList<ReportsQuery>;
