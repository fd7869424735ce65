import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './conflict-panel.module.css';
import type { Elements } from './elements.ts';
import { TriangleAlert } from './icons.ts';

type ConflictPanelProps = {
  title: string;
  why: string;
  /** Why nothing can be saved now. */
  blocked?: string | undefined;
  /** What can be done with both versions as a whole, as buttons. */
  choices?: ReactNode;
  /** The versions, side by side. */
  children: Elements;
  /** For a panel that stays in the page: whether there is a conflict, and what is said when there is none any more. */
  standing?: { isOpen: boolean; settled: ReactNode; box: RefObject<HTMLElement | null> };
};

/** Two versions of one thing, of which somebody has to choose. One that appears takes the focus. */
export function ConflictPanel({ title, why, blocked, choices, children, standing }: ConflictPanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = standing?.isOpen ?? true;
  const appears = standing === undefined;
  // Before anything is painted: what had the focus has just made room for this.
  useLayoutEffect(() => {
    if (appears) heading.current?.focus();
  }, [appears]);
  return (
    <section
      ref={standing?.box}
      tabIndex={standing && -1}
      aria-labelledby={isOpen ? titleId : undefined}
      className={isOpen ? styles.panel : styles.settled}
    >
      {isOpen && (
        <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
          <TriangleAlert size={20} />
          <span>{title}</span>
        </h2>
      )}
      <p role={standing && 'status'}>{isOpen ? why : standing?.settled}</p>
      {isOpen && children}
      {blocked && <p className={styles.blocked}>{blocked}</p>}
      {choices && <div className={styles.choices}>{choices}</div>}
    </section>
  );
}

/** One side: the text, and the button that chooses it. */
type VersionSide = { of: string; text: string; choice?: ReactNode };

/** What two versions say of one field. */
export function FieldVersions({ label, sides }: { label: string; sides: readonly VersionSide[] }) {
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <dl className={styles.sides}>
        {sides.map(({ of, text, choice }) => (
          <div key={of} className={styles.version}>
            <dt>{of}</dt>
            <dd className={styles.value}>{text}</dd>
            {choice && <dd className={styles.choice}>{choice}</dd>}
          </div>
        ))}
      </dl>
    </fieldset>
  );
}
