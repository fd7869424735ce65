import type { ReactNode } from 'react';
import { ChevronDown } from '#ui/icons.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import styles from './statistics.module.css';

/** On a phone the figures come first: this is there for who unfolds it. A page of paper is as narrow, but has room. */
export function Foldable(props: { summary: string; className?: string | undefined; children: ReactNode }) {
  const { summary, className, children } = props;
  if (!useMedia(`screen and ${PHONE}`)) return <div className={className}>{children}</div>;
  return (
    <details className={styles.foldable}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <ChevronDown size={20} />
      </summary>
      <div className={className}>{children}</div>
    </details>
  );
}
