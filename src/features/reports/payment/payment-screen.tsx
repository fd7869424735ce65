import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { getPayment, type Payment } from '#contract/payments.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ById } from '#ui/by-id.tsx';
import { Chip } from '#ui/chip.tsx';
import { Printer } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import styles from '../report/report.module.css';
import { requestColumns } from '../report/report-columns.tsx';
import { PromoterTitle, paymentState } from '../report/report-head.tsx';
import { Statement } from '../report/statement.tsx';
import { texts } from '../texts.ts';
import { ReturnDialog } from './return-dialog.tsx';

/** One payment, by the number in the address. */
export const PaymentScreen = () => <ById>{id => <PaymentById id={id} />}</ById>;

function PaymentById({ id }: { id: number }) {
  const remote = useRemote(getPayment, { id });
  return (
    <>
      <PageTitle>{texts.paymentOf(id)}</PageTitle>
      <RemoteView remote={remote} freshElsewhere>
        {payment => <LoadedPayment payment={payment} remote={remote} />}
      </RemoteView>
    </>
  );
}

type PaymentProps = { payment: Payment; remote: Remote<Payment> };

/** Whom it paid what, and the way back. */
function LoadedPayment({ payment, remote }: PaymentProps) {
  const { id, promoter, reports } = payment;
  const rows = useMemo(() => payment.requests.map(rowOf), [payment]);
  const facts = [
    { term: texts.paid, value: paidAt(payment) },
    { term: texts.reports, value: reports.map(report => `№${report.id}`).join(', ') },
    { term: texts.state, value: paymentState(payment) },
  ];
  return (
    <>
      <div className={styles.screen}>
        <PaymentHead payment={payment} remote={remote} />
        <DataTable
          name="payment"
          caption={texts.paymentRequests}
          rows={rows}
          rowKey={keyOf}
          columns={COLUMNS}
          csvName={`${texts.paymentOf(id)} ${promoter.name}`}
        />
        <FreshLine remote={remote} />
      </div>
      <Statement
        title={texts.paymentStatement(id)}
        promoter={promoter.name}
        facts={facts}
        requests={rows.map(({ request }) => request)}
      />
    </>
  );
}

const paidAt = ({ at, by }: Payment) => `${formatDate(at, true)}, ${by}`;

type PaymentRow = ReturnType<typeof rowOf>;

/** A request of a payment as a report has it. */
function rowOf({ share, still_paid, ...each }: Payment['requests'][number]) {
  const code_number = Number(each.fullcode.replace(/\D/g, ''));
  return { request: { ...each, code_number, percent: share, paid: still_paid ? 1 : 0 } } as const;
}

const keyOf = ({ request }: PaymentRow) => request.id;

const COLUMNS: readonly Column<PaymentRow>[] = [
  ...requestColumns<PaymentRow>(({ id }) => ({ to: pathTo(paths.moderationRequest, { id }) })),
  {
    id: 'report',
    title: texts.statementState,
    kind: 'code',
    value: ({ request }) => request.report_id,
    cell: ({ request: { report_id: id } }) =>
      id !== null && (
        <Link className={styles.code} to={pathTo(paths.moderationReport, { id })}>
          {texts.reportOf(id)}
        </Link>
      ),
  },
  { id: 'paid', title: texts.paid, value: ({ request }) => texts.flags[request.paid] },
];

function PaymentHead({ payment, remote }: PaymentProps) {
  const { promoter, still_paid, taken_back } = payment;
  const [isAsked, setAsked] = useState(false);
  const print = useRef<HTMLButtonElement>(null);
  const blocked = blockedBecause(useBlockedReason());
  const canReturn = taken_back === null && still_paid.count > 0;
  const handleReturned = () => {
    flushSync(() => setAsked(false));
    // The button that had the focus goes.
    print.current?.focus();
  };
  return (
    <div className={styles.head}>
      <PromoterTitle {...promoter} />
      <span>{paidAt(payment)}</span>
      <Chip>{paymentState(payment)}</Chip>
      <div className={styles.actions}>
        {canReturn && (
          <Button
            kind="danger"
            disabled={blocked !== undefined}
            focusableWhenDisabled
            onClick={() => setAsked(true)}
          >
            {texts.returnPayment}
          </Button>
        )}
        <Button ref={print} icon={<Printer size={20} />} onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      {isAsked && canReturn && (
        <ReturnDialog
          payment={payment}
          remote={remote}
          onReturned={handleReturned}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
  );
}
