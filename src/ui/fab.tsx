import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import styles from './fab.module.css';
import { Plus } from './icons.ts';

const Place = createContext<HTMLElement | null | undefined>(undefined);

/** Where the shell wants the button: null while there is no place for it, e.g. on a desktop. */
export const FabPlace = Place.Provider;

type FabProps = { to: string; label: string; icon?: ReactNode };

/**
 * The round 56 px button of a phone's list: the one thing that is added here. It stands in the bar at the bottom,
 * in thumb reach, and covers nothing.
 */
export function Fab({ to, label, icon }: FabProps) {
  const place = useContext(Place);
  const button = (
    <Link to={to} className={styles.fab} aria-label={label}>
      {icon ?? <Plus />}
    </Link>
  );
  if (place === undefined) return button;
  return place && createPortal(button, place);
}
