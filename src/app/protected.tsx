import { Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { satisfies } from '#domain/permissions.ts';
import { useEnter, useSession } from '#state/session.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ForbiddenState } from '#ui/to-forbidden.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { matchingRows, nearestRequirement } from './nearest-requirement.ts';
import { paths } from './paths.ts';
import { type Screen, screens } from './routes.tsx';
import { screenPath } from './screen-path.ts';
import styles from './shell/shell.module.css';
import { Shell, type ShellProps } from './shell/shell.tsx';
import { texts } from './shell/texts.ts';

/** The area behind sign-in: the current user is loaded at each entry; nobody signed in goes to the login screen. */
export function Protected({ update }: Pick<ShellProps, 'update'>) {
  const session = useSession();
  const enter = useEnter();
  const { pathname, search } = useLocation();
  // The user chose to go on without a session: there is nothing to ask the server.
  const [goesOn] = useState(session.held && session.user !== null);
  const [entered, setEntered] = useState<'entering' | Awaited<ReturnType<typeof enter>>>('entering');
  const tryToEnter = useCallback(() => {
    setEntered('entering');
    void enter().then(setEntered);
  }, [enter]);
  useEffect(() => {
    if (!goesOn) tryToEnter();
  }, [goesOn, tryToEnter]);
  // Another tab has changed the user.
  const isSwitched = session.status === 'starting' && entered === 'in';
  useEffect(() => {
    if (isSwitched) tryToEnter();
  }, [isSwitched, tryToEnter]);
  if (session.status === 'out' || entered === 'out') {
    // The specification has the 403 screen among those that need no sign-in.
    if (pathname === paths.forbidden) return <Outlet />;
    return <Navigate to={`${paths.login}?redirect=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (session.user) {
    const { user, held, actorId } = session;
    return <Shell user={user} held={held} acting={actorId !== undefined} update={update} />;
  }
  return (
    <main className={styles.inner}>
      {entered === 'unreachable' ? (
        <ErrorState title={texts.unreachable} onRetry={tryToEnter}>
          {texts.unreachableWhy}
        </ErrorState>
      ) : (
        <Skeleton />
      )}
    </main>
  );
}

/** One screen inside the shell, if the user may see it. */
export function GuardedScreen({ screen }: { screen: Screen }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const needs = nearestRequirement(matchingRows(screens, pathname));
  if (!satisfies(user?.can ?? {}, needs)) {
    const state: ForbiddenState = { from: pathname };
    return <Navigate to={paths.forbidden} replace state={state} />;
  }
  return (
    <ErrorBoundary key={screenPath(pathname)} fallback={<BrokenScreen offline={screen.offline} />}>
      <Suspense fallback={<Skeleton />}>
        <screen.component />
      </Suspense>
    </ErrorBoundary>
  );
}

function BrokenScreen({ offline }: Pick<Screen, 'offline'>) {
  const reload = () => window.location.reload();
  if (offline === 'needs-network' && !navigator.onLine) {
    return (
      <ErrorState title={texts.unreachable} onRetry={reload}>
        {texts.needsNetwork}
      </ErrorState>
    );
  }
  return (
    <ErrorState title={texts.broken} onRetry={reload}>
      {texts.brokenWhy}
    </ErrorState>
  );
}
