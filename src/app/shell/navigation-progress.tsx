import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import { texts } from '#ui/texts.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { comingKeyAtom } from '../leave-guard.ts';
import styles from './shell.module.css';

const SHOW_AFTER_MS = 300;

/** The screen that one leaves stays until the code of the next is there: a line on top says that it is coming. */
export function NavigationProgress() {
  const comingKey = useAtomValue(comingKeyAtom);
  const { key } = useLocation();
  const isComing = comingKey !== null && comingKey !== key;
  const takesLong = useDebounced(isComing, SHOW_AFTER_MS);
  if (!isComing || !takesLong) return null;
  return (
    <div role="status" className={styles.coming}>
      <span className="visually-hidden">{texts.loading}</span>
    </div>
  );
}
