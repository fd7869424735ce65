import { DAY_MS } from '#kit/clock.ts';
import { usePersisted } from '#state/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

/** [S8] After so long unsent entries in storage that may be cleared are a risk worth a warning. */
const RISK_AFTER_MS = 2 * DAY_MS;

type StorageLineProps = {
  /** When the oldest unsent entry was saved; null: nothing is unsent. */
  oldestAt: number | null;
  now: number;
  /** How many unsent entries of other users this device keeps. */
  others: number;
};

/** How safe the unsent entries are here. */
export function StorageLine({ oldestAt, now, others }: StorageLineProps) {
  const { persisted, protect } = usePersisted();
  const isAtRisk = persisted === false && oldestAt !== null && now - oldestAt > RISK_AFTER_MS;
  if (persisted === null && others === 0) return null;
  return (
    <Panel>
      <ProblemLine>{isAtRisk && texts.atRisk}</ProblemLine>
      {persisted !== null && (
        <p className={styles.fact}>
          {persisted ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
          {persisted ? texts.persisted : texts.notPersisted}
        </p>
      )}
      {others > 0 && <p className={styles.meta}>{texts.others(others)}</p>}
      {persisted === false && (
        <div className={styles.actions}>
          <Button onClick={protect}>{texts.protect}</Button>
        </div>
      )}
    </Panel>
  );
}
