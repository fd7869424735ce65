import { isWorkerMessage, OUTBOX_SYNC_TAG, takeOver } from '#sync/worker-messages.ts';
import { browserEnvironment, type LinkEnvironment, type UpdateSource } from './link-environment.ts';

const HOUR_MS = 3_600_000;

/** How long a new worker may take to take over before the page reloads anyway. */
const TAKEOVER_PATIENCE_MS = 5000;

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
  world: LinkEnvironment = browserEnvironment(),
): WorkerLink {
  const stops = [reloadOnLostChunk(world)];
  const { container } = world;
  if (!container) return { ...deaf, stop: () => stopAll(stops) };

  // Refused by a private window or an unsafe origin: the page works, and says 'unavailable' when asked.
  const registered = world.register().catch(() => undefined);
  const update = followUpdates(container, registered, handlers.onUpdate, world);
  const checkForUpdate = () => registered.then(askForUpdate);
  stops.push(
    update.stop,
    listenForWake(container, handlers.onWake, world),
    checkOften(checkForUpdate, world),
  );
  return {
    applyUpdate: update.apply,
    checkForUpdate,
    requestBackgroundSync: () => registered.then(askForSync),
    stop: () => stopAll(stops),
  };
}

const deaf: Omit<WorkerLink, 'stop'> = {
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
  world: LinkEnvironment,
) {
  let isControlled = container.controller !== null;
  let isTakenOver = false;
  let isAgreed = false;

  const handleChange = () => {
    if (isAgreed) return world.reload();
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
    if (!waiting) world.reload();
    waiting?.postMessage(takeOver);
    world.after(TAKEOVER_PATIENCE_MS, world.reload);
    return true;
  };
  return { apply, stop };
}

function listenForWake(container: EventTarget, onWake: () => void, world: LinkEnvironment): () => void {
  const stop = listen(container, 'message', event => {
    if ('data' in event && isWorkerMessage(event.data)) onWake();
  });
  world.startMessages();
  return stop;
}

/** At start the registration itself checks; afterwards at each return to the app, to the network, and hourly. */
function checkOften(check: () => Promise<unknown>, world: LinkEnvironment): () => void {
  const handleVisible = () => {
    if (world.isVisible()) void check();
  };
  const stops = [
    listen(world.page, 'visibilitychange', handleVisible),
    listen(world.window, 'online', () => void check()),
    world.every(HOUR_MS, () => void check()),
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
function reloadOnLostChunk(world: LinkEnvironment): () => void {
  return listen(world.window, 'vite:preloadError', event => {
    const last = Number(world.memory.getItem(RELOADED_AT) ?? 0);
    if (!world.isOnline() || world.now() - last < RELOAD_GUARD_MS) return;
    world.memory.setItem(RELOADED_AT, String(world.now()));
    event.preventDefault();
    world.reload();
  });
}

function listen(target: EventTarget, type: string, handler: (event: Event) => void): () => void {
  target.addEventListener(type, handler);
  return () => target.removeEventListener(type, handler);
}
