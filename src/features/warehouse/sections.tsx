import { Link } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import styles from './sections.module.css';
import { texts } from './texts.ts';

const SECTIONS = [
  { section: 'enter', label: texts.receipts, to: pathTo(paths.receipts, { page: 1 }) },
  { section: 'loss', label: texts.writeOffs, to: pathTo(paths.writeOffs, { page: 1 }) },
  { section: 'move', label: texts.moves, to: paths.stockMoves },
  { section: 'inventory', label: texts.inventories, to: paths.inventories },
] as const;

/** A part of the warehouse, as its address names it. */
export type Section = (typeof SECTIONS)[number]['section'];

/** The way between the parts of the warehouse, above each of its screens. */
export function Sections({ current }: { current: Section }) {
  return (
    <nav aria-label={texts.sections}>
      <ul className={styles.sections}>
        {SECTIONS.map(({ section, label, to }) => (
          <li key={section}>
            <Link to={to} className={styles.section} aria-current={section === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
