import { useAtomValue } from 'jotai';
import { type ComponentType, lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { paths } from '#domain/paths.ts';
import { MANAGERS, PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { useSignOutLink } from '#features/sign-in/sign-out.tsx';
import { useDevice } from '#state/device-context.ts';
import { useSyncSummary } from '#state/sync.ts';
import { ActionsPlace } from '#ui/form/actions-place.ts';
import type { MenuItem } from '#ui/menu.tsx';
import { PageTitleSlot } from '#ui/page-title.tsx';
import { ScreenActionsSlot } from '#ui/screen-actions.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { OptionalPart } from '../error-boundary.tsx';
import { offerAtom } from '../update.ts';
import type { WorkerLink } from '../worker-link.ts';
import { CallWatch } from './call-watch.tsx';
import { BottomNav, TopBar } from './navigation.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './shell.module.css';
import { useKeyboardOpen, useScrollMemory, useTitle } from './shell-hooks.ts';
import { SyncWidget } from './sync-widget.tsx';
import { texts } from './texts.ts';

export type ShellProps = {
  user: CurrentUser;
  held: boolean;
  acting: boolean;
  link: Promise<WorkerLink>;
};

/** A desktop's alone: not what a phone's first paint waits for. */
const SideBar = lazy(() => import('./side-bar.tsx').then(module => ({ default: module.SideBar })));
const Footer = lazy(() => import('./side-bar.tsx').then(module => ({ default: module.Footer })));

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then(module => ({ default: module.MenuDrawer })));

const UpdateBanner = lazy(() => import('./banners.tsx').then(module => ({ default: module.UpdateBanner })));
const HeldSession = lazy(() => import('./banners.tsx').then(module => ({ default: module.HeldSession })));

const ActingBanner = lazy(() =>
  import('#features/users/acting-banner.tsx').then(module => ({ default: module.ActingBanner })),
);

export function Shell({ user, held, acting, link }: ShellProps) {
  const isPhone = useMedia(PHONE);
  const summary = useSyncSummary();
  const device = useDevice();
  const hasUpdate = useAtomValue(offerAtom) !== 'none';
  const saveUnsent = async () => (await import('#features/outbox/unsent-file.ts')).saveUnsent(device);
  const { askToSignOut, signOutDialog } = useSignOutLink(saveUnsent);
  const content = useRef<HTMLElement>(null);
  const { title, titleKind, titleRef, setTitle } = useTitle(summary.total);
  const [actionsPlace] = useState(makeActionsPlace);
  const [screenActions, setScreenActions] = useState<readonly MenuItem[]>([]);
  useScrollMemory(content);
  const isWorking = satisfies(user.can, PROMO_STAFF);
  // A moderator or an administrator sees the queue only while it holds something unsent of theirs.
  const isPromoter = satisfies(user.can, 'work_promoter') && !satisfies(user.can, MANAGERS);
  const hasQueue = isPromoter || summary.total > 0;
  return (
    <PageTitleSlot value={setTitle}>
      <div className={styles.page}>
        {acting && (
          <OptionalPart>
            <ActingBanner user={user} held={held} unsent={summary.total} />
          </OptionalPart>
        )}
        <div className={styles.shell}>
          <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
            {texts.skip}
          </button>
          {!isPhone && (
            <Suspense fallback={<div className={styles.sideBar} />}>
              <SideBar user={user} onSignOut={askToSignOut} />
            </Suspense>
          )}
          <div className={styles.column}>
            <NavigationProgress />
            <TopBar
              title={title}
              titleRef={titleRef}
              user={user}
              isPhone={isPhone}
              titleKind={titleKind}
              actions={screenActions}
              widget={hasQueue && <SyncWidget summary={summary} now={Date.now()} />}
              onSignOut={askToSignOut}
            />
            <OptionalPart>
              {hasUpdate && <UpdateBanner link={link} />}
              {held && !acting && <HeldSession unsent={summary.total} />}
            </OptionalPart>
            <main ref={content} className={styles.content} tabIndex={-1}>
              <div className={styles.inner}>
                <CallWatch>
                  <ActionsPlace value={isPhone ? actionsPlace.element : null}>
                    <ScreenActionsSlot value={isPhone ? setScreenActions : null}>
                      {/* Above the screens: the old one stays until the code of the next is there. */}
                      <Suspense fallback={<Skeleton />}>
                        <Outlet />
                      </Suspense>
                    </ScreenActionsSlot>
                  </ActionsPlace>
                </CallWatch>
                {isWorking && <InstallPlace />}
              </div>
              {!isPhone && (
                <Suspense fallback={null}>
                  <Footer lastSyncAt={summary.lastSyncAt} />
                </Suspense>
              )}
            </main>
            {isPhone && <div ref={actionsPlace.attachTo} />}
            {isPhone && <PhoneNav user={user} hasQueue={hasQueue} lastSyncAt={summary.lastSyncAt} />}
          </div>
          {signOutDialog}
        </div>
      </div>
    </PageTitleSlot>
  );
}

/** Where a form's buttons go, below what scrolls. A ref that sets a state would draw the frame a second time. */
function makeActionsPlace() {
  const element = document.createElement('div');
  return { element, attachTo: (parent: HTMLElement | null) => parent?.append(element) };
}

type PhoneNavProps = {
  user: CurrentUser;
  hasQueue: boolean;
  lastSyncAt: number | null;
};

/** Stays as it is while a screen names itself above. */
const PhoneNav = memo(({ user, ...rest }: PhoneNavProps) => {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  const isTyping = useKeyboardOpen();
  return (
    <>
      {!isTyping && <BottomNav can={user.can} onMore={() => setOpen(true)} />}
      {wasOpen.current && (
        <Suspense fallback={null}>
          <MenuDrawer open={open} user={user} {...rest} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
});

const loadHint = () => import('#features/install/install-hint.tsx');

const InstallHint = lazy(() =>
  loadHint().then(
    (module): { default: ComponentType } => ({ default: module.InstallHint }),
    () => ({ default: () => null }), // nobody misses it
  ),
);

/** The screens on which nobody is in the middle of something. */
const HINT_PATHS: readonly string[] = [paths.promo, paths.contacts];

/** Below the promoter's home and book, where it pushes nothing: the app may be installed. Not before there is time. */
function InstallPlace() {
  const { pathname } = useLocation();
  const [hasTime, setHasTime] = useState(false);
  useEffect(() => whenIdle(() => setHasTime(true)), []);
  if (!hasTime || !HINT_PATHS.includes(pathname)) return null;
  return (
    <OptionalPart>
      <InstallHint />
    </OptionalPart>
  );
}
