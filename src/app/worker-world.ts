const WORKER_URL = `${import.meta.env.BASE_URL}sw.js`;

/** A registration as far as the link needs it. */
export type UpdateSource = {
  onWaiting: (handler: () => void) => void;
  waiting: () => { postMessage: (message: unknown) => void } | null;
  update: () => Promise<unknown>;
  /** Background Sync; only Chromium and Samsung have it. */
  sync: { register: (tag: string) => Promise<void> } | undefined;
};

/** The browser as far as the link needs it; tests bring their own. */
export type LinkWorld = {
  container: (EventTarget & { controller: unknown }) | undefined;
  window: EventTarget;
  page: EventTarget;
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  register: () => Promise<UpdateSource | undefined>;
  startMessages: () => void;
  isVisible: () => boolean;
  isOnline: () => boolean;
  now: () => number;
  reload: () => void;
  every: (ms: number, run: () => void) => () => void;
  after: (ms: number, run: () => void) => void;
};

/** The real browser. There is no worker in development: its cache would hide every change. */
export function browserWorld(): LinkWorld {
  const isAvailable = import.meta.env.PROD && 'serviceWorker' in navigator;
  return {
    container: isAvailable ? navigator.serviceWorker : undefined,
    window,
    page: document,
    memory: sessionStorage,
    register,
    startMessages: () => navigator.serviceWorker.startMessages(),
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    now: Date.now,
    reload: () => location.reload(),
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
    after: (ms, run) => void setTimeout(run, ms),
  };
}

/** Loaded lazily: nothing of it is needed for the first paint. */
async function register(): Promise<UpdateSource | undefined> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(WORKER_URL);
  const waitingHandlers: (() => void)[] = [];
  workbox.addEventListener('waiting', () => {
    for (const handler of waitingHandlers) handler();
  });
  const registration = await workbox.register();
  if (!registration) return undefined;
  return {
    onWaiting: handler => {
      waitingHandlers.push(handler);
      if (registration.waiting && navigator.serviceWorker.controller) handler();
    },
    waiting: () => registration.waiting,
    update: () => registration.update(),
    sync: 'sync' in registration && isSyncManager(registration.sync) ? registration.sync : undefined,
  };
}

function isSyncManager(value: unknown): value is NonNullable<UpdateSource['sync']> {
  return typeof value === 'object' && value !== null && 'register' in value;
}
