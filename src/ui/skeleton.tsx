import { useEffect, useState } from 'react';
import styles from './skeleton.module.css';
import { texts } from './texts.ts';

const SHOW_AFTER_MS = 300;

/** Static empty cards while something loads; nothing at all for the first 300 ms. */
export function Skeleton({ cards = 3 }: { cards?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.list}>
      {shown && (
        <>
          <span className="visually-hidden">{texts.loading}</span>
          {Array.from({ length: cards }, (_, index) => index).map(index => (
            <div key={index} className={styles.card} aria-hidden="true">
              <span />
              <span />
            </div>
          ))}
        </>
      )}
    </div>
  );
}
