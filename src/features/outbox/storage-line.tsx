import { DAY_MS } from '#kit/clock.ts';
import { useExportUnsent } from '#state/sync.ts';
import { Button } from '#ui/button.tsx';
import { CircleCheck, Share2, TriangleAlert } from '#ui/icons.ts';
import styles from './outbox.module.css';
import { share } from './share.ts';
import { texts } from './texts.ts';
import { usePersisted } from './use-persisted.ts';

/** [S8] After so long unsent entries in storage that may be cleared are a risk worth a warning. */
export const RISK_AFTER_MS = 2 * DAY_MS;

export type StorageLineProps = {
  /** When the oldest unsent entry was saved; null: nothing is unsent. */
  oldestAt: number | null;
  now: number;
  /** How many unsent entries of other users this device keeps. */
  others: number;
};

/** How safe the unsent entries are here, and how to take them elsewhere. */
export function StorageLine({ oldestAt, now, others }: StorageLineProps) {
  const { persisted, protect } = usePersisted();
  const exportUnsent = useExportUnsent();
  const isAtRisk = persisted === false && oldestAt !== null && now - oldestAt > RISK_AFTER_MS;
  if (persisted === null && oldestAt === null && others === 0) return null;
  const handleExport = async () => share(texts.exportTitle, await exportUnsent());
  return (
    <section className={styles.storage}>
      {isAtRisk && (
        <p role="alert" className={styles.refusal}>
          {texts.atRisk}
        </p>
      )}
      {persisted !== null && (
        <p className={styles.fact}>
          {persisted ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
          {persisted ? texts.persisted : texts.notPersisted}
        </p>
      )}
      {others > 0 && <p className={styles.meta}>{texts.others(others)}</p>}
      <div className={styles.actions}>
        {persisted === false && <Button onClick={protect}>{texts.protect}</Button>}
        {oldestAt !== null && (
          <Button icon={<Share2 size={20} />} onClick={() => void handleExport()}>
            {texts.exportAll}
          </Button>
        )}
      </div>
    </section>
  );
}
