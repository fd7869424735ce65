import { Link } from 'react-router-dom';
import styles from './figure-list.module.css';

type FigureListProps = {
  /** What the figures are of, for readers, where no heading says it. */
  label?: string;
  figures: readonly (readonly [term: string, value: string | number, to?: string])[];
};

/** A few figures that are read at a glance, side by side. */
export function FigureList({ label, figures }: FigureListProps) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {figures.map(([term, value, to]) => (
        <div key={term}>
          <dt>{to ? <Link to={to}>{term}</Link> : term}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
