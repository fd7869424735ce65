import { hasOpenForm } from '#ui/form/open-forms.ts';
import { register, type UpdateSource, WORKER_URL } from './registration.ts';

/** The browser as far as the link needs it; tests bring their own. */
export type LinkEnvironment = {
  container: (EventTarget & { controller: unknown }) | undefined;
  window: EventTarget;
  page: EventTarget;
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  register: () => Promise<UpdateSource | undefined>;
  startMessages: () => void;
  isVisible: () => boolean;
  /** Whether a form is open, whose input a reload would lose. */
  isFillingIn: () => boolean;
  /** Whether our server answers now. The browser's own word only tells of an interface that is up. */
  isReachable: () => Promise<boolean>;
  now: () => number;
  reload: () => void;
  every: (ms: number, run: () => void) => void;
  after: (ms: number, run: () => void) => void;
};

/** The real browser. There is no worker in development: its cache would hide every change. */
export function browserEnvironment(): LinkEnvironment {
  const isAvailable = import.meta.env.PROD && 'serviceWorker' in navigator;
  return {
    container: isAvailable ? navigator.serviceWorker : undefined,
    window,
    page: document,
    memory: sessionStorage,
    register,
    startMessages: () => navigator.serviceWorker.startMessages(),
    isFillingIn: hasOpenForm,
    isVisible: () => document.visibilityState === 'visible',
    isReachable,
    now: Date.now,
    reload: () => location.reload(),
    every: (ms, run) => void setInterval(run, ms),
    after: (ms, run) => void setTimeout(run, ms),
  };
}

const isReachable = () =>
  fetch(WORKER_URL, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
