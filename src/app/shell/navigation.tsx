import { Fragment, lazy, type Ref, Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { paths } from '#domain/paths.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Elements } from '#ui/elements.ts';
import { ArrowLeft, LogOut, MenuLines, Plus } from '#ui/icons.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { accountLinks, activeTab, additionOf, tabsOf } from '#ui/screen-links.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { screenPath } from '../match-route.ts';
import { type Screen, screenAbove } from '../routes.tsx';
import styles from './navigation.module.css';
import shell from './shell.module.css';
import { texts } from './texts.ts';

type TopBarProps = {
  title: string;
  titleRef: Ref<HTMLHeadingElement>;
  user: CurrentUser;
  isPhone: boolean;
  titleKind?: Screen['titleKind'];
  /** What the screen can do, above what belongs to the user. */
  actions?: readonly MenuItem[];
  widget: Elements;
  onSignOut: () => void;
};

const ScreenPath = lazy(() => import('./top-bar-tools.tsx').then(module => ({ default: module.ScreenPath })));
const TopBarTools = lazy(() =>
  import('./top-bar-tools.tsx').then(module => ({ default: module.TopBarTools })),
);

/** The way back, the page's h1, the sync widget, and the way out. */
export function TopBar({
  title,
  titleRef,
  user,
  isPhone,
  titleKind,
  actions = [],
  widget,
  onSignOut,
}: TopBarProps) {
  const { pathname } = useLocation();
  const roots = [paths.dashboard, ...tabsOf(user.can, pathname).map(({ to }) => to)];
  const isRoot = roots.includes(pathname.replace(/\/$/, ''));
  return (
    <header className={shell.top}>
      <div className={shell.bar}>
        {isPhone && !isRoot && <BackButton />}
        {!isPhone && (
          <Suspense fallback={null}>
            <ScreenPath title={title} />
          </Suspense>
        )}
        {/* Its own element per screen: readers say it again when it takes the focus. */}
        <h1
          key={screenPath(pathname)}
          ref={titleRef}
          tabIndex={-1}
          className={classNames(
            shell.title,
            titleKind === 'form' && shell.formTitle,
            titleKind === 'person' && shell.personTitle,
          )}
        >
          {title}
        </h1>
        {widget}
        {isPhone && titleKind !== 'form' && (
          <Menu label={uiTexts.more} items={[...actions, ...accountItems(user, onSignOut)]} />
        )}
        {!isPhone && (
          <Suspense fallback={null}>
            <TopBarTools user={user} onSignOut={onSignOut} />
          </Suspense>
        )}
      </div>
    </header>
  );
}

/** To where one came from; to the screen above where the app begins here. */
function BackButton() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const handleBack = () => {
    // Counted by the router's history.
    const { idx = 0 } = Object(window.history.state);
    if (idx > 0) navigate(-1);
    else navigate(screenAbove(pathname), { replace: true });
  };
  return (
    <IconButton
      className={shell.back}
      label={uiTexts.back}
      icon={<ArrowLeft size={24} />}
      onClick={handleBack}
    />
  );
}

export function accountItems({ can }: CurrentUser, onSignOut: () => void): MenuItem[] {
  return [...accountLinks(can), { label: texts.signOut, icon: <LogOut />, onSelect: onSignOut }];
}

type BottomNavProps = { can: CurrentUser['can']; onMore: () => void };

/** A phone's tabs; a promoter's have «+» in the middle, which adds what the tab is about. */
export function BottomNav({ can, onMore }: BottomNavProps) {
  const { pathname } = useLocation();
  const tabs = tabsOf(can, pathname);
  const active = activeTab(pathname, tabs);
  const addition = tabs.some(({ to }) => to === paths.contacts) && additionOf(pathname);
  return (
    <nav className={styles.bottom} aria-label={texts.sections}>
      {tabs.map(tab => (
        <Fragment key={tab.to}>
          {addition && tab.to === paths.orders && (
            <Link to={addition.to} className={styles.add} aria-label={addition.label}>
              <Plus />
            </Link>
          )}
          <Link
            to={tab.to}
            className={classNames(styles.tab, tab === active && 'active')}
            aria-current={tab === active ? 'page' : undefined}
          >
            {tab.icon}
            <span className={styles.label}>{tab.label}</span>
          </Link>
        </Fragment>
      ))}
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={onMore}>
        <MenuLines />
        <span className={styles.label}>{texts.more}</span>
      </button>
    </nav>
  );
}
