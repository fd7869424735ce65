import { lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChevronLeft, ChevronRight, Inbox, KeyRound, LogOut } from '#ui/icons.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { paths, pathTo } from '../paths.ts';
import { type MenuGroup, type MenuLink, seesWarehouse } from './menu.ts';
import { personIcon } from './menu-icons.tsx';
import styles from './side-bar.module.css';
import { SideMenu } from './side-menu.tsx';
import { texts } from './texts.ts';

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
          icon={personIcon}
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

/** What belongs to the user, whoever it is: not in the side menu, which is about the work. */
export function accountItems({ can }: CurrentUser, onSignOut: () => void): MenuItem[] {
  const to = pathTo(paths.receipts, { page: 1 });
  return [
    ...(seesWarehouse(can) ? [{ label: texts.warehouse, icon: <Inbox size={20} />, to }] : []),
    { label: texts.oauth, icon: <KeyRound size={20} />, to: paths.oauth },
    { label: texts.signOut, icon: <LogOut size={20} />, onSelect: onSignOut },
  ];
}

/** The user's name over the role's display name. */
export function Person({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.person}>
      <p className={styles.name}>{user.name}</p>
      <p className={styles.role}>{user.role.display_name}</p>
    </div>
  );
}
