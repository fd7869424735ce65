import { Link } from 'react-router-dom';
import { findPayments, PAYMENT_SORTS, type PaymentSummary } from '#contract/payments.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { useLastValue } from '#state/remote/use-last-value.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { type Column, formatValue } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { FilterRow } from '#ui/table/filter-row.tsx';
import { readPage, readSearch, readSort, useListQuery, useListQuestion } from '#ui/table/list-address.ts';
import { briefPaymentState, paymentState } from '../report/report-head.tsx';
import styles from '../reports.module.css';
import { texts } from '../texts.ts';

const NEWEST_FIRST = { id: PAYMENT_SORTS[0], desc: true } as const;

/** What the address of the payments asks for. */
function readQuery(params: URLSearchParams) {
  const sort = readSort(params, PAYMENT_SORTS, NEWEST_FIRST);
  return { search: readSearch(params), sort, page: readPage(params) };
}

/** The payments to all promoters, found by number, promoter or sum. */
export function PaymentsScreen() {
  const { query, change } = useListQuery(readQuery);
  const { search, sort } = query;
  const remote = useLastValue(useRemote(findPayments, useListQuestion(query)));
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.payments}</PageTitle>
      <RemoteView remote={remote} here={{ gone: texts.paymentsNotKnown }} freshElsewhere>
        {payments => (
          <>
            <DataTable
              name="payments"
              caption={texts.payments}
              rows={payments.list}
              rowKey={keyOf}
              columns={COLUMNS}
              sort={sort}
              onSort={next => change({ sort: next })}
              paging={{ page: payments, onPage: number => change({ page: number }) }}
              controls={
                <FilterRow>
                  <SearchField
                    label={texts.searchPayments}
                    value={search}
                    onChange={text => change({ search: text }, { replace: true })}
                  />
                </FilterRow>
              }
              empty={search === '' ? texts.noPayments : texts.paymentsNotFound}
              emptyAction={
                search === ''
                  ? undefined
                  : { label: texts.allPayments, onPress: () => change({ search: '' }) }
              }
              csvName={texts.payments}
              busy={remote.busy}
            />
            <FreshLine remote={remote} />
          </>
        )}
      </RemoteView>
    </div>
  );
}

const keyOf = ({ id }: PaymentSummary) => id;

/** The server sorts. */
const COLUMNS: readonly Column<PaymentSummary>[] = [
  {
    id: 'id',
    title: texts.number,
    kind: 'code',
    value: ({ id }) => id,
    cell: ({ id }) => (
      <Link className={styles.number} to={pathTo(paths.moderationPayment, { id })}>
        {id}
      </Link>
    ),
  },
  { id: 'promoter', title: texts.promoter, sortable: false, value: ({ promoter }) => promoter.name },
  {
    id: 'at',
    title: texts.date,
    kind: 'date',
    sortable: false,
    width: 10,
    value: ({ at }) => at,
    cell: ({ at }) => <span title={formatDate(at, true)}>{formatValue(at.slice(0, 10), 'date')}</span>,
  },
  { id: 'by', title: texts.paidBy, sortable: false, value: ({ by }) => by },
  { id: 'count', title: texts.totalCount, kind: 'number', sortable: false, value: ({ count }) => count },
  { id: 'share', title: texts.share, kind: 'money', isMain: true, value: ({ share }) => share },
  {
    id: 'state',
    title: texts.state,
    sortable: false,
    width: 10,
    value: paymentState,
    cell: payment => (
      <span className={styles.state} title={paymentState(payment)}>
        {briefPaymentState(payment)}
      </span>
    ),
  },
];
