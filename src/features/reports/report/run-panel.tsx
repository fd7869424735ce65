import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import { X } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { texts } from '../texts.ts';
import type { PaymentRun } from './payment-run.ts';
import styles from './run-panel.module.css';

type RunPanelProps = {
  run: PaymentRun;
  /** Requests of which nobody knows whether they are paid. */
  unknown: ReadonlySet<number>;
  /** Why nothing can be paid now. */
  blocked: string | undefined;
  onCheck: () => void;
  onStop: () => void;
  onPay: (ids: readonly number[]) => void;
  onDismiss: () => void;
};

/** How far the payment of many has come, and afterwards what came of it and how to go on. */
export function RunPanel({ run, unknown, blocked, onCheck, onStop, onPay, onDismiss }: RunPanelProps) {
  const { total, remaining, phase } = run;
  const failed = run.failed.filter(id => !unknown.has(id));
  const open = run.failed.filter(id => unknown.has(id));
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The button that began it may be gone with the selection.
    const { activeElement } = document;
    if (activeElement === null || activeElement.matches('body, main')) panel.current?.focus();
  }, []);
  const done = total - remaining.length;
  return (
    <Panel ref={panel} tabIndex={-1} className={styles.panel} aria-label={texts.paying}>
      {phase === 'running' && <AskBeforeLeaving words={{ title: texts.leaveRun, why: texts.leaveRunWhy }} />}
      <div className={styles.line}>
        <progress className={styles.bar} value={done} max={total} aria-label={texts.paying} />
        <span className="numbers">{texts.progress(done, total)}</span>
        {phase === 'running' && <Button onClick={onStop}>{texts.stop}</Button>}
      </div>
      <p role="status">{summaryOf({ ...run, failed }, open.length)}</p>
      {phase !== 'running' && (
        <div className={styles.line}>
          {remaining.length > 0 && (
            <Button kind="primary" disabled={blocked !== undefined} onClick={() => onPay(remaining)}>
              {texts.resume(remaining.length)}
            </Button>
          )}
          {open.length > 0 && <Button onClick={onCheck}>{texts.checkRows(open.length)}</Button>}
          {failed.length > 0 && (
            <Button disabled={blocked !== undefined} onClick={() => onPay(failed)}>
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

function summaryOf({ phase, why, paid, failed, total }: PaymentRun, unknown: number): string {
  const failedText =
    (failed.length > 0 ? ` ${texts.runFailed(failed.length)}` : '') +
    (unknown > 0 ? ` ${texts.runUnknown(unknown)}` : '');
  switch (phase) {
    case 'running':
      return '';
    case 'finished':
      return texts.runFinished(paid.length, total) + failedText;
    case 'stopped':
      return texts.runStopped(paid.length, total) + failedText;
    default:
      return texts.runHalted(why, paid.length, total) + failedText;
  }
}
