import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** The owner's own filter above the rows (`controls` of a table): its search, and what else narrows the list. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}
