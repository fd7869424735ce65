import { isMessage, OUTBOX_SYNC_TAG, takeOver, wake } from '#sync/worker-messages.ts';
import { browserEnvironment, type LinkEnvironment } from './link-environment.ts';
import type { UpdateSource } from './registration.ts';

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
};

/** The one place where the page meets its service worker. Without one (old browser) everything is a no-op. */
export function workerLink(
  handlers: LinkHandlers,
  environment: LinkEnvironment = browserEnvironment(),
): WorkerLink {
  reloadOnLostChunk(environment);
  const { container } = environment;
  if (!container) {
    return {
      applyUpdate: async () => false,
      checkForUpdate: async () => 'unavailable',
      requestBackgroundSync: async () => 'unavailable',
    };
  }

  // Refused by a private window or an unsafe origin: the page works, and says 'unavailable' when asked.
  const registered = environment.register().catch(() => undefined);
  const applyUpdate = followUpdates(container, registered, handlers.onUpdate, environment);
  container.addEventListener('message', event => {
    if ('data' in event && isMessage(event.data, wake)) handlers.onWake();
  });
  environment.startMessages();
  const checkForUpdate = () => registered.then(askForUpdate);
  checkOften(() => void checkForUpdate(), environment);
  return { applyUpdate, checkForUpdate, requestBackgroundSync: () => registered.then(askForSync) };
}

/**
 * Returns what `applyUpdate` does. Reloads on `controllerchange` only: reloading right after asking would fetch the
 * old worker's page with its purged chunks. A change that this page did not ask for (another tab did, or the very
 * first worker arrived) never reloads, because somebody may be typing.
 */
function followUpdates(
  container: EventTarget & { controller: unknown },
  registered: Promise<UpdateSource | undefined>,
  onUpdate: () => void,
  environment: LinkEnvironment,
): WorkerLink['applyUpdate'] {
  let isControlled = container.controller !== null;
  let isTakenOver = false;
  let isAgreed = false;

  container.addEventListener('controllerchange', async () => {
    if (isAgreed) return environment.reload();
    const isFirst = !isControlled;
    isControlled = true;
    const hasMoved = await registered.then(source => source?.hasMoved());
    if (isFirst || hasMoved) return;
    isTakenOver = true;
    onUpdate();
  });
  void registered.then(source => source?.onWaiting(onUpdate));

  return async (before = async () => {}) => {
    const waiting = (await registered)?.waiting();
    if (!waiting && !isTakenOver) return false;
    await before();
    isAgreed = true;
    if (!waiting) environment.reload();
    waiting?.postMessage(takeOver);
    environment.after(TAKEOVER_TIMEOUT_MS, environment.reload);
    return true;
  };
}

/** At start the registration itself checks; afterwards at each return to the app, to the network, and hourly. */
function checkOften(check: () => void, { page, window, isVisible, every }: LinkEnvironment): void {
  page.addEventListener('visibilitychange', () => isVisible() && check());
  window.addEventListener('online', check);
  every(HOUR_MS, check);
}

async function askForUpdate(source: UpdateSource | undefined) {
  const asked = source?.update().then(
    () => 'checked' as const,
    // Offline, or the server is being restarted: the next check comes by itself.
    () => 'unreachable' as const,
  );
  return (await asked) ?? 'unavailable';
}

async function askForSync(source: UpdateSource | undefined) {
  const asked = source?.sync?.register(OUTBOX_SYNC_TAG).then(
    () => 'registered' as const,
    // Forbidden by the user or by a private window. The page sends by itself whenever it is open.
    () => undefined,
  );
  return (await asked) ?? 'unavailable';
}

/**
 * After an update on the server the old chunks are gone. One reload brings the new ones; a second never helps, nor does
 * one while the server cannot be reached: then the chunk is missing for want of a network.
 */
function reloadOnLostChunk({ window, memory, isFillingIn, isReachable, now, reload }: LinkEnvironment): void {
  window.addEventListener('vite:preloadError', async () => {
    // What was loaded ahead is missed by nobody yet.
    if (isFillingIn() || !(await isReachable())) return;
    const last = Number(memory.getItem(RELOADED_AT) ?? 0);
    if (now() - last < RELOAD_GUARD_MS) return;
    memory.setItem(RELOADED_AT, String(now()));
    reload();
  });
}
