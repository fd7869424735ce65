import type { ReactNode } from 'react';
import type { Elements } from '#ui/elements.ts';
import { ChevronDown } from '#ui/icons.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import styles from './statistics.module.css';

/** A page of paper is as narrow as a phone, but has room. */
export const ON_PHONE = `screen and ${PHONE}`;

type FoldableProps = {
  /** Where it is folded at first: a media query. */
  when: string;
  summary: Elements;
  className?: string | undefined;
  children: ReactNode;
};

/** Where there is little room the figures come first: this is one line until it is unfolded. */
export function Foldable({ when, summary, className, children }: FoldableProps) {
  if (!useMedia(when)) return <div className={className}>{children}</div>;
  return (
    <details className={styles.foldable}>
      <summary className={styles.summary}>
        {summary}
        <ChevronDown size={20} />
      </summary>
      <div className={className}>{children}</div>
    </details>
  );
}
