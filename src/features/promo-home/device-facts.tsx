import { useDataSaver } from '#state/data-saver.ts';
import { useLowStorage } from '#state/low-storage.ts';
import type { Persisted } from '#state/persisted.ts';
import { Button } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import styles from './promo-home.module.css';
import { texts } from './texts.ts';

/** What of this device could get in the way, each only when it does: room, protection, saved traffic. */
export function DeviceFacts({ persisted, isDenied, protect }: Persisted) {
  const left = useLowStorage();
  const isSaving = useDataSaver();
  return (
    <>
      {left !== null && <p className={styles.warning}>{texts.littleRoom(left)}</p>}
      {isSaving && <p className={styles.fact}>{texts.dataSaver}</p>}
      <ProblemLine>{isDenied && texts.denied}</ProblemLine>
      {persisted === false && !isDenied && <Button onClick={protect}>{texts.protect}</Button>}
    </>
  );
}
