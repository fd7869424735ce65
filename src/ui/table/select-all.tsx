import '../styles/controls.css';
import { useLayoutEffect, useRef } from 'react';
import styles from './check.module.css';
import { texts } from './texts.ts';
import type { RowSelection } from './use-selection.ts';

/** The checkbox of all rows that are shown, half checked while some are selected. */
export function SelectAll({ selection, label }: { selection: RowSelection; label?: string }) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = selection.state === 'some';
  }, [selection.state]);
  return (
    <label className={styles.check}>
      <input
        ref={box}
        type="checkbox"
        checked={selection.state === 'all'}
        aria-label={texts.selectAll}
        onChange={selection.toggleAll}
      />
      {label && <span>{label}</span>}
    </label>
  );
}

type SelectRowProps = {
  name: string;
  index: number;
  selected: boolean;
  /** Whether Tab leads to it. */
  tabbable: boolean;
  onToggle: (index: number, extend: boolean) => void;
};

/** The checkbox of one row; with Shift all rows since the last one. */
export function SelectRow({ name, index, selected, tabbable, onToggle }: SelectRowProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        tabIndex={tabbable ? 0 : -1}
        checked={selected}
        aria-label={texts.selectRow(name)}
        onChange={({ nativeEvent }) =>
          onToggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
