import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { Pause, Play, Printer, X } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { isOnItsWay, type Payday } from './use-payday.ts';

/** How far the payday has come: what went through, what did not, and how to hold or go on. */
export function RunPanel({ payday }: { payday: Payday }) {
  const isOffline = useBlockedReason() !== null;
  const { entries, isPaused } = payday;
  const underWay = entries.filter(({ state }) => isOnItsWay(state));
  const isRunning = underWay.length > 0;
  return (
    <Panel className={styles.run} aria-label={texts.run}>
      {isRunning && <AskBeforeLeaving />}
      <progress value={entries.length - underWay.length} max={entries.length} aria-label={texts.run} />
      <span className="numbers">{texts.progress(entries.length - underWay.length, entries.length)}</span>
      <p role="status" className={styles.summary}>
        {isRunning ? (isPaused && texts.runPaused) || (isOffline && texts.runOffline) : summaryOf(entries)}
      </p>
      {isRunning ? (
        <>
          <Button
            icon={isPaused ? <Play size={20} /> : <Pause size={20} />}
            onClick={() => payday.pause(!isPaused)}
          >
            {isPaused ? texts.goOn : texts.pause}
          </Button>
          <Button onClick={payday.stop}>{texts.stop}</Button>
        </>
      ) : (
        <>
          <Button icon={<Printer size={20} />} onClick={() => window.print()}>
            {texts.cashSheet}
          </Button>
          <Button kind="quiet" icon={<X size={20} />} onClick={payday.dismiss}>
            {texts.hide}
          </Button>
        </>
      )}
    </Panel>
  );
}

function summaryOf(entries: Payday['entries']): string {
  const paid = entries.filter(({ state }) => state.step === 'paid');
  const share = toRoubles(paid.reduce((sum, { agreed }) => sum + toKopecks(agreed.share), 0));
  const failed = entries.filter(({ state }) => ['failed', 'stopped', 'notTakenBack'].includes(state.step));
  const asks = entries.filter(({ state }) => state.step === 'differs');
  return [
    paid.length > 0 && texts.runPaid(paid.length, formatMoney(share)),
    failed.length > 0 && texts.runFailed(failed.length),
    asks.length > 0 && texts.runAsks(asks.length),
  ]
    .filter(Boolean)
    .join(' ');
}

/** While somebody is being paid, leaving the screen or the page asks first. */
function AskBeforeLeaving() {
  useOpenFormMark(() => true, { title: texts.leaveRun, why: texts.leaveRunWhy });
  return null;
}
