import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './list-group.module.css';

type ListGroupProps = {
  /** Of a day «Сегодня, 20 ноября 2026», from kit/date's `formatDay`. */
  title: string;
  /** Rows off the screen are not laid out. Only where they are of one height: a list is returned to by its scroll position. */
  skipsUnseen?: boolean;
  children: ReactNode;
};

/** Rows of a list under a header that stays in sight: those of a day, or those that wait. */
export function ListGroup({ title, skipsUnseen = false, children }: ListGroupProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={classNames(styles.rows, skipsUnseen && styles.skipsUnseen)}>{children}</div>
    </section>
  );
}
