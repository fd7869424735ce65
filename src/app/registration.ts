import { Workbox } from 'workbox-window';
import { claim, OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';
import { FOLDER, ownRegistrations, WITHOUT_SLASH } from './own-registrations.ts';
import { isActivated } from './worker-activated.ts';

export const WORKER_URL = `${FOLDER}sw.js`;

export type UpdateSource = {
  onWaiting: (handler: () => void) => void;
  waiting: () => { postMessage: (message: unknown) => void } | null;
  /** Looks for a new version, and for the scope that the server allows now. */
  update: () => Promise<unknown>;
  /** Background Sync; only Chromium and Samsung have it. */
  sync: { register: (tag: string) => Promise<void> } | undefined;
  /** After another worker took control: whether it is one of another scope, and no new version. */
  hasMoved: () => Promise<boolean>;
};

/** With Background Sync, which is not in the standard types. */
type Registration = ServiceWorkerRegistration & { sync?: UpdateSource['sync'] };

/** Asked for once by a page: a server that refuses would be asked for its script at each check. */
let isWideRefused = false;

/** The app's one worker, under the scope that it has or else the widest that the server allows. */
export async function register(): Promise<UpdateSource | undefined> {
  const found = await findRegistration();
  const first = found ?? (await registerAnew());
  if (!first) return undefined;
  const source = followRegistration(first, found);
  // Without an answer it stays under its scope until the next check.
  if (isNarrow(first) && !isWideRefused) source.update().catch(() => undefined);
  return source;
}

/** Whether the worker keeps the files of this page. The name of the entry script follows from all that it leads to. */
async function isVersionKept(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]');
  return entry !== null && (await caches.match(entry.src)) !== undefined;
}

/** @param found none where the first one is new: the page is then served by no worker, or by one of the whole origin. */
function followRegistration(first: Registration, found: Registration | undefined): UpdateSource {
  let registration = first;
  let controlling = found;
  let handlers: (() => void)[] = [];
  const adopt = (next: Registration) => {
    if (next !== registration) for (const handler of handlers) followInstalls(next, handler);
    registration = next;
    return next;
  };
  // This tab or another one may have moved the worker.
  const latest = async () => adopt((await findRegistration()) ?? registration);
  return {
    onWaiting(handler) {
      handlers = [...handlers, handler];
      followInstalls(registration, handler);
    },
    waiting: () => registration.waiting,
    update: async () => adopt(await updateAndMove(await latest())),
    sync: first.sync && { register: async tag => (await latest()).sync?.register(tag) },
    async hasMoved() {
      const former = controlling;
      controlling = await latest();
      return controlling !== former && (await isVersionKept());
    },
  };
}

/** The narrower scope, while there are two. */
async function findRegistration(): Promise<Registration | undefined> {
  const [found] = await ownRegistrations();
  return found;
}

async function registerAnew(): Promise<Registration | undefined> {
  try {
    return await registerFor(WITHOUT_SLASH);
  } catch (cause) {
    if (!isScopeRefused(cause)) throw cause;
    isWideRefused = true;
    return registerFor(FOLDER);
  }
}

function registerFor(scope: string): Promise<Registration | undefined> {
  // Workbox hands the URL on as it is; its own type asks for a package of types that nothing else needs.
  return new Workbox(workerUrl() as string, { scope }).register();
}

const isNarrow = ({ scope }: Registration) => scope.endsWith('/');

const isScopeRefused = (cause: unknown) => cause instanceof DOMException && cause.name === 'SecurityError';

/** The registration that there is afterwards. */
async function updateAndMove(from: Registration): Promise<Registration> {
  try {
    await from.update();
    return isNarrow(from) && !isWideRefused ? await move(from, WITHOUT_SLASH) : from;
  } catch (cause) {
    if (!isScopeRefused(cause)) throw cause;
    isWideRefused = true;
    return isNarrow(from) ? from : await move(from, FOLDER);
  }
}

/**
 * Puts the worker under another scope: the old registration goes once the new worker is active, so that at no time there
 * is none. While a new version waits nothing is moved: the worker of a new scope is active at once, and would delete the
 * files of the version that is open.
 */
async function move(from: Registration, scope: string): Promise<Registration> {
  if (from.installing || from.waiting) return from;
  const to = await registerFor(scope);
  // Left behind by a page that was closed in the midst of this, it may be older.
  if (to?.active) await to.update();
  const newest = to?.installing ?? to?.waiting ?? to?.active;
  if (!to || !newest || !(await isActivated(newest))) return from;
  // Both are asked for before either is awaited: a page that is closed between them would lose the event. Where that is
  // forbidden the page sends by itself whenever it is open.
  await Promise.all([to.sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined), from.unregister()]);
  newest.postMessage(claim);
  return to;
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => unknown };
};

let trustedUrl: unknown;

/** Where only what a policy lets through is run (server/routes/headers.ts), this one lets nothing through but the worker. */
function workerUrl(): unknown {
  // Neither in every browser nor in the types of this one.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // A policy of one name can be made once.
  trustedUrl ??= trustedTypes
    ?.createPolicy('worker', { createScriptURL: () => WORKER_URL })
    .createScriptURL('');
  return trustedUrl ?? WORKER_URL;
}

/**
 * Tells of each new version: one that could not be installed is followed by the next try. Workbox itself stops after the
 * first that it did not ask for. The very first version is none.
 */
function followInstalls(registration: ServiceWorkerRegistration, handler: () => void): void {
  const follow = (worker: ServiceWorker | null) => {
    const notify = () => {
      if (worker?.state === 'installed' && registration.active) handler();
    };
    worker?.addEventListener('statechange', notify);
    notify();
  };
  registration.addEventListener('updatefound', () => follow(registration.installing));
  follow(registration.installing);
  follow(registration.waiting);
}
