import { Fragment } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '#ui/class-names.ts';
import { MenuLines } from '#ui/icons.ts';
import { paths } from '../paths.ts';
import styles from './bottom-nav.module.css';
import { activeAddress, type MenuLink } from './menu.ts';
import { menuIcons } from './menu-icons.tsx';
import { texts } from './texts.ts';

type BottomNavProps = {
  links: readonly MenuLink[];
  /** What is not sent yet, as a badge on «Очередь». */
  unsent: number;
  onMore: () => void;
  /** Told where a screen may put its one button. */
  fabPlace: (place: HTMLElement | null) => void;
};

/** So many links stand before the middle of the bar. */
const HALF = 2;

/** A phone's navigation, in thumb reach. */
export function BottomNav({ links, unsent, onMore, fabPlace }: BottomNavProps) {
  const { pathname } = useLocation();
  const active = activeAddress(
    pathname,
    links.map(link => link.to),
  );
  return (
    <nav className={styles.nav} aria-label={texts.sections}>
      {links.map((link, at) => (
        <Fragment key={link.to}>
          {at === HALF && <span ref={fabPlace} className={styles.place} />}
          <Link
            to={link.to}
            className={classNames(styles.item, link.to === active && 'active')}
            aria-current={link.to === active ? 'page' : undefined}
          >
            <span className={styles.icon}>
              {menuIcons[link.icon]}
              {link.to === paths.outbox && unsent > 0 && <span className={styles.badge}>{unsent}</span>}
            </span>
            {link.label}
          </Link>
        </Fragment>
      ))}
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={onMore}>
        <MenuLines />
        {texts.more}
      </button>
    </nav>
  );
}
