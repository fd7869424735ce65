import { useDevice } from '#state/device.ts';
import { LOST_PREFIX } from '#sync/lost-entries.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

/** Says that the outbox was lost, and how much with it, until the user has seen it. */
export function LostPanel({ count, ownerKey }: { count: number; ownerKey: string }) {
  const { db } = useDevice();
  return (
    <Panel>
      <ProblemLine>{texts.lost(count)}</ProblemLine>
      <div className={styles.actions}>
        <Button onClick={() => void db.control.delete(LOST_PREFIX + ownerKey)}>{texts.understood}</Button>
      </div>
    </Panel>
  );
}
