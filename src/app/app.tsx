import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { Toasts } from '#ui/toast.tsx';
import { BASE, paths } from './paths.ts';
import { GuardedScreen, Protected } from './protected.tsx';
import { NotFound, screens } from './routes.tsx';
import type { Update } from './shell/update-banner.tsx';

const open = screens.filter(screen => screen.offline === 'public');
const guarded = screens.filter(screen => screen.offline !== 'public');

export type AppProps = {
  /** A new version that waits for the user's word; null while there is none. */
  update: Update | null;
};

/** The whole page below the device. */
export function App({ update }: AppProps) {
  return (
    <BrowserRouter basename={BASE}>
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
    </BrowserRouter>
  );
}
