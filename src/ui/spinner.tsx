import { LoaderCircle } from './icons.ts';
import styles from './spinner.module.css';

/** A turning circle without words: the text beside it says what is going on. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle className={styles.spinner} size={size} />;
}
