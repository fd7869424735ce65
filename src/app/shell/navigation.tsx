import { Fragment, lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate, toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChevronLeft, ChevronRight, Inbox, KeyRound, LogOut, MenuLines, User } from '#ui/icons.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { screenPath } from '../match-route.ts';
import { activeAddress, type MenuGroup, type MenuLink, seesWarehouse } from './menu.tsx';
import styles from './navigation.module.css';
import shell from './shell.module.css';
import { texts } from './texts.ts';

type TopBarProps = {
  title: string;
  titleRef: Ref<HTMLHeadingElement>;
  user: CurrentUser;
  isPhone: boolean;
  widget: ReactNode;
  onSignOut: () => void;
};

/** The page's h1, the sync widget, and the way out. */
export function TopBar({ title, titleRef, user, isPhone, widget, onSignOut }: TopBarProps) {
  const { pathname } = useLocation();
  return (
    <header className={shell.top}>
      {/* Its own element per screen: readers say it again when it takes the focus. */}
      <h1 key={screenPath(pathname)} ref={titleRef} tabIndex={-1} className={shell.title}>
        {title}
      </h1>
      {widget}
      {isPhone ? (
        <Menu label={uiTexts.more} heading={<Person user={user} />} items={accountItems(user, onSignOut)} />
      ) : (
        <Button kind="quiet" icon={<LogOut size={20} />} onClick={onSignOut}>
          {texts.signOut}
        </Button>
      )}
    </header>
  );
}

/** What belongs to the user, whoever it is: not in the side menu, which is about the work. */
export function accountItems({ can }: CurrentUser, onSignOut: () => void): MenuItem[] {
  const to = pathTo(paths.receipts, { page: 1 });
  return [
    ...(seesWarehouse(can) ? [{ label: texts.warehouse, icon: <Inbox size={20} />, to }] : []),
    { label: texts.oauth, icon: <KeyRound size={20} />, to: paths.oauth },
    { label: texts.signOut, icon: <LogOut size={20} />, onSelect: onSignOut },
  ];
}

function Person({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.person}>
      <p className={styles.name}>{user.name}</p>
      <p className={styles.role}>{user.role.display_name}</p>
    </div>
  );
}

/** A desktop's alone, and nothing that the first paint waits for. */
const ThemeSwitch = lazy(() =>
  import('./theme-switch.tsx').then(module => ({ default: module.ThemeSwitch })),
);

const FOLDED_KEY = 'application.menu-folded';

type SideBarProps = {
  user: CurrentUser;
  entries: readonly (MenuLink | MenuGroup)[];
  onSignOut: () => void;
};

/** A desktop's left column: the user with a dropdown, the menu, the fold toggle, which is remembered. */
export function SideBar({ user, entries, onSignOut }: SideBarProps) {
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
        <SideMenu entries={entries} folded={folded} />
      </div>
      <Suspense fallback={null}>{!folded && <ThemeSwitch />}</Suspense>
      <IconButton
        label={folded ? texts.unfold : texts.fold}
        icon={folded ? <ChevronRight size={20} /> : <ChevronLeft size={20} />}
        aria-expanded={!folded}
        onClick={handleFold}
      />
    </aside>
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
        className={classNames(styles.item, link.to === active && 'active')}
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

export function BottomNav({ links, unsent, onMore, fabPlace }: BottomNavProps) {
  const active = useActiveAddress(links);
  return (
    <nav className={styles.bottom} aria-label={texts.sections}>
      {links.map((link, at) => (
        <Fragment key={link.to}>
          {at === HALF && <span ref={fabPlace} className={styles.place} />}
          <Link
            to={link.to}
            className={classNames(styles.tab, link.to === active && 'active')}
            aria-current={link.to === active ? 'page' : undefined}
          >
            <span className={styles.icon}>
              {link.icon}
              {link.to === paths.outbox && unsent > 0 && <span className={styles.badge}>{unsent}</span>}
            </span>
            {link.label}
          </Link>
        </Fragment>
      ))}
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={onMore}>
        <MenuLines />
        {texts.more}
      </button>
    </nav>
  );
}

/** One line: name, version, last exchange with the server. */
export function About({ lastSyncAt }: { lastSyncAt: number | null }) {
  const { zone } = useDevice().config;
  const moment = (instantMs: number) => formatDate(toWallClock(instantMs, zone), true);
  return (
    <p className={shell.about}>
      <span>{texts.product}</span>
      <span>{texts.version(__APP_VERSION__)}</span>
      <span>{lastSyncAt === null ? texts.neverSynced : texts.lastSync(moment(lastSyncAt))}</span>
    </p>
  );
}
