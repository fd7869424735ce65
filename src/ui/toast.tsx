import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Notice } from './notice.ts';

type Said = { count: number; text: string };

let said: Said = { count: 0, text: '' };
const listeners = new Set<() => void>();

/** The one way to tell the user something in passing. */
export function notify(notice: Notice): void {
  said = { count: said.count + 1, text: `${notice.title} ${notice.message}` };
  for (const listener of listeners) listener();
  // The toasts' code is not part of the first screen; until it is there the live region has said it already.
  void import('./toast-view.tsx').then(view => view.showToast(notice));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const ToastView = lazy(() => import('./toast-view.tsx').then(view => ({ default: view.ToastView })));

/** Place once, in the shell: the toasts, and the permanent region that says them to readers. */
export function Toasts() {
  const { count, text } = useSyncExternalStore(subscribe, () => said);
  return (
    <>
      <div role="status" aria-live="polite" className="visually-hidden">
        {/* The key makes the same words said again. */}
        <span key={count}>{text}</span>
      </div>
      {count > 0 && (
        <Suspense fallback={null}>
          <ToastView />
        </Suspense>
      )}
    </>
  );
}
