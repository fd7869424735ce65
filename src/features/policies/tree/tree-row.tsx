import { memo } from 'react';
import { classNames } from '#ui/class-names.ts';
import { ChevronDown, ChevronRight } from '#ui/icons.ts';
import { RowWords } from './row-words.tsx';
import styles from './tree-row.module.css';

/** Deeper than this a narrow tree has no room to indent: there the line says its level instead. */
const SHOWN_LEVELS = 5;

type TreeRowProps = {
  index: number;
  level: number;
  position: number;
  siblings: number;
  /** Null where nothing can be unfolded. */
  open: boolean | null;
  isGroup: boolean;
  isSelected: boolean;
  /** The one line that Tab leads to. */
  isActive: boolean;
  said: string;
  missing: string | null;
  /** What is wrong with the node, in words; '' where nothing is. */
  warning: string;
};

/** One line of the tree. Its presses and keys are the tree's, so that an edit draws no line that says the same as before. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { index, level, open, isGroup, isSelected, said, missing, warning } = props;
  return (
    <div
      role="treeitem"
      tabIndex={props.isActive ? 0 : -1}
      data-row={index}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      className={classNames(styles.row, isSelected && styles.selected)}
    >
      <Rails count={level - 1} />
      {level > SHOWN_LEVELS && (
        <span aria-hidden="true" className={styles.level}>
          {level}
        </span>
      )}
      <span aria-hidden="true" data-fold={open !== null || undefined} className={styles.fold}>
        {open !== null && (open ? <ChevronDown size={20} /> : <ChevronRight size={20} />)}
      </span>
      <RowWords said={said} missing={missing} warning={warning} isGroup={isGroup} />
    </div>
  );
});

/** A thin line for each level above: the eye follows them up. */
function Rails({ count }: { count: number }) {
  return Array.from({ length: count }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its level
    <span key={level} aria-hidden="true" className={styles.rail} />
  ));
}
