import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './conflict-panel.module.css';
import { TriangleAlert } from './icons.ts';

export type ConflictPanelProps = {
  title: string;
  why: string;
  /** Why nothing can be saved now. */
  blocked: string | undefined;
  /** The ways out, as buttons. */
  choices: ReactNode;
  /** The versions, side by side. */
  children: ReactNode;
};

/** Two versions of one thing, of which somebody has to choose one. Takes the focus. */
export function ConflictPanel({ title, why, blocked, choices, children }: ConflictPanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Before anything is painted: what had the focus has just made room for this.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
        <TriangleAlert size={20} />
        {title}
      </h2>
      <p>{why}</p>
      {children}
      {blocked && <p className={styles.blocked}>{blocked}</p>}
      <div className={styles.choices}>{choices}</div>
    </section>
  );
}
