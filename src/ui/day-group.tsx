import { type ReactNode, useId } from 'react';
import styles from './day-group.module.css';

type DayGroupProps = {
  /** «Сегодня, 20 ноября 2026», from kit/date's `formatDay`. */
  title: string;
  children: ReactNode;
};

/** The cards of one day under a header that stays in sight. */
export function DayGroup({ title, children }: DayGroupProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.cards}>{children}</div>
    </section>
  );
}
