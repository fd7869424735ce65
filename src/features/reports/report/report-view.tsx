import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Report } from '#contract/reports.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Printer } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { RowKey } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts } from '../texts.ts';
import { CloseReportDialog } from './close-report-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { isPending } from './payments-reducer.ts';
import styles from './report.module.css';
import { reportColumns } from './report-columns.tsx';
import { ReportHead, ReportTotals } from './report-head.tsx';
import { useRestoreRowFocus } from './restore-row-focus.ts';
import { RunPanel } from './run-panel.tsx';
import { Statement } from './statement.tsx';
import { isPaid, totalsOf } from './totals.ts';
import type { Payments } from './use-payments.ts';
import type { RemoteReport } from './use-report.ts';
import { type ReportRow, useReportRows } from './use-report-rows.ts';
import { useToggleReport } from './use-toggle-report.ts';

export type ReportViewProps = { report: Report; remoteReport: RemoteReport; payments: Payments };

/** A report that is here: whose, what it comes to, its requests, and all that can be done with it. */
export function ReportView({ report, remoteReport, payments }: ReportViewProps) {
  const { payments: state, press, payAll } = payments;
  const blocked = blockedBecause(useObstacle());
  const isRunning = state.run?.phase === 'running';
  const rows = useReportRows(report.promo_requests, state);
  const totals = useMemo(() => totalsOf(report.promo_requests), [report.promo_requests]);
  const toggle = useToggleReport(report, remoteReport);
  const bulk = useBulkPayment(rows, { blocked, isRunning });
  const columns = useMemo(
    () => reportColumns({ reportId: report.id, blocked, onPress: press }),
    [report.id, blocked, press],
  );
  useRestoreRowFocus(report.id);
  const canBeClosed = report.closed_at === null && totals.count > 0 && totals.unpaidCount === 0;
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
            {report.closed_at === null ? texts.close : texts.openAgain}
          </Button>
          <Button icon={<Printer size={20} />} onClick={() => window.print()}>
            {texts.print}
          </Button>
          {totals.unpaidCount > 0 && (
            <Button disabled={isRunning} onClick={bulk.selectUnpaid}>
              {texts.selectUnpaid(totals.unpaidCount)}
            </Button>
          )}
          {(blocked || isRunning) && <p className={styles.why}>{blocked ?? texts.waitForRun}</p>}
        </div>
        <ProblemLine>{toggle.reportToClose === null && toggle.problem}</ProblemLine>
        {state.run && (
          <RunPanel
            run={state.run}
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

function keyOf({ request }: ReportRow): RowKey {
  return request.id;
}

type BulkPaymentSettings = { blocked: string | undefined; isRunning: boolean };

/** The selection, and of it what can be paid: neither what is paid nor what is on its way. */
function useBulkPayment(rows: readonly ReportRow[], { blocked, isRunning }: BulkPaymentSettings) {
  const [ids, setIds] = useState<readonly RowKey[]>([]);
  const [isAsked, setAsked] = useState(false);
  const unpaid = rows.filter(({ request, state }) => !isPaid(request) && !isPending(state));
  const payable = unpaid.map(({ request }) => request).filter(({ id }) => ids.includes(id));
  const canPay = payable.length > 0 && blocked === undefined && !isRunning;
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
