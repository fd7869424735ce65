import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** A button that goes with the rows that it brings leaves the focus in the search of its screen. */
export function focusSearch(button: Element): void {
  button.closest('main, body')?.querySelector<HTMLElement>('input[type=search]')?.focus();
}

/** The owner's own filter above the rows (`controls` of a table): its search, and what else narrows the list. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}
