import type { ReactNode, Ref } from 'react';
import { useLocation } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { Button } from '#ui/button.tsx';
import { LogOut } from '#ui/icons.ts';
import { Menu } from '#ui/menu.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { screenPath } from '../screen-path.ts';
import styles from './shell.module.css';
import { accountItems, Person } from './side-bar.tsx';
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
    <header className={styles.top}>
      {/* Its own element per screen: readers say it again when it takes the focus. */}
      <h1 key={screenPath(pathname)} ref={titleRef} tabIndex={-1} className={styles.title}>
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
