import type { RuntimeConfig } from '#contract/runtime.ts';
import { kinds } from '#features/queued-kinds.ts';
import { deviceClock, SECOND_MS } from '#kit/clock.ts';
import { cacheOpener, type Device, type Engine } from '#state/device.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { readCachedUser } from '#sync/cached-user.ts';
import { createDrafts } from '#sync/drafts.ts';
import { ownersOf } from '#sync/owners.ts';
import { isStale, noteOffline, whenReachableAgain } from './network-state.ts';
import { observableAuth } from './observable-auth.ts';

/** How often a visible tab looks whether the drainer has frozen. */
const WATCH_MS = 30 * SECOND_MS;

/** [S22] Asks the browser to wake the app when there is a network. */
type RequestBackgroundSync = () => void;

/** Opens what the screens read at once, and starts to drain and to refresh with an engine that is loaded after. */
export async function startSync(
  config: RuntimeConfig,
  requestBackgroundSync: RequestBackgroundSync,
): Promise<Device> {
  const device = await openDevice(config, requestBackgroundSync);
  listen(device);
  void device.sendAndFetch('start');
  return device;
}

async function openDevice(
  config: RuntimeConfig,
  requestBackgroundSync: RequestBackgroundSync,
): Promise<Device> {
  const db = new OutboxDb();
  const auth = await observableAuth(db);
  const owners = ownersOf(auth, config.apiOrigin);
  let loading: Promise<Engine> | null = null;
  const engine = () => {
    loading ??= import('./engine.ts').then(({ buildEngine }) => buildEngine(device));
    return loading;
  };
  const device: Device = {
    ...{ config, now: deviceClock, kinds, db, auth, drafts: createDrafts(db, deviceClock) },
    ...{ cacheOf: cacheOpener(), ...throughEngine(engine, owners) },
    appKept: navigator.serviceWorker?.ready ?? new Promise(() => {}),
    afterSave() {
      requestBackgroundSync();
      // [S8] Asked at the first save, when the browser is most willing; the outbox screen shows the answer.
      void navigator.storage?.persist?.();
    },
  };
  return device;
}

/** What only the engine can do, under the same names: each call waits until it is loaded. */
function throughEngine(
  engine: () => Promise<Engine>,
  { owner, lastOwner }: ReturnType<typeof ownersOf>,
): Engine {
  return {
    api: { call: async (...request) => (await engine()).api.call(...request) },
    session: {
      ...{ owner, lastOwner, cachedUser: () => readCachedUser(lastOwner()) },
      signIn: async (email, password) => (await engine()).session.signIn(email, password),
      enter: async () => (owner() ? (await engine()).session.enter() : { state: 'out' }),
      signOut: async unsent => (await engine()).session.signOut(unsent),
    },
    outbox: {
      enqueue: async (...saved) => (await engine()).outbox.enqueue(...saved),
      correct: async (...corrected) => (await engine()).outbox.correct(...corrected),
      retry: async id => (await engine()).outbox.retry(id),
      discard: async id => (await engine()).outbox.discard(id),
      answer: async (...given) => (await engine()).outbox.answer(...given),
    },
    runner: {
      // With nobody signed in there is nothing to send, and nothing to load for it.
      wake: async trigger => (owner() ? (await engine()).runner.wake(trigger) : undefined),
      watch: async () => (owner() ? (await engine()).runner.watch() : undefined),
    },
    refresh: async () => (owner() ? (await engine()).refresh() : null),
    sendAndFetch: async trigger => (owner() ? (await engine()).sendAndFetch(trigger) : undefined),
  };
}

/** [S22] The moments at which there may be something to send, or something new to fetch. */
function listen({ runner, auth, sendAndFetch }: Device): void {
  let epoch = auth.read().epoch;
  auth.subscribe(() => {
    const next = auth.read();
    if (next.epoch === epoch || !next.isLoggedIn) return;
    epoch = next.epoch;
    void sendAndFetch('start');
  });
  window.addEventListener('online', () => void sendAndFetch('online'));
  whenReachableAgain(() => void runner.wake('online'));
  if (!navigator.onLine) noteOffline();
  window.addEventListener('offline', noteOffline);
  window.addEventListener('pageshow', ({ persisted }) => persisted && void runner.wake('visible'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void (isStale() ? sendAndFetch('visible') : runner.wake('visible'));
  });
  window.setInterval(() => void runner.watch(), WATCH_MS);
}
