import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

type DefinitionListProps = { rows: readonly { term: string; value: ReactNode }[] };

/** Terms and values: stacked pairs on a phone, two columns on a desktop. Empty values are left out. */
export function DefinitionList({ rows }: DefinitionListProps) {
  const filled = rows.filter(row => row.value !== null && row.value !== undefined && row.value !== '');
  return (
    <dl className={styles.list}>
      {filled.map(row => (
        <div key={row.term} className={styles.row}>
          <dt>{row.term}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
