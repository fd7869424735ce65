import { useLayoutEffect, useRef, useState } from 'react';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Printer, RefreshCw, UserPlus } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { NewAccounts } from '../cards/use-new-accounts.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import type { Batch } from './use-batch.ts';

const words = texts.batch;

/** How far the list is, and what can be done with it. */
export function BatchControls({ batch, cards }: { batch: Batch; cards: NewAccounts }) {
  const { counts, isRunning, pause } = batch;
  const panel = useRef<HTMLElement>(null);
  // What was pressed is gone with the pasted text.
  useLayoutEffect(() => panel.current?.focus(), []);
  const hasStarted = counts.left < counts.all || counts.failed + counts.unknown > 0;
  return (
    <Panel ref={panel} tabIndex={-1} className={styles.controls} aria-label={words.caption}>
      <p role="status" className={styles.summary}>
        {hasStarted || isRunning ? progressText(counts) : words.summary(counts.all, counts.wrong)}
      </p>
      {(hasStarted || isRunning) && (
        <progress
          className={styles.progress}
          aria-label={words.sending}
          value={counts.done}
          max={counts.all}
        />
      )}
      <ProblemLine polite>{batch.isUnchecked && !hasStarted && words.notChecked}</ProblemLine>
      <ProblemLine polite unanswered={pause?.isOffline ?? false}>
        {!isRunning && pause?.why}
      </ProblemLine>
      <div className={styles.buttons}>
        {isRunning ? (
          <Button onClick={batch.stop}>{words.stop}</Button>
        ) : (
          <StartButtons batch={batch} hasStarted={hasStarted} />
        )}
        {cards.all.length > 0 && !isRunning && (
          <Button icon={<Printer size={20} />} onClick={() => cards.print(cards.all)}>
            {texts.printAll(cards.all.length)}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function progressText({ done, all, failed, unknown }: Batch['counts']): string {
  const sentences = [
    words.progress(done, all),
    failed > 0 && words.failed(failed),
    unknown > 0 && words.unknown(unknown),
  ];
  return sentences.filter(Boolean).join('. ');
}

function StartButtons({ batch, hasStarted }: { batch: Batch; hasStarted: boolean }) {
  const { counts } = batch;
  const why = blockedBecause(useBlockedReason());
  const isBlocked = why !== undefined;
  return (
    <>
      {isBlocked && !batch.pause?.isOffline && <p className={styles.why}>{why}</p>}
      {counts.ready > 0 && (
        <Button
          kind="primary"
          size="large"
          icon={<UserPlus size={20} />}
          disabled={isBlocked}
          onClick={batch.run}
        >
          {hasStarted ? words.resume(counts.ready) : words.send(counts.ready)}
        </Button>
      )}
      {counts.failed > 0 && (
        <Button icon={<RefreshCw size={20} />} disabled={isBlocked} onClick={batch.retryFailed}>
          {words.retryFailed(counts.failed)}
        </Button>
      )}
      <NewListButton left={counts.left} onNewList={batch.clear} />
    </>
  );
}

/** Throws the rows away; asks while some of them were not added. */
function NewListButton({ left, onNewList }: { left: number; onNewList: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => (left > 0 ? setAsked(true) : onNewList())}>{words.newList}</Button>
      <ConfirmDialog
        open={isAsked}
        kind="danger"
        title={words.newListTitle}
        confirmLabel={words.newListConfirm}
        onConfirm={onNewList}
        onCancel={() => setAsked(false)}
      >
        <p>{words.newListWhy(left)}</p>
      </ConfirmDialog>
    </>
  );
}
