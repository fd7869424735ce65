import { useMemo } from 'react';
import { Button } from '../button.tsx';
import type { RowPlace } from './column.ts';
import styles from './data-table.module.css';

/** `placeOf` keeps its identity between renders; `label`: the words of the button for that number of rows. */
export type Fold<Row> = {
  placeOf: (row: Row) => RowPlace;
  isOpen: boolean;
  onToggle: () => void;
  label: (count: number) => string;
};

/**
 * The rows without the folded ones, and the button that shows and hides these. No row is folded on paper, or where all of them
 * would be.
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
