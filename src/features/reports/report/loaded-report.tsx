import { useMemo, useRef, useState } from 'react';
import type { Report } from '#contract/reports.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import { Printer } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { texts } from '../texts.ts';
import { usePayKey } from '../use-pay-key.ts';
import styles from './report.module.css';
import { reportColumns } from './report-columns.tsx';
import { CloseReportDialog } from './report-dialogs.tsx';
import { ReportHead, ReportTotals, stateOf } from './report-head.tsx';
import { usePlace } from './report-place.ts';
import { RunPanel } from './run-panel.tsx';
import { Statement } from './statement.tsx';
import { useTakeBack } from './take-back.tsx';
import { isPaid, totalShare, totalsOf } from './totals.ts';
import type { Payments } from './use-payments.ts';
import type { RemoteReport } from './use-report.ts';
import { isPending, isUnknown, type ReportRow, useReportRows } from './use-report-rows.ts';
import { useToggleReport } from './use-toggle-report.ts';

type ReportViewProps = {
  report: Report;
  remoteReport: RemoteReport;
  payments: Payments;
  /** When it was read, and the way to read it again. */
  fresh: Elements;
};

/** A report that is here: whose, what it comes to, its requests, and all that can be done with it. */
export function LoadedReport({ report, remoteReport, payments, fresh }: ReportViewProps) {
  const { run } = payments;
  const blocked = blockedBecause(useBlockedReason());
  const isRunning = run?.why === null;
  const isClosed = report.closed_at !== null;
  const unpayable = isClosed ? texts.readOnly : blocked;
  const why = blocked ?? (isRunning ? texts.waitForRun : unpayable);
  const rows = useReportRows(report.promo_requests, payments.stateOf);
  const totals = useMemo(() => totalsOf(report.promo_requests), [report.promo_requests]);
  const toggle = useToggleReport(report, remoteReport);
  const canBeClosed = !isClosed && totals.count > 0 && totals.unpaidCount === 0;
  const closeButton = useRef<HTMLButtonElement>(null);
  const handleDismiss = () => {
    payments.dismiss();
    closeButton.current?.focus();
  };
  return (
    <>
      <div className={styles.screen}>
        <ReportHead report={report}>
          <Button
            ref={closeButton}
            kind={canBeClosed ? 'primary' : 'secondary'}
            busy={toggle.busy && toggle.reportToClose === null}
            disabled={blocked !== undefined || isRunning}
            focusableWhenDisabled
            onClick={toggle.begin}
          >
            {isClosed ? texts.openAgain : texts.close}
          </Button>
          <Button icon={<Printer size={20} />} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </ReportHead>
        <ReportTotals totals={totals} canBeClosed={canBeClosed} payments={report.payments} />
        {why !== undefined && <p className={styles.why}>{why}</p>}
        <ProblemLine onRetry={toggle.check} retryLabel={uiTexts.check} busy={toggle.busy}>
          {toggle.reportToClose === null && toggle.problem}
        </ProblemLine>
        {run && (
          <RunPanel run={run} rows={rows} blocked={blocked} payments={payments} onDismiss={handleDismiss} />
        )}
        <Requests report={report} rows={rows} blocked={unpayable} payments={payments} />
        {fresh}
        <CloseReportDialog {...toggle} />
      </div>
      <Statement
        title={texts.statement(report.id)}
        promoter={report.user.name}
        requests={report.promo_requests}
        facts={[
          { term: texts.statementDate, value: formatDate(report.created_at, true) },
          { term: texts.statementState, value: stateOf(report) },
        ]}
      />
    </>
  );
}

type RequestsProps = {
  report: Report;
  rows: readonly ReportRow[];
  /** Why nothing can be paid now. */
  blocked: string | undefined;
  payments: Payments;
};

/** The requests; many can be paid at once: neither what is paid, nor what is on its way or not known. */
function Requests({ report, rows, blocked, payments }: RequestsProps) {
  const { id: reportId, user, closed_at } = report;
  const { run, payAll, checkUnknown } = payments;
  const { selected, setSelected, sort, setSort } = usePlace(reportId);
  const [isAsked, setAsked] = useState(false);
  const { press, question } = useTakeBack(payments.press);
  const isRunning = run?.why === null;
  const unpaid = closed_at === null ? rows.filter(isPayable).map(({ request }) => request) : [];
  const payable = unpaid.filter(({ id }) => selected.includes(id));
  const canPay = payable.length > 0 && blocked === undefined && !isRunning;
  const ask = () => setAsked(canPay);
  usePayKey(ask);
  const handlePay = () => {
    payAll(payable.map(({ id }) => id));
    setAsked(false);
    setSelected([]);
  };
  const columns = useMemo(
    () => reportColumns({ reportId, blocked, onPress: press, onCheck: checkUnknown }),
    [reportId, blocked, press, checkUnknown],
  );
  return (
    <>
      <DataTable
        name="report"
        caption={texts.requests}
        rows={rows}
        rowKey={keyOf}
        columns={columns}
        empty={texts.emptyReport}
        csvName={`${texts.reportOf(reportId)} ${user.name}`}
        {...(sort && { sort })}
        onSort={setSort}
        controls={
          unpaid.length > 0 && (
            <Button disabled={isRunning} onClick={() => setSelected(unpaid.map(({ id }) => id))}>
              {texts.selectUnpaid(unpaid.length)}
            </Button>
          )
        }
        selection={{
          ids: selected,
          onChange: setSelected,
          bulk: (
            <Button kind="primary" disabled={!canPay} onClick={ask}>
              {texts.paySelected(payable.length)}
            </Button>
          ),
        }}
      />
      <ConfirmDialog
        open={isAsked && canPay}
        title={texts.askPay(payable.length)}
        confirmLabel={texts.payLabel}
        onConfirm={handlePay}
        onCancel={() => setAsked(false)}
      >
        <DefinitionList
          rows={[
            { term: texts.payTo, value: user.name },
            { term: texts.totalCount, value: String(payable.length) },
            { term: texts.share, value: formatMoney(totalShare(payable)) },
          ]}
        />
      </ConfirmDialog>
      {question}
    </>
  );
}

const keyOf = ({ request }: ReportRow) => request.id;

const isPayable = (row: ReportRow) => !isPaid(row.request) && !isPending(row.state) && !isUnknown(row);
