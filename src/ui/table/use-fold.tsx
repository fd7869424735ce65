import { useMemo } from 'react';
import { Button } from '../button.tsx';
import type { RowPlace } from './column.ts';
import styles from './data-table.module.css';

/** `placeOf`: the same function while nothing has changed; `label`: of the button that shows and hides so many. */
export type Fold<Row> = {
  placeOf: (row: Row) => RowPlace;
  isOpen: boolean;
  onToggle: () => void;
  label: (count: number) => string;
};

/**
 * The rows without those that are folded, and the button that shows and hides these. None are where no other would be left, or
 * on paper.
 */
export function useFold<Row>(rows: readonly Row[], fold: Fold<Row> | undefined, printing: boolean) {
  const placeOf = fold?.placeOf;
  const unfolded = useMemo(
    () => (placeOf ? rows.filter(row => placeOf(row) !== 'folded') : rows),
    [rows, placeOf],
  );
  const count = unfolded.length === 0 ? 0 : rows.length - unfolded.length;
  if (!fold || count === 0) return { shown: rows, foldButton: null };
  return {
    shown: fold.isOpen || printing ? rows : unfolded,
    foldButton: (
      <Button kind="quiet" className={styles.fold} aria-expanded={fold.isOpen} onClick={fold.onToggle}>
        {fold.label(count)}
      </Button>
    ),
  };
}
