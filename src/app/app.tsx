import { lazy, Suspense, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter, Navigate, Route, Routes } from 'react-router-dom';
import { Toasts } from '#ui/toast.tsx';
import { guardedHistory, useLeaveQuestion } from './leave-guard.ts';
import { BASE, paths } from './paths.ts';
import { GuardedScreen, Protected } from './protected.tsx';
import { NotFound, screens } from './routes.tsx';
import type { Update } from './shell/update-banner.tsx';

const open = screens.filter(screen => screen.offline === 'public');
const guarded = screens.filter(screen => screen.offline !== 'public');

type AppProps = {
  /** A new version that waits for the user's word; null while there is none. */
  update: Update | null;
};

/** The whole page below the device. */
export function App({ update }: AppProps) {
  const [history] = useState(guardedHistory);
  return (
    <HistoryRouter history={history} basename={BASE}>
      <Suspense fallback={null}>
        <Routes>
          <Route path={paths.root} element={<Navigate to={paths.dashboard} replace />} />
          {open.map(({ path, component: Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
          <Route element={<Protected update={update} />}>
            {guarded.map(screen => (
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
