import { Workbox } from 'workbox-window';
import { hasOpenForm } from '#ui/form/open-forms.ts';

const WORKER_URL = `${import.meta.env.BASE_URL}sw.js`;

export type UpdateSource = {
  onWaiting: (handler: () => void) => void;
  waiting: () => { postMessage: (message: unknown) => void } | null;
  update: () => Promise<unknown>;
  /** Background Sync; only Chromium and Samsung have it. */
  sync: { register: (tag: string) => Promise<void> } | undefined;
};

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

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => unknown };
};

/** Where only what a policy lets through is run (server/routes/headers.ts), this one lets nothing through but the worker. */
function workerUrl(): unknown {
  // Neither in every browser nor in the types of this one.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => WORKER_URL });
  return policy?.createScriptURL('') ?? WORKER_URL;
}

async function register(): Promise<UpdateSource | undefined> {
  // Workbox hands it on as it is; its own type asks for a package of types that nothing else needs.
  const registration = await new Workbox(workerUrl() as string).register();
  if (!registration) return undefined;
  const { sync } = registration as { sync?: UpdateSource['sync'] }; // not in the standard types
  return {
    onWaiting: handler => followInstalls(registration, handler),
    waiting: () => registration.waiting,
    update: () => registration.update(),
    sync,
  };
}

/**
 * Tells of each new version: one that could not be installed is followed by the next try. Workbox itself stops after the
 * first that it did not ask for. The very first version is none.
 */
function followInstalls(registration: ServiceWorkerRegistration, handler: () => void): void {
  const follow = (worker: ServiceWorker | null) => {
    const notify = () => {
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) handler();
    };
    worker?.addEventListener('statechange', notify);
    notify();
  };
  registration.addEventListener('updatefound', () => follow(registration.installing));
  follow(registration.installing);
  follow(registration.waiting);
}
