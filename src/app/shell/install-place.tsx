import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../error-boundary.tsx';
import { paths } from '../paths.ts';

const InstallHint = lazy(() =>
  import('#features/install/install-hint.tsx').then(module => ({ default: module.InstallHint })),
);

/** The screens on which nobody is in the middle of something. */
const HINT_PATHS: readonly string[] = [paths.promo, paths.contacts];

/** Above the promoter's home and book there is room for asking to install the app. */
export function InstallPlace() {
  const { pathname } = useLocation();
  if (!HINT_PATHS.includes(pathname)) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <InstallHint />
      </Suspense>
    </ErrorBoundary>
  );
}
