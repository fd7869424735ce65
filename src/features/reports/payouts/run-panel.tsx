import { Fragment, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import { Pause, Play, Printer, X } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as reportTexts } from '../texts.ts';
import { EntryStatus } from './entry-status.tsx';
import { isOnItsWay, isSettled, paidHere } from './payday-entry.ts';
import { sumOfSums } from './payout-sums.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { useIsNew } from './use-is-new.ts';
import type { Payday } from './use-payday.ts';

type RunPanelProps = {
  payday: Payday;
  /** The list with its rows is out of sight: the way back stands here, and all that can wait in the list. */
  isAlone: boolean;
  onPrint: () => void;
  /** It was hidden with what it says. */
  onHidden: () => void;
};

const WAITS_FOR = { offline: texts.runWaits, held: blockedBecause('held'), nothing: undefined };

/** How far the payday has come, who was not paid and why, and how to hold or go on. */
export function RunPanel({ payday, isAlone, onPrint, onHidden }: RunPanelProps) {
  const blocked = useBlockedReason();
  const panel = useRef<HTMLElement>(null);
  const { entries, isPaused } = payday;
  const underWay = entries.filter(isOnItsWay);
  const isRunning = underWay.length > 0;
  // What was paid or taken back before is no part of how far this has come.
  const latest = entries.filter(({ run }) => run === entries.at(-1)?.run);
  const over = latest.filter(entry => !isOnItsWay(entry)).length;
  const hasPaid = paidHere(entries).length > 0;
  const waitsFor = isPaused ? texts.runPaused : WAITS_FOR[blocked ?? 'nothing'];
  const last = isAlone ? entries.findLast(isSettled) : undefined;
  const open = entries.filter(entry => entry === last || (!isOnItsWay(entry) && !isSettled(entry)));
  const isNew = useIsNew(`${isRunning} ${open.map(({ id, state }) => `${id}${state.step}`)}`);
  const handleHide = () => {
    flushSync(payday.dismiss);
    onHidden();
  };
  // The button that was pressed may be gone with what it stood for.
  useLayoutEffect(() => {
    if (entries.length > 0 && document.activeElement?.matches('body, main'))
      panel.current?.focus({ preventScroll: true });
  }, [entries]);
  return (
    <Panel ref={panel} tabIndex={-1} className={styles.run} aria-label={texts.run}>
      {isRunning && <AskBeforeLeaving words={{ title: reportTexts.leaveRun, why: texts.leaveRunWhy }} />}
      {isRunning && (
        <>
          <progress value={over} max={latest.length} aria-label={texts.run} />
          <span className="numbers">{reportTexts.progress(over, latest.length)}</span>
        </>
      )}
      <p role="status" className={styles.summary}>
        {isRunning ? waitsFor : summaryOf(entries)}
      </p>
      {isRunning ? (
        // Not the same buttons as afterwards: whoever presses «Остановить» twice hides nothing.
        <Fragment key="running">
          <Button
            icon={isPaused ? <Play size={20} /> : <Pause size={20} />}
            onClick={() => payday.pause(!isPaused)}
          >
            {isPaused ? texts.goOn : texts.pause}
          </Button>
          <Button onClick={payday.stop}>{reportTexts.stop}</Button>
        </Fragment>
      ) : (
        !isAlone && (
          <Fragment key="over">
            {hasPaid && (
              <Button icon={<Printer size={20} />} onClick={onPrint}>
                {texts.cashSheet}
              </Button>
            )}
            <Button
              kind="quiet"
              icon={<X size={20} />}
              disabled={isNew}
              focusableWhenDisabled
              onClick={handleHide}
            >
              {reportTexts.hideRun}
            </Button>
          </Fragment>
        )
      )}
      {open.length > 0 && (
        <ul className={styles.open}>
          {open.map(entry => (
            <li key={entry.id}>
              <span>{`${entry.name} `}</span>
              <EntryStatus entry={entry} payday={payday} hasActions isNew={isNew} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function summaryOf(entries: Payday['entries']): string {
  const paid = paidHere(entries);
  const { share } = sumOfSums(paid);
  const failed = entries.filter(({ state }) => ['failed', 'stopped', 'notTakenBack'].includes(state.step));
  const unknown = entries.filter(({ state }) => state.step === 'unknown');
  const asks = entries.filter(({ state }) => ['differs', 'nothing'].includes(state.step));
  return [
    paid.length > 0 && texts.runPaid(paid.length, formatMoney(share)),
    failed.length > 0 && texts.runFailed(failed.length),
    unknown.length > 0 && texts.runUnknown(unknown.length),
    asks.length > 0 && texts.runAsks(asks.length),
  ]
    .filter(Boolean)
    .join(' ');
}
