import { type FoundReport, findReports, REPORT_STATES, type ReportsPage } from '#contract/reports.ts';
import { formatMoney } from '#kit/money.ts';
import { useLastValue } from '#state/remote/use-last-value.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { useSavedViews } from '#state/use-saved-views.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { FreshLine } from '#ui/remote/remote-view.tsx';
import type { Column } from '#ui/table/column.ts';
import { FilterRow } from '#ui/table/filter-row.tsx';
import { useListQuestion } from '#ui/table/list-address.ts';
import { useReturnToReport } from './report/report-place.ts';
import { COLUMNS, ReportTable } from './report-list.tsx';
import styles from './reports.module.css';
import type { ChangeReportsQuery, ReportsQuery } from './reports-query.ts';
import { texts } from './texts.ts';

/** What the address asks for; what was answered last stays until then, but never under another promoter. */
export function useFoundReports(query: ReportsQuery): Remote<ReportsPage> {
  const { promoter, state } = query;
  const remote = useRemote(findReports, { ...useListQuestion(query), promoterId: promoter, state });
  return useLastValue(remote, promoter);
}

/** The server sorts, and not by the state. */
const FOUND_COLUMNS: readonly Column<FoundReport>[] = [
  ...COLUMNS.map(column => (column.id === 'state' ? { ...column, sortable: false } : column)),
  {
    id: 'count',
    title: texts.unpaidCount,
    kind: 'number',
    sortable: false,
    value: ({ unpaid }) => unpaid.count || null,
  },
  {
    id: 'unpaid',
    title: texts.unpaidSum,
    kind: 'money',
    isMain: true,
    // A 0, so that the rows stand as the server sorts them; and nothing, so that what is owed stands out.
    value: ({ unpaid }) => unpaid.share,
    cell: ({ unpaid }) => unpaid.count > 0 && formatMoney(unpaid.share),
  },
];

/** Of the address; who is looked for is nothing to be kept on a device. */
const VIEW_PARAMS = ['state', 'sort'];

type FoundReportsProps = {
  page: ReportsPage;
  remote: Remote<ReportsPage>;
  query: ReportsQuery;
  onChange: ChangeReportsQuery;
  caption: string;
};

/** The reports of all promoters, or of one, with what is unpaid in each; the open ones stand out and can be deleted. */
export function FoundReports({ page, remote, query, onChange, caption }: FoundReportsProps) {
  const savedViews = useSavedViews(VIEW_PARAMS);
  const isAll = query.promoter === null;
  const { open, closed, unpaid } = page.totals;
  const counts = { all: open + closed, open, closed, unpaid: unpaid.reports };
  const isFiltered = query.search !== '' || query.state !== REPORT_STATES[0];
  const empty = isAll ? texts.noReports : texts.empty;
  const showAll = {
    label: texts.allStates,
    onPress: () => onChange({ search: '', state: REPORT_STATES[0] }),
  };
  useReturnToReport();
  return (
    <>
      {page.total > 0 && (
        <p className={styles.hint}>
          {unpaid.count === 0
            ? texts.allPaidHere
            : texts.unpaidTotal(unpaid.count, formatMoney(unpaid.share))}
        </p>
      )}
      <ReportTable
        name="found-reports"
        savedViews={savedViews}
        caption={caption}
        rows={page.list}
        remote={remote}
        columns={FOUND_COLUMNS}
        sort={query.sort}
        onSort={sort => onChange({ sort })}
        paging={{ page, onPage: number => onChange({ page: number }) }}
        controls={
          <FilterRow>
            <SearchField
              label={texts.search}
              value={query.search}
              onChange={search => onChange({ search }, { replace: true })}
            />
            <SegmentedFilter
              label={texts.states}
              value={query.state}
              options={REPORT_STATES.map(value => ({
                value,
                label: texts.stateOf[value],
                count: counts[value],
              }))}
              onChange={state => onChange({ state })}
            />
          </FilterRow>
        }
        empty={isFiltered ? texts.notFound : empty}
        emptyAction={isFiltered ? showAll : undefined}
        busy={remote.busy}
      />
      <FreshLine remote={remote} />
    </>
  );
}
