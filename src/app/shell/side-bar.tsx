import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { useMoment } from '#state/use-moment.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChevronLeft, ChevronRight, User } from '#ui/icons.ts';
import { Menu } from '#ui/menu.tsx';
import { activeAddress, type MenuLink } from '#ui/screen-links.tsx';
import { type MenuGroup, wholeMenu } from '#ui/side-menu.tsx';
import { accountItems } from './navigation.tsx';
import styles from './side-bar.module.css';
import { sideBarTexts as texts } from './side-bar-texts.ts';
import { texts as shellTexts } from './texts.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const FOLDED_KEY = 'application.menu-folded';

type SideBarProps = {
  user: CurrentUser;
  onSignOut: () => void;
};

/** A desktop's left column: the user with a dropdown, the menu, the fold toggle, which is remembered. */
export function SideBar({ user, onSignOut }: SideBarProps) {
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY) === 'yes');
  const handleFold = () => {
    localStorage.setItem(FOLDED_KEY, folded ? 'no' : 'yes');
    setFolded(!folded);
  };
  return (
    <aside className={classNames(styles.bar, folded && styles.folded, 'no-print')} aria-label={texts.sidebar}>
      <div className={styles.user}>
        {!folded && <Person user={user} />}
        <Menu
          label={texts.account(user.name)}
          icon={<User />}
          heading={folded && <Person user={user} />}
          items={accountItems(user, onSignOut)}
        />
      </div>
      <div className={styles.menu}>
        <SideMenu entries={wholeMenu(user.can)} folded={folded} />
      </div>
      {!folded && <ThemeSwitch />}
      <IconButton
        label={folded ? texts.unfold : texts.fold}
        icon={folded ? <ChevronRight size={20} /> : <ChevronLeft size={20} />}
        aria-expanded={!folded}
        onClick={handleFold}
      />
    </aside>
  );
}

/** Who works here. */
export function Person({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.person}>
      <p className={styles.name}>{user.name}</p>
      <p className={styles.role}>{user.role.display_name}</p>
    </div>
  );
}

type SideMenuProps = {
  entries: readonly (MenuLink | MenuGroup)[];
  /** Icons alone; the words stay for readers. */
  folded?: boolean;
  onGo?: () => void;
};

/** The side menu: on a desktop at the left, on a phone in the drawer. */
export function SideMenu({ entries, folded = false, onGo }: SideMenuProps) {
  const active = useActiveAddress(entries.flatMap(entry => ('links' in entry ? entry.links : [entry])));
  const item = (link: MenuLink) => (
    <li key={link.to}>
      <Link
        to={link.to}
        onClick={onGo}
        className={classNames(
          styles.item,
          link.isInner && !folded && styles.inner,
          link.to === active && 'active',
        )}
        aria-current={link.to === active ? 'page' : undefined}
        title={folded ? link.label : undefined}
      >
        {link.icon}
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

function useActiveAddress(links: readonly MenuLink[]): string | undefined {
  const { pathname } = useLocation();
  const addresses = links.map(link => link.to);
  return activeAddress(pathname, addresses);
}

/** A desk's foot, below the content: scrolled to, not always there. */
export function Footer({ lastSyncAt }: { lastSyncAt: number | null }) {
  return (
    <footer className={styles.footer}>
      <About lastSyncAt={lastSyncAt} />
    </footer>
  );
}

/** One line: name, version, last exchange with the server. */
export function About({ lastSyncAt }: { lastSyncAt: number | null }) {
  const moment = useMoment();
  return (
    <p className={styles.about}>
      <span>{shellTexts.product}</span>
      <span>{texts.version(__APP_VERSION__)}</span>
      <span>{lastSyncAt === null ? texts.neverSynced : texts.lastSync(moment(lastSyncAt))}</span>
    </p>
  );
}
