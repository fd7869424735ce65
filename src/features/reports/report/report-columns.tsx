import { Link, type LinkProps } from 'react-router-dom';
import { type Request, shownType } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { PROMOTER_PERCENT, requestShare } from '#domain/promoter-share.ts';
import { formatMoney } from '#kit/money.ts';
import { TriangleAlert } from '#ui/icons.ts';
import { type Column, sumOf } from '#ui/table/column.ts';
import { texts } from '../texts.ts';
import { PaidCheckbox } from './paid-checkbox.tsx';
import styles from './report.module.css';
import { rememberOpenedRow } from './report-place.ts';
import { expectedShare, moneyOf, type PayableRequest } from './totals.ts';
import { paidWord, type ReportRow } from './use-report-rows.ts';

type Listed = PayableRequest & Pick<Request, 'fullcode' | 'code_number'>;

/** What a report and a payment tell of each request. */
export function requestColumns<Row extends { request: Listed }>(
  linkOf: (request: Listed) => LinkProps,
): readonly Column<Row>[] {
  return [
    {
      id: 'code',
      title: texts.request,
      kind: 'code',
      value: ({ request }) => request.fullcode,
      order: ({ request }) => request.code_number,
      cell: ({ request }) => (
        <Link className={styles.code} data-request={request.id} {...linkOf(request)}>
          {request.fullcode}
        </Link>
      ),
    },
    { id: 'type', title: texts.type, value: ({ request }) => texts.types[shownType(request)] },
    {
      id: 'amount',
      title: texts.amount,
      kind: 'money',
      value: ({ request }) => request.tofirm,
      total: sumOf(({ request }) => request.tofirm),
    },
    {
      id: 'share',
      title: texts.share,
      kind: 'money',
      isMain: true,
      value: ({ request }) => requestShare(request),
      total: sumOf(({ request }) => requestShare(request)),
      cell: ShareCell,
    },
  ];
}

type ColumnSettings = {
  reportId: number;
  blocked: string | undefined;
  onPress: (request: Request) => void;
  onCheck: () => void;
};

/** The columns of a report's table, as the specification lists them. */
export function reportColumns({ reportId, ...pressing }: ColumnSettings): readonly Column<ReportRow>[] {
  return [
    ...requestColumns<ReportRow>(({ id }) => ({
      to: `${pathTo(paths.moderationRequest, { id })}?report=${reportId}`,
      onClick: () => rememberOpenedRow(reportId, id),
    })),
    {
      id: 'paid',
      title: texts.paid,
      value: paidWord,
      cell: row => <PaidCheckbox {...row} {...pressing} />,
    },
  ];
}

function ShareCell({ request }: { request: Listed }) {
  const expected = expectedShare(request);
  return (
    <>
      <span>{moneyOf(requestShare(request))}</span>
      {expected !== null && (
        <span className={styles.unequal}>
          <TriangleAlert size={16} />
          <span>{texts.unequal(PROMOTER_PERCENT, formatMoney(expected))}</span>
        </span>
      )}
    </>
  );
}
