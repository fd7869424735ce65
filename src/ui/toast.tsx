import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Notice } from './notice.ts';

/** `isPlain`: the toasts' code could not be loaded. */
type Said = { count: number; text: string; isPlain: boolean };

let said: Said = { count: 0, text: '', isPlain: false };
const listeners = new Set<() => void>();

/** The one way to tell the user something in passing. */
export function notify(notice: Notice): void {
  said = { count: said.count + 1, text: `${notice.title} ${notice.message}`, isPlain: false };
  for (const listener of listeners) listener();
  // The toasts' code is not part of the first screen; until it is there the live region has said it already.
  loadView().then(
    view => view.showToast(notice),
    () => {
      // No network, and no worker that keeps the code yet: the words are shown without the toast around them.
      said = { ...said, isPlain: true };
      for (const listener of listeners) listener();
    },
  );
}

/** Whoever signs in next is told nothing that was meant for somebody else. */
export async function forgetToasts(): Promise<void> {
  if (said.count === 0) return;
  said = { ...said, text: '' };
  for (const listener of listeners) listener();
  (await loadView()).clearToasts();
}

function loadView() {
  return import('./toast-view.tsx');
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

type View = { default: ComponentType };

const ToastView = lazy(() =>
  loadView().then(
    (view): View => ({ default: view.ToastView }),
    (): View => ({ default: () => null }), // notify shows the words then
  ),
);

/** Place once, in the shell: the toasts, and the permanent region that says them to readers. */
export function Toasts() {
  const { count, text, isPlain } = useSyncExternalStore(subscribe, () => said);
  return (
    <>
      <div role="status" aria-live="polite" className={isPlain ? 'plain-notice' : 'visually-hidden'}>
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
