import { Link, useLocation } from 'react-router-dom';
import { classNames } from '#ui/class-names.ts';
import { activeAddress, type MenuGroup, type MenuLink } from './menu.ts';
import { menuIcons } from './menu-icons.tsx';
import styles from './side-menu.module.css';
import { texts } from './texts.ts';

type SideMenuProps = {
  entries: readonly (MenuLink | MenuGroup)[];
  /** Icons alone; the words stay for readers. */
  folded?: boolean;
  onGo?: () => void;
};

/** The side menu: on a desktop at the left, on a phone in the drawer. */
export function SideMenu({ entries, folded = false, onGo }: SideMenuProps) {
  const { pathname } = useLocation();
  const links = entries.flatMap(entry => ('links' in entry ? entry.links : [entry]));
  const active = activeAddress(
    pathname,
    links.map(link => link.to),
  );
  const item = (link: MenuLink) => (
    <li key={link.to}>
      <Link
        to={link.to}
        onClick={onGo}
        className={classNames(styles.item, link.to === active && 'active')}
        aria-current={link.to === active ? 'page' : undefined}
        title={folded ? link.label : undefined}
      >
        {menuIcons[link.icon]}
        <span className={folded ? 'visually-hidden' : undefined}>{link.label}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label={texts.menu}>
      <ul>
        {entries.map(entry =>
          'links' in entry ? (
            <li key={entry.label}>
              <p className={folded ? 'visually-hidden' : styles.group}>{entry.label}</p>
              <ul aria-label={entry.label}>{entry.links.map(item)}</ul>
            </li>
          ) : (
            item(entry)
          ),
        )}
      </ul>
    </nav>
  );
}
