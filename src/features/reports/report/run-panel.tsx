import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import { X } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { texts } from '../texts.ts';
import styles from './run-panel.module.css';
import { isPaid } from './totals.ts';
import type { PaymentRun, Payments } from './use-payments.ts';
import { isPending, isUnknown, type ReportRow } from './use-report-rows.ts';

type RunPanelProps = {
  run: PaymentRun;
  rows: readonly ReportRow[];
  /** Why nothing can be paid now. */
  blocked: string | undefined;
  payments: Payments;
  onDismiss: () => void;
};

/** How far the payment of many has come, and afterwards what came of it and how to go on. */
export function RunPanel({ run: { ids, why }, rows, blocked, payments, onDismiss }: RunPanelProps) {
  const isRunning = why === null;
  const mine = rows.filter(({ request }) => ids.has(request.id));
  const idsOf = (is: (row: ReportRow) => boolean) => mine.filter(is).map(({ request }) => request.id);
  const open = idsOf(isUnknown);
  const failed = idsOf(row => row.state.step === 'failed' && row.state.sent === 1);
  const left = idsOf(row => !isPaid(row.request) && (row.state.step === 'idle' || isPending(row.state)));
  const paid = idsOf(row => isPaid(row.request) && !isUnknown(row));
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The button that began it may be gone with the selection.
    if (document.activeElement?.matches('body, main') !== false) panel.current?.focus();
  }, []);
  const summary = [
    texts.runEnded(why ?? '', paid.length, ids.size),
    failed.length > 0 && texts.runFailed(failed.length),
    open.length > 0 && texts.runUnknown(open.length),
  ];
  const done = ids.size - left.length;
  return (
    <Panel ref={panel} tabIndex={-1} className={styles.panel} aria-label={texts.paying}>
      {isRunning && <AskBeforeLeaving words={{ title: texts.leaveRun, why: texts.leaveRunWhy }} />}
      <div className={styles.line}>
        <progress className={styles.bar} value={done} max={ids.size} aria-label={texts.paying} />
        <span className="numbers">{texts.progress(done, ids.size)}</span>
        {isRunning && <Button onClick={payments.stop}>{texts.stop}</Button>}
      </div>
      <p role="status">{!isRunning && summary.filter(Boolean).join(' ')}</p>
      {!isRunning && (
        <div className={styles.line}>
          {left.length > 0 && (
            <Button kind="primary" disabled={blocked !== undefined} onClick={() => payments.payAll(left)}>
              {texts.resume(left.length)}
            </Button>
          )}
          {open.length > 0 && <Button onClick={payments.checkUnknown}>{texts.checkRows(open.length)}</Button>}
          {failed.length > 0 && (
            <Button disabled={blocked !== undefined} onClick={() => payments.payAll(failed)}>
              {texts.repeatFailed(failed.length)}
            </Button>
          )}
          <Button kind="quiet" icon={<X size={20} />} onClick={onDismiss}>
            {texts.hideRun}
          </Button>
        </div>
      )}
    </Panel>
  );
}
