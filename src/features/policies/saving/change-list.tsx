import { texts } from '../texts.ts';
import styles from './saving.module.css';

/** More than this nobody reads before a save. */
const SHOWN = 50;

/** Differences, one below the other. */
export function ChangeList({ words }: { words: readonly string[] }) {
  const rest = words.length - SHOWN;
  if (words.length === 0) return <p>{texts.nothingChanged}</p>;
  return (
    <>
      <ul className={styles.changes}>
        {words.slice(0, SHOWN).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and none of them moves
          <li key={index}>{each}</li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.more(rest)}</p>}
    </>
  );
}
