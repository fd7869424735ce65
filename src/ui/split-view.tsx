import type { ReactNode } from 'react';
import styles from './split-view.module.css';
import { useMedia, WIDE } from './use-media.ts';

type SplitViewProps = {
  children: ReactNode;
  /** The details of what is chosen in the list, named for readers by `label`. Not even built on a narrow screen. */
  pane: () => ReactNode;
  label: string;
};

/** A list, and on a wide screen a pane of details beside it. */
export function SplitView({ children, pane, label }: SplitViewProps) {
  const isWide = useMedia(WIDE);
  return (
    <div className={styles.split}>
      <div>{children}</div>
      {isWide && (
        <aside className={styles.pane} aria-label={label}>
          {pane()}
        </aside>
      )}
    </div>
  );
}
