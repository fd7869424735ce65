import { getDefaultStore } from 'jotai';
import { createApi } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import { createTransport } from '#api/transport.ts';
import type { RuntimeConfig } from '#contract/runtime.ts';
import { kinds, pullAll, pullConfirmed } from '#features/offline.ts';
import { deviceClock, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { type Exclusively, memoryLocks } from '#kit/locks.ts';
import { pullContext } from '#state/local.ts';
import { cacheOpener, type Services } from '#state/services.ts';
import { networkAtom } from '#state/sync.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createDrafts } from '#sync/drafts.ts';
import { createOutbox } from '#sync/outbox.ts';
import { createRunner } from '#sync/runner.ts';
import { createSession } from '#sync/session.ts';
import { webLocks } from '#sync/web-locks.ts';
import { observableAuth } from './observable-auth.ts';

/** What is older than this is fetched again when the app comes to the front. */
const STALE_MS = 5 * MINUTE_MS;
/** How often a visible tab looks whether the drainer has frozen. */
const WATCH_MS = 30 * SECOND_MS;

/** What the shell tells the user, and the worker to the page, about sync. */
export type SyncHooks = {
  /** After each pass: something may have been confirmed or refused. */
  onPass: (services: Services) => Promise<void>;
  /** [S22] Asks the browser to wake the app when there is a network. */
  requestBackgroundSync: () => void;
};

/** Builds everything below React and starts to drain and to refresh. */
export function startSync(config: RuntimeConfig, hooks: SyncHooks): Services {
  const services = buildServices(config, hooks);
  listen(services);
  void services.runner.wake('start');
  void refresh(services);
  return services;
}

function buildServices(config: RuntimeConfig, hooks: SyncHooks): Services {
  const auth = observableAuth();
  const exclusively: Exclusively = 'locks' in navigator ? webLocks : memoryLocks();
  const sameOrigin = config.apiOrigin === '' || config.apiOrigin === window.location.origin;
  const transport = createTransport({
    origin: config.apiOrigin,
    zone: config.zone,
    sendsKeys: sameOrigin || config.idempotency,
  });
  const identity = { clientId: config.clientId, clientSecret: config.clientSecret };
  const api = createApi({ ...identity, transport, auth, exclusively });
  const db = new OutboxDb();
  const now = deviceClock;
  const { apiOrigin } = config;
  const session = createSession({ ...identity, api, transport, auth, db, apiOrigin, exclusively, now });
  const cacheOf = cacheOpener();
  const services: Services = {
    ...{ config, now, kinds, db, auth, api, session, cacheOf },
    drafts: createDrafts(db, now),
    outbox: createOutbox({ db, kinds, now, makeRoom: () => makeRoom(services) }),
    runner: createRunner({
      context: { db, api, kinds, now, random: Math.random, exclusively },
      owner: session.owner,
      timer(callback, delayMs) {
        const timer = window.setTimeout(callback, delayMs);
        return () => window.clearTimeout(timer);
      },
      maySteal: () => document.visibilityState === 'visible',
      async afterPass({ problem, sent }) {
        if (sent > 0 || problem) noteNetwork(problem);
        await hooks.onPass(services);
        const context = pullContext(services, session.owner()?.userId ?? null);
        if (context) await pullConfirmed(context);
      },
    }),
    afterSave() {
      hooks.requestBackgroundSync();
      // [S8] Asked at the first save, when the browser is most willing; the outbox screen shows the answer.
      void navigator.storage?.persist?.();
    },
    refresh: () => refresh(services),
  };
  return services;
}

/** [S6] What can be fetched again makes room for what cannot. */
async function makeRoom(services: Services): Promise<void> {
  const context = pullContext(services, services.session.lastOwner()?.userId ?? null);
  await context?.cache.requests.clear();
  await context?.cache.requestLists.clear();
  await context?.cache.contacts.clear();
  await context?.cache.marks.clear();
}

/** Remembers what the last call has shown of the way to the backend. */
function noteNetwork(problem: Problem | null): void {
  const reachable = problem === null || (problem.kind !== 'offline' && problem.kind !== 'timeout');
  getDefaultStore().set(networkAtom, previous => ({
    reachable,
    lastSyncAt: problem === null ? deviceClock() : previous.lastSyncAt,
  }));
}

/** [S22] The moments at which there may be something to send, or something new to fetch. */
function listen(services: Services): void {
  const { runner, auth } = services;
  let epoch = auth.read().epoch;
  auth.subscribe(() => {
    const next = auth.read();
    if (next.epoch === epoch || !next.isLoggedIn) return;
    epoch = next.epoch;
    void runner.wake('start');
    void refresh(services);
  });
  window.addEventListener('online', () => {
    void runner.wake('online');
    void refresh(services);
  });
  window.addEventListener('offline', () => noteOffline());
  window.addEventListener('pageshow', ({ persisted }) => persisted && void runner.wake('visible'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void runner.wake('visible');
    const { lastSyncAt } = getDefaultStore().get(networkAtom);
    if (lastSyncAt === null || deviceClock() - lastSyncAt > STALE_MS) void refresh(services);
  });
  window.setInterval(() => void runner.watch(), WATCH_MS);
}

function noteOffline(): void {
  getDefaultStore().set(networkAtom, previous => ({ ...previous, reachable: false }));
}

/** Fetches the book, the reference lists and the newest requests; what cannot be fetched stays as it was. */
export async function refresh(services: Services): Promise<Problem | null> {
  const context = pullContext(services, services.session.owner()?.userId ?? null);
  if (!context) return null;
  const pulled = await pullAll(context);
  noteNetwork(pulled.ok ? null : pulled.problem);
  return pulled.ok ? null : pulled.problem;
}
