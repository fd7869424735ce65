import { lazy, Suspense } from 'react';
import { PercentPlace } from './percent-place.tsx';

const PercentPanel = lazy(() =>
  import('./percent-panel.tsx').then(module => ({ default: module.PercentPanel })),
);

/** What changed and what is earned. It reads every request that is here, so it comes after the first paint. */
export function MoneyStrip() {
  return (
    <Suspense fallback={<PercentPlace />}>
      <PercentPanel />
    </Suspense>
  );
}
