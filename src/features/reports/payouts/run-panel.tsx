import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import { Pause, Play, Printer, X } from '#ui/icons-of-screens.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as reportTexts } from '../texts.ts';
import { EntryStatus } from './entry-status.tsx';
import { isOnItsWay, isSettled, paidHere } from './payday-entry.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { useIsNew } from './use-is-new.ts';
import type { Payday } from './use-payday.ts';

type RunPanelProps = {
  payday: Payday;
  /** How far it has come, in words. */
  progress: string;
  /** The list with its rows is out of sight: the way back stands here, and all that can wait in the list. */
  isAlone: boolean;
  onPrint: () => void;
  /** It was hidden with what it says. */
  onHidden: () => void;
};

const WAITS_FOR = { offline: texts.runWaits, held: blockedBecause('held'), nothing: undefined };

/** The progress of the payday, the failed payments with their reasons, and pause, stop and retry. It keeps its place while empty. */
export function RunPanel(props: RunPanelProps) {
  return props.payday.entries.length > 0 ? <Run {...props} /> : <div className={styles.run} />;
}

function Run({ payday, progress, isAlone, onPrint, onHidden }: RunPanelProps) {
  const blocked = useBlockedReason();
  const panel = useRef<HTMLElement>(null);
  const { entries, isPaused } = payday;
  const underWay = entries.filter(isOnItsWay);
  const isRunning = underWay.length > 0;
  // The bar counts the last run alone.
  const latest = entries.filter(({ run }) => run === entries.at(-1)?.run);
  const over = latest.filter(entry => !isOnItsWay(entry)).length;
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
    <section ref={panel} tabIndex={-1} className={styles.run} aria-label={reportTexts.payment}>
      {isRunning && <AskBeforeLeaving words={{ title: reportTexts.leaveRun, why: texts.leaveRunWhy }} />}
      {isRunning && <progress value={over} max={latest.length} aria-label={reportTexts.payment} />}
      <div className={styles.summary}>
        {/* Each step of many would be too much to hear. */}
        <p role="status" aria-live={isRunning ? 'off' : 'polite'}>
          {progress}
        </p>
        <p role="status">{isRunning ? waitsFor : troublesOf(entries)}</p>
      </div>
      {isRunning ? (
        <RunningButtons payday={payday} />
      ) : (
        !isAlone && <OverButtons {...{ payday, isNew, onPrint }} onHide={handleHide} />
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
    </section>
  );
}

// Two pieces: a second press on «Остановить» hides nothing.
function RunningButtons({ payday: { isPaused, pause, stop } }: Pick<RunPanelProps, 'payday'>) {
  return (
    <>
      <Button icon={isPaused ? <Play size={20} /> : <Pause size={20} />} onClick={() => pause(!isPaused)}>
        {isPaused ? texts.goOn : texts.pause}
      </Button>
      <Button onClick={stop}>{reportTexts.stop}</Button>
    </>
  );
}

type OverButtonsProps = Pick<RunPanelProps, 'payday' | 'onPrint'> & { isNew: boolean; onHide: () => void };

function OverButtons({ payday, isNew, onPrint, onHide }: OverButtonsProps) {
  return (
    <>
      {paidHere(payday.entries).length > 0 && (
        <Button icon={<Printer size={20} />} onClick={onPrint}>
          {texts.cashSheet}
        </Button>
      )}
      <IconButton
        label={reportTexts.hideRun}
        icon={<X size={20} />}
        aria-disabled={isNew || undefined}
        onClick={isNew ? undefined : onHide}
      />
    </>
  );
}

function troublesOf(entries: Payday['entries']): string {
  const failed = entries.filter(({ state }) => ['failed', 'stopped', 'notTakenBack'].includes(state.step));
  const unknown = entries.filter(({ state }) => state.step === 'unknown');
  const asks = entries.filter(({ state }) => ['differs', 'nothing'].includes(state.step));
  return [
    failed.length > 0 && texts.runFailed(failed.length),
    unknown.length > 0 && reportTexts.runUnknown(unknown.length),
    asks.length > 0 && texts.runAsks(asks.length),
  ]
    .filter(Boolean)
    .join(' ');
}
