import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { ChevronRight } from './icons.ts';
import styles from './tiles.module.css';

export type Tile = {
  label: string;
  to: string;
  icon: ReactNode;
  note?: string;
  /** Why it cannot be opened now; shown instead of the note. */
  disabledBecause?: string | undefined;
};

/** The big choices of a menu screen. */
export function Tiles({ items }: { items: readonly Tile[] }) {
  return (
    <ul className={styles.tiles}>
      {items.map(item => (
        <li key={item.label}>
          <TileLink item={item} />
        </li>
      ))}
    </ul>
  );
}

function TileLink({ item }: { item: Tile }) {
  const noteId = useId();
  const note = item.disabledBecause ?? item.note;
  const content = (
    <>
      <span className={styles.icon}>{item.icon}</span>
      <span className={styles.words}>
        <span className={styles.label}>{item.label}</span>
        {note && (
          <span id={noteId} className={styles.note}>
            {note}
          </span>
        )}
      </span>
      <ChevronRight size={20} />
    </>
  );
  if (item.disabledBecause === undefined) {
    return (
      <Link className={styles.tile} to={item.to} aria-label={item.label} aria-describedby={note && noteId}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={classNames(styles.tile, styles.disabled)}
      aria-disabled="true"
      aria-label={item.label}
      aria-describedby={noteId}
    >
      {content}
    </button>
  );
}
