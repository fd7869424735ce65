import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import {
  unstable_HistoryRouter as HistoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
} from 'react-router-dom';
import { BASE, loginFor, paths } from '#domain/paths.ts';
import { satisfies } from '#domain/permissions.ts';
import type { ContinueState } from '#features/sign-in/login-screen.tsx';
import { useRestoreSession, useSession } from '#state/session.ts';
import type { Entering } from '#sync/session.ts';
import { useHasOpenForm } from '#ui/form/open-forms.ts';
import { lazyWithPreload } from '#ui/lazy-with-preload.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import type { ForbiddenState } from '#ui/to-forbidden.tsx';
import { forgetToasts, Toasts } from '#ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type GuardedHistory, useLeaveQuestion } from './leave-guard.ts';
import { matchingRows, nearestRequirement, screenPath } from './match-route.ts';
import { NotFound, type Screen, screens } from './routes.tsx';
import type { ShellProps } from './shell/shell.tsx';
import { texts } from './shell/texts.ts';
import type { WorkerLink } from './worker-link.ts';

const publicScreens = screens.filter(screen => screen.offline === 'public');
const protectedScreens = screens.filter(screen => screen.offline !== 'public');

/** For whoever builds a screen; a build of the product has none of it. */
const Gallery = import.meta.env.DEV
  ? lazy(() => import('./gallery-route.tsx').then(module => ({ default: module.GalleryRoute })))
  : null;

type AppProps = { history: GuardedHistory; link: Promise<WorkerLink> };

export function App({ history, link }: AppProps) {
  return (
    <HistoryRouter history={history} basename={BASE} useTransitions={false}>
      <Suspense fallback={null}>
        <Routes>
          {[paths.root, '/index.html'].map(path => (
            <Route key={path} path={path} element={<Navigate to={paths.dashboard} replace />} />
          ))}
          {publicScreens.map(({ path, component: Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
          {Gallery && <Route path={paths.gallery} element={<Gallery />} />}
          <Route element={<Protected link={link} />}>
            {protectedScreens.map(screen => (
              <Route key={screen.path} path={screen.path} element={<GuardedScreen screen={screen} />} />
            ))}
          </Route>
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
      <Toasts />
      <LeaveGuard />
    </HistoryRouter>
  );
}

const LeaveQuestion = lazy(() =>
  import('./leave-question.tsx').then(module => ({ default: module.LeaveQuestion })),
);

function LeaveGuard() {
  const isAsking = useLeaveQuestion() !== null;
  return <Suspense fallback={null}>{isAsking && <LeaveQuestion />}</Suspense>;
}

const Unreachable = lazy(() => import('./unreachable.tsx').then(module => ({ default: module.Unreachable })));

/** Nobody signed out needs it. */
export const Shell = lazyWithPreload(() => import('./shell/shell.tsx').then(module => module.Shell));

/** The area behind sign-in: the current user is loaded at each entry; nobody signed in goes to the login screen. */
export function Protected({ link }: Pick<ShellProps, 'link'>) {
  const session = useSession();
  const enter = useRestoreSession();
  const { pathname, search, state } = useLocation();
  const hasForm = useHasOpenForm();
  // The user chose to go on without a session: there is nothing to ask the server.
  const [continuesOffline] = useState(session.held && session.user !== null);
  const [entered, setEntered] = useState<Entering | null>(null);
  const tryToEnter = useCallback(() => {
    setEntered(null);
    void enter().then(setEntered);
  }, [enter]);
  useEffect(() => {
    if (!continuesOffline) tryToEnter();
  }, [continuesOffline, tryToEnter]);
  const isOut = session.status === 'out' || entered?.state === 'out';
  useEffect(() => {
    if (isOut) void forgetToasts();
  }, [isOut]);
  // Another tab has changed the user.
  const isSwitched = session.status === 'starting' && entered?.state === 'in';
  useEffect(() => {
    if (isSwitched) tryToEnter();
  }, [isSwitched, tryToEnter]);
  if (isOut) {
    // The specification has the 403 screen among those that need no sign-in.
    if (pathname === paths.forbidden) return <Outlet />;
    return <Navigate to={loginFor(pathname + search)} replace />;
  }
  if (session.user) {
    const { user, held, actorId } = session;
    // Nothing can be done there without a session. Over an open form one signs in again where it is.
    if (held && actorId === undefined && !hasForm && needsNetwork(pathname)) {
      const { continues } = Object(state) as Partial<ContinueState>; // history state is untyped
      return <Navigate to={continues ? paths.promo : loginFor(pathname + search)} replace />;
    }
    return <Shell user={user} held={held} acting={actorId !== undefined} link={link} />;
  }
  // Without a main, index.html says that it loads.
  if (entered?.state !== 'unreachable') return null;
  return <Unreachable problem={entered.problem} onRetry={tryToEnter} />;
}

function needsNetwork(pathname: string): boolean {
  const row = matchingRows(screens, pathname).at(-1);
  // The 403 screen is only text.
  return row?.offline === 'needs-network' && row.path !== paths.forbidden;
}

const OwnOnly = lazy(() =>
  import('#features/users/own-only.tsx').then(module => ({ default: module.OwnOnly })),
);

export function GuardedScreen({ screen }: { screen: Screen }) {
  const { user, actorId } = useSession();
  const { pathname } = useLocation();
  if (screen.ownOnly && actorId !== undefined) return <OwnOnly />;
  const needs = nearestRequirement(matchingRows(screens, pathname));
  if (!satisfies(user?.can ?? {}, needs)) {
    const state: ForbiddenState = { from: pathname };
    return <Navigate to={paths.forbidden} replace state={state} />;
  }
  return (
    <ErrorBoundary key={screenPath(pathname)} fallback={<BrokenScreen offline={screen.offline} />}>
      <screen.component />
    </ErrorBoundary>
  );
}

function BrokenScreen({ offline }: Pick<Screen, 'offline'>) {
  const isOffline = offline === 'needs-network' && !navigator.onLine;
  return (
    <ErrorState
      title={isOffline ? uiTexts.noConnection : texts.broken}
      onRetry={() => window.location.reload()}
    >
      {isOffline ? texts.needsNetwork : texts.brokenWhy}
    </ErrorState>
  );
}
