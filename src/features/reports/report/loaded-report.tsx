import { useMemo, useRef, useState } from 'react';
import type { Report } from '#contract/reports.ts';
import type { Request } from '#contract/requests.ts';
import { formatDate } from '#kit/date.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
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
import { CloseReportDialog, PayDialog } from './report-dialogs.tsx';
import { ReportHead, ReportTotals, stateOf } from './report-head.tsx';
import { usePlace } from './report-place.ts';
import { RunPanel } from './run-panel.tsx';
import { Statement } from './statement.tsx';
import { TakeBackDialog, useTakeBack } from './take-back.tsx';
import { isPaid, totalsOf } from './totals.ts';
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
  const { run, payAll } = payments;
  const blocked = blockedBecause(useBlockedReason());
  const isRunning = run?.why === null;
  const isClosed = report.closed_at !== null;
  const unpayable = isClosed ? texts.readOnly : blocked;
  const why = blocked ?? (isRunning ? texts.waitForRun : unpayable);
  const rows = useReportRows(report.promo_requests, payments.stateOf);
  const totals = useMemo(() => totalsOf(report.promo_requests), [report.promo_requests]);
  const toggle = useToggleReport(report, remoteReport);
  const place = usePlace(report.id);
  const bulk = useBulkPayment(rows, place, { isClosed, isBlocked: unpayable !== undefined || isRunning });
  const { press, asked, takeBack, keep } = useTakeBack(payments.press);
  const canBeClosed = !isClosed && totals.count > 0 && totals.unpaidCount === 0;
  const closeButton = useRef<HTMLButtonElement>(null);
  const handleDismiss = () => {
    payments.dismiss();
    closeButton.current?.focus();
  };
  const handlePay = () => {
    payAll(bulk.payable.map(({ id }) => id));
    bulk.finish();
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
        <Requests
          report={report}
          rows={rows}
          blocked={unpayable}
          isRunning={isRunning}
          onPress={press}
          onCheck={payments.checkUnknown}
          place={place}
          bulk={bulk}
        />
        {fresh}
        <CloseReportDialog {...toggle} />
        {bulk.isAsked && (
          <PayDialog
            person={report.user.name}
            requests={bulk.payable}
            onConfirm={handlePay}
            onCancel={bulk.cancel}
          />
        )}
        {asked && <TakeBackDialog request={asked} onConfirm={takeBack} onCancel={keep} />}
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
  isRunning: boolean;
  onPress: (request: Request) => void;
  onCheck: () => void;
  place: ReturnType<typeof usePlace>;
  bulk: ReturnType<typeof useBulkPayment>;
};

function Requests(props: RequestsProps) {
  const { report, rows, blocked, isRunning, onPress, onCheck, place, bulk } = props;
  const columns = useMemo(
    () => reportColumns({ reportId: report.id, blocked, onPress, onCheck }),
    [report.id, blocked, onPress, onCheck],
  );
  return (
    <DataTable
      name="report"
      caption={texts.requests}
      rows={rows}
      rowKey={keyOf}
      columns={columns}
      empty={texts.emptyReport}
      csvName={`${texts.reportOf(report.id)} ${report.user.name}`}
      {...(place.sort && { sort: place.sort })}
      onSort={place.setSort}
      controls={<SelectUnpaid count={bulk.unpaidCount} isRunning={isRunning} onSelect={bulk.selectUnpaid} />}
      selection={{
        ids: place.selected,
        onChange: place.setSelected,
        bulk: (
          <Button kind="primary" disabled={!bulk.canPay} onClick={bulk.ask}>
            {texts.paySelected(bulk.payable.length)}
          </Button>
        ),
      }}
    />
  );
}

type SelectUnpaidProps = { count: number; isRunning: boolean; onSelect: () => void };

function SelectUnpaid({ count, isRunning, onSelect }: SelectUnpaidProps) {
  if (count === 0) return null;
  return (
    <Button disabled={isRunning} onClick={onSelect}>
      {texts.selectUnpaid(count)}
    </Button>
  );
}

const keyOf = ({ request }: ReportRow) => request.id;

/** The selection, and of it what can be paid: neither what is paid, nor what is on its way or not known. */
function useBulkPayment(
  rows: readonly ReportRow[],
  { selected, setSelected }: ReturnType<typeof usePlace>,
  { isClosed, isBlocked }: { isClosed: boolean; isBlocked: boolean },
) {
  const [isAsked, setAsked] = useState(false);
  const isUnpaid = (row: ReportRow) => !isPaid(row.request) && !isPending(row.state) && !isUnknown(row);
  const unpaid = isClosed ? [] : rows.filter(isUnpaid);
  const payable = unpaid.map(({ request }) => request).filter(({ id }) => selected.includes(id));
  const canPay = payable.length > 0 && !isBlocked;
  const ask = () => {
    if (canPay) setAsked(true);
  };
  usePayKey(ask);
  return {
    /** How many can be chosen to be paid; none in a closed report. */
    unpaidCount: unpaid.length,
    payable,
    canPay,
    ask,
    isAsked: isAsked && canPay,
    cancel: () => setAsked(false),
    finish() {
      setAsked(false);
      setSelected([]);
    },
    selectUnpaid: () => setSelected(unpaid.map(({ request }) => request.id)),
  };
}
