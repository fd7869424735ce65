import Dexie from 'dexie';
import { createApi } from '#api/api.ts';
import { type KeyValueStorage, localAuthStore } from '#api/auth-state.ts';
import { createTransport, type Transport } from '#api/transport.ts';
import { joinPullBook } from '#features/contacts/offline/pull-contacts.ts';
import { kinds, pullConfirmed } from '#features/offline.ts';
import { pullRequests } from '#features/orders/offline/pull-requests.ts';
import type { WithLock } from '#kit/locks.ts';
import { CacheDb, clearRefetchable } from '#storage/cache-db.ts';
import { OutboxDb, ownerKeyOf } from '#storage/outbox-db.ts';
import { isKeyed } from '#sync/control-rows.ts';
import { drain } from '#sync/drain.ts';
import type { DrainContext } from '#sync/drain-context.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { PullContext } from '#sync/pull.ts';
import { createRunner } from '#sync/runner.ts';
import { createSession } from '#sync/session.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import type { BrowserContext } from './browser-context.ts';
import type { VirtualTime } from './virtual-time.ts';

export const ZONE = 'Europe/Moscow';
export const API_ORIGIN = 'http://server.test';
const IDENTITY = { clientId: '2', clientSecret: 'secret' };

/** What a context finds on its phone. */
export type Ports = {
  browserContext: BrowserContext;
  factory: IDBFactory;
  storage: KeyValueStorage;
  fetch: typeof globalThis.fetch;
  withLock: WithLock;
  time: VirtualTime;
  random: () => number;
  saysKeyed: boolean;
  /** Told when a call goes into the outbox's own hands, and when it leaves them again. */
  busy: (change: 1 | -1) => void;
};

export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Every database that was opened since: a world that is over must let go of them. */
const opened = new Set<Dexie>();

/** Opens a database on this disk. */
export function onDisk<Database extends Dexie>(factory: IDBFactory, open: () => Database): Database {
  const before = Dexie.dependencies.indexedDB;
  Dexie.dependencies.indexedDB = factory;
  try {
    const database = open();
    opened.add(database);
    return database;
  } finally {
    Dexie.dependencies.indexedDB = before;
  }
}

/** Closes all of them, once nothing that holds one can run any more. */
export function closeDatabases(): void {
  for (const database of opened) database.close();
  opened.clear();
}

/** Opens the app in a tab: the real engine. Disk, network, locks and time are the model's. */
export async function openTab(ports: Ports) {
  const { browserContext, factory, storage, time, withLock } = ports;
  const db = onDisk(factory, () => new OutboxDb());
  const auth = await restoreMirrored(db, storageOf(browserContext, storage));
  const { api, transport, context } = connectTo(ports, db, auth);
  const now = time.device;
  const session = createSession({
    ...IDENTITY,
    api,
    transport,
    auth,
    db,
    apiOrigin: API_ORIGIN,
    withLock,
    now,
  });
  let cache: { ownerKey: string; db: CacheDb } | null = null;
  const openCache = (ownerKey: string) => {
    if (cache?.ownerKey !== ownerKey || cache.db.abandoned)
      cache = { ownerKey, db: onDisk(factory, () => new CacheDb(ownerKey)) };
    return cache.db;
  };
  const pulls = (): PullContext | null => {
    const owner = session.owner();
    return owner && { db, cache: openCache(ownerKeyOf(owner)), api, owner, now };
  };
  const dropCache = async () => {
    const owner = session.lastOwner();
    if (owner) await clearRefetchable(openCache(ownerKeyOf(owner)));
  };
  const runner = createRunner({
    context,
    owner: session.owner,
    maySteal: () => true,
    timer: (act, delayMs) => time.later(() => browserContext.deliver(act), delayMs),
    async afterPass() {
      const pull = pulls();
      // The cache may be dropped under a refresh, by a sign-out: there is nothing to refresh then.
      if (pull) await pullConfirmed(pull).catch(unlessDropped);
    },
  });
  return {
    browserContext,
    auth,
    db,
    session,
    runner,
    dropCache,
    outbox: createOutbox({ db, kinds, now, makeRoom: dropCache }),
    /** Fetches what the rules look at: the whole book, and the newest requests. */
    async pull(): Promise<boolean> {
      const pull = pulls();
      if (!pull || !(await joinPullBook(pull)).ok) return false;
      return (await pullRequests(pull, 'all', 1)).ok;
    },
  };
}

/** What the service worker does when the browser wakes it: one pass, without local storage, never stealing. */
export async function drainInWorker(ports: Ports): Promise<void> {
  const db = onDisk(ports.factory, () => new OutboxDb());
  const auth = workerAuthStore(db);
  const { isLoggedIn, subject } = await auth.latest();
  const { context } = connectTo(ports, db, auth);
  if (isLoggedIn && subject !== null) await drain(context, { apiOrigin: API_ORIGIN, userId: subject });
  db.close();
}

function connectTo(
  { browserContext, fetch, withLock, time, random, saysKeyed, busy }: Ports,
  db: OutboxDb,
  auth: Parameters<typeof createApi>[0]['auth'],
) {
  const send = createTransport({
    origin: API_ORIGIN,
    zone: ZONE,
    sendsKeys: true,
    isKeyed: async () => saysKeyed || isKeyed(db, API_ORIGIN),
    fetch,
  });
  const transport: Transport = (...call) => {
    busy(1);
    return send(...call).finally(() => busy(-1));
  };
  const api = createApi({ ...IDENTITY, transport, auth, withLock });
  const context: DrainContext = {
    db,
    api,
    saysKeyed,
    kinds,
    now: time.device,
    random,
    withLock,
  };
  return { api, transport, context, browserContext };
}

/** Local storage as a context reaches it: nothing that a dead one writes is kept. */
function storageOf(browserContext: BrowserContext, storage: KeyValueStorage) {
  return localAuthStore({
    getItem: key => storage.getItem(key),
    setItem: (key, value) => (browserContext.isDead() ? undefined : storage.setItem(key, value)),
    removeItem: key => (browserContext.isDead() ? undefined : storage.removeItem(key)),
  });
}

function unlessDropped(cause: { name?: string }): void {
  if (cause.name !== 'DatabaseClosedError') throw cause;
}
