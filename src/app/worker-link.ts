import { isWorkerMessage, OUTBOX_SYNC_TAG, takeOver } from '#sync/worker-messages.ts';
import { browserEnvironment, type LinkEnvironment, type UpdateSource } from './link-environment.ts';

const HOUR_MS = 3_600_000;

/** How long a new worker may take to take over before the page reloads anyway. */
const TAKEOVER_TIMEOUT_MS = 5000;

/** Two failed chunks within this time mean that reloading does not help. */
const RELOAD_GUARD_MS = 60_000;

const RELOADED_AT = 'reloaded-at';

type LinkHandlers = {
  /** A new version waits (or another tab has already switched to it): offer it to the user. */
  onUpdate: () => void;
  /** The worker noticed a connection: look into the outbox. */
  onWake: () => void;
};

export type WorkerLink = {
  /**
   * The user agreed: run `before` (it may hold a lock until the page is gone), let the new worker take
   * over, reload. Rejects when `before` rejects; then nothing has happened. False: there is no new version.
   */
  applyUpdate: (before?: () => Promise<void>) => Promise<boolean>;
  /** Asks the server for a new version. `unreachable` offline, which is no error. */
  checkForUpdate: () => Promise<'checked' | 'unreachable' | 'unavailable'>;
  /** Asks the browser to wake the worker at the next connection, also after the page was closed. */
  requestBackgroundSync: () => Promise<'registered' | 'unavailable'>;
  stop: () => void;
};

/** The one place where the page meets its service worker. Without one (old browser) everything is a no-op. */
export function workerLink(
  handlers: LinkHandlers,
  environment: LinkEnvironment = browserEnvironment(),
): WorkerLink {
  const stops = [reloadOnLostChunk(environment)];
  const { container } = environment;
  if (!container) return { ...linkWithoutWorker, stop: () => stopAll(stops) };

  // Refused by a private window or an unsafe origin: the page works, and says 'unavailable' when asked.
  const registered = environment.register().catch(() => undefined);
  const update = followUpdates(container, registered, handlers.onUpdate, environment);
  const checkForUpdate = () => registered.then(askForUpdate);
  stops.push(
    update.stop,
    listenForWake(container, handlers.onWake, environment),
    checkOften(checkForUpdate, environment),
  );
  return {
    applyUpdate: update.apply,
    checkForUpdate,
    requestBackgroundSync: () => registered.then(askForSync),
    stop: () => stopAll(stops),
  };
}

const linkWithoutWorker: Omit<WorkerLink, 'stop'> = {
  applyUpdate: async () => false,
  checkForUpdate: async () => 'unavailable',
  requestBackgroundSync: async () => 'unavailable',
};

function stopAll(stops: (() => void)[]): void {
  for (const stop of stops) stop();
}

/**
 * Reloads on `controllerchange` only: reloading right after asking would fetch the old worker's page
 * with its purged chunks. A change that this page did not ask for (another tab did, or the very first
 * worker arrived) never reloads, because somebody may be typing.
 */
function followUpdates(
  container: EventTarget & { controller: unknown },
  registered: Promise<UpdateSource | undefined>,
  onUpdate: () => void,
  environment: LinkEnvironment,
) {
  let isControlled = container.controller !== null;
  let isTakenOver = false;
  let isAgreed = false;

  const handleChange = () => {
    if (isAgreed) return environment.reload();
    isTakenOver = isControlled;
    isControlled = true;
    if (isTakenOver) onUpdate();
  };
  const stop = listen(container, 'controllerchange', handleChange);
  void registered.then(source => source?.onWaiting(onUpdate));

  const apply = async (before: () => Promise<void> = async () => {}) => {
    const waiting = (await registered)?.waiting();
    if (!waiting && !isTakenOver) return false;
    await before();
    isAgreed = true;
    if (!waiting) environment.reload();
    waiting?.postMessage(takeOver);
    environment.after(TAKEOVER_TIMEOUT_MS, environment.reload);
    return true;
  };
  return { apply, stop };
}

function listenForWake(container: EventTarget, onWake: () => void, environment: LinkEnvironment): () => void {
  const stop = listen(container, 'message', event => {
    if ('data' in event && isWorkerMessage(event.data)) onWake();
  });
  environment.startMessages();
  return stop;
}

/** At start the registration itself checks; afterwards at each return to the app, to the network, and hourly. */
function checkOften(check: () => Promise<unknown>, environment: LinkEnvironment): () => void {
  const handleVisible = () => {
    if (environment.isVisible()) void check();
  };
  const stops = [
    listen(environment.page, 'visibilitychange', handleVisible),
    listen(environment.window, 'online', () => void check()),
    environment.every(HOUR_MS, () => void check()),
  ];
  return () => stopAll(stops);
}

async function askForUpdate(source: UpdateSource | undefined) {
  if (!source) return 'unavailable';
  try {
    await source.update();
    return 'checked';
  } catch {
    // Offline, or the server is being restarted: the next check comes by itself.
    return 'unreachable';
  }
}

async function askForSync(source: UpdateSource | undefined) {
  if (!source?.sync) return 'unavailable';
  try {
    await source.sync.register(OUTBOX_SYNC_TAG);
    return 'registered';
  } catch {
    // Forbidden by the user or by a private window. The page sends by itself whenever it is open.
    return 'unavailable';
  }
}

/** After an update on the server the old chunks are gone. One reload brings the new ones; a second never helps. */
function reloadOnLostChunk(environment: LinkEnvironment): () => void {
  return listen(environment.window, 'vite:preloadError', event => {
    const last = Number(environment.memory.getItem(RELOADED_AT) ?? 0);
    if (!environment.isOnline() || environment.now() - last < RELOAD_GUARD_MS) return;
    environment.memory.setItem(RELOADED_AT, String(environment.now()));
    event.preventDefault();
    environment.reload();
  });
}

function listen(target: EventTarget, type: string, handler: (event: Event) => void): () => void {
  target.addEventListener(type, handler);
  return () => target.removeEventListener(type, handler);
}
