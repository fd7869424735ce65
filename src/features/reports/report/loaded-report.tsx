import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Report } from '#contract/reports.ts';
import type { Request } from '#contract/requests.ts';
import { requestShare } from '#domain/promoter-share.ts';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { Printer } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { RowKey } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts } from '../texts.ts';
import styles from './report.module.css';
import { reportColumns } from './report-columns.tsx';
import { ReportHead, ReportTotals } from './report-head.tsx';
import { useRestoreRowFocus } from './restore-row-focus.ts';
import { RunPanel } from './run-panel.tsx';
import { Statement } from './statement.tsx';
import { isPaid, totalShare, totalsOf } from './totals.ts';
import type { Payments } from './use-payments.ts';
import type { RemoteReport } from './use-report.ts';
import { isPending, type ReportRow, useReportRows } from './use-report-rows.ts';
import { type ToggleReport, useToggleReport } from './use-toggle-report.ts';

type ReportViewProps = { report: Report; remoteReport: RemoteReport; payments: Payments };

/** A report that is here: whose, what it comes to, its requests, and all that can be done with it. */
export function LoadedReport({ report, remoteReport, payments }: ReportViewProps) {
  const { run, press, payAll } = payments;
  const blocked = blockedBecause(useBlockedReason());
  const isRunning = run?.phase === 'running';
  const isClosed = report.closed_at !== null;
  const unpayable = isClosed ? texts.readOnly : blocked;
  const rows = useReportRows(report.promo_requests, payments);
  const totals = useMemo(() => totalsOf(report.promo_requests), [report.promo_requests]);
  const toggle = useToggleReport(report, remoteReport);
  const bulk = useBulkPayment(rows, unpayable !== undefined || isRunning);
  const columns = useMemo(
    () => reportColumns({ reportId: report.id, blocked: unpayable, onPress: press }),
    [report.id, unpayable, press],
  );
  useRestoreRowFocus(report.id);
  const canBeClosed = !isClosed && totals.count > 0 && totals.unpaidCount === 0;
  const handlePay = () => {
    payAll(bulk.payable.map(({ id }) => id));
    bulk.finish();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons inside do */}
      <div className={styles.screen} onKeyDown={bulk.onKeyDown}>
        <ReportHead report={report} />
        <ReportTotals totals={totals} canBeClosed={canBeClosed} />
        <div className={styles.actions}>
          <Button
            kind={canBeClosed ? 'primary' : 'secondary'}
            busy={toggle.busy && toggle.reportToClose === null}
            disabled={blocked !== undefined || isRunning}
            onClick={toggle.begin}
          >
            {isClosed ? texts.openAgain : texts.close}
          </Button>
          <Button icon={<Printer size={20} />} onClick={() => window.print()}>
            {texts.print}
          </Button>
          {totals.unpaidCount > 0 && !isClosed && (
            <Button disabled={isRunning} onClick={bulk.selectUnpaid}>
              {texts.selectUnpaid(totals.unpaidCount)}
            </Button>
          )}
          {(blocked || isRunning || isClosed) && (
            <p className={styles.why}>{blocked ?? (isRunning ? texts.waitForRun : texts.readOnly)}</p>
          )}
        </div>
        <ProblemLine>{toggle.reportToClose === null && toggle.problem}</ProblemLine>
        {run && (
          <RunPanel
            run={run}
            blocked={blocked}
            onStop={payments.stop}
            onPay={payAll}
            onDismiss={payments.dismiss}
          />
        )}
        <KeyHints />
        <DataTable
          name="report"
          caption={texts.requests}
          rows={rows}
          rowKey={keyOf}
          columns={columns}
          empty={texts.emptyReport}
          csvName={`${texts.reportOf(report.id)} ${report.user.name}`}
          selection={{
            ids: bulk.ids,
            onChange: bulk.onChange,
            bulk: (
              <Button kind="primary" disabled={!bulk.canPay} onClick={bulk.ask}>
                {texts.paySelected(bulk.payable.length)}
              </Button>
            ),
          }}
        />
        <CloseReportDialog {...toggle} />
        {bulk.isAsked && (
          <PayDialog
            person={report.user.name}
            requests={bulk.payable}
            onConfirm={handlePay}
            onCancel={bulk.cancel}
          />
        )}
      </div>
      <Statement report={report} totals={totals} />
    </>
  );
}

const keyOf = ({ request }: ReportRow) => request.id;

/** The selection, and of it what can be paid: neither what is paid nor what is on its way. */
function useBulkPayment(rows: readonly ReportRow[], isBlocked: boolean) {
  const [ids, setIds] = useState<readonly RowKey[]>([]);
  const [isAsked, setAsked] = useState(false);
  const unpaid = rows.filter(({ request, state }) => !isPaid(request) && !isPending(state));
  const payable = unpaid.map(({ request }) => request).filter(({ id }) => ids.includes(id));
  const canPay = payable.length > 0 && !isBlocked;
  const ask = () => {
    if (canPay) setAsked(true);
  };
  return {
    ids,
    onChange: setIds,
    payable,
    canPay,
    ask,
    isAsked: isAsked && canPay,
    cancel: () => setAsked(false),
    finish() {
      setAsked(false);
      setIds([]);
    },
    selectUnpaid: () => setIds(unpaid.map(({ request }) => request.id)),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      ask();
    },
  };
}

function KeyHints() {
  return (
    <p className={styles.keys}>
      {texts.keys}
      {texts.shortcuts.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/** So many rows are named one by one. */
const LISTED_MAX = 10;

/** Asks before a report is closed, and names what is not paid in it. */
function CloseReportDialog({ reportToClose, busy, problem, confirm, cancel }: ToggleReport) {
  if (!reportToClose) return null;
  const unpaid = reportToClose.promo_requests.filter(request => !isPaid(request));
  return (
    <ConfirmDialog
      open
      title={texts.askClose(reportToClose.id)}
      confirmLabel={texts.close}
      busy={busy}
      problem={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {unpaid.length === 0 ? (
        <p>{texts.allPaid}</p>
      ) : (
        <>
          <p>{texts.unpaid(unpaid.length, formatMoney(totalShare(unpaid)))}</p>
          <ul className={styles.unpaid}>
            {unpaid.slice(0, LISTED_MAX).map(request => (
              <li key={request.id} className="numbers">
                {request.fullcode}: {formatMoney(requestShare(request))}
              </li>
            ))}
            {unpaid.length > LISTED_MAX && <li>{texts.unpaidMore(unpaid.length - LISTED_MAX)}</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}

type PayDialogProps = {
  person: string;
  requests: readonly Request[];
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before many are paid: whom, how many, and how much. */
function PayDialog({ person, requests, onConfirm, onCancel }: PayDialogProps) {
  return (
    <ConfirmDialog
      open
      title={texts.askPay(requests.length)}
      confirmLabel={texts.payLabel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <DefinitionList
        rows={[
          { term: texts.payTo, value: person },
          { term: texts.payCount, value: String(requests.length) },
          { term: texts.paySum, value: formatMoney(totalShare(requests)) },
        ]}
      />
    </ConfirmDialog>
  );
}
