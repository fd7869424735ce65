import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './fab.module.css';
import { Plus } from './icons-of-screens.ts';

export type FabProps = { to: string; label: string; icon?: ReactNode };

/** The round 56 px button of a phone's list: the one thing that is added here. On a desktop it shows its words. */
export function Fab({ to, label, icon }: FabProps) {
  return (
    <Link to={to} className={styles.fab} aria-label={label}>
      {icon ?? <Plus />}
      <span className={styles.label}>{label}</span>
    </Link>
  );
}
