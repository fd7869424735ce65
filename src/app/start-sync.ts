import { kinds } from '#features/queued-kinds.ts';
import { deviceClock, SECOND_MS } from '#kit/clock.ts';
import { cacheOpener, type Device, type DeviceSync } from '#state/device.ts';
import { isStale, noteOffline, whenReachableAgain } from '#state/sync.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createDrafts } from '#sync/drafts.ts';
import { readKnownUser } from '#sync/known-user.ts';
import { ownersOf } from '#sync/owners.ts';
import type { LoadedConfig } from './load-config.ts';
import { observableAuth } from './observable-auth.ts';

/** How often a visible tab checks whether the drainer has frozen. */
const WATCH_MS = 30 * SECOND_MS;

/** Opens what the screens read, and starts to drain and to refresh once the device sync is loaded. */
export async function startSync(config: LoadedConfig, sendLater: Device['sendLater']): Promise<Device> {
  const device = await openDevice(config, sendLater);
  listen(device);
  void device.sendAndFetch('start');
  return device;
}

async function openDevice(config: LoadedConfig, sendLater: Device['sendLater']): Promise<Device> {
  const db = new OutboxDb();
  const auth = await observableAuth(db);
  const owners = ownersOf(auth, config.known.apiOrigin);
  const cacheOf = cacheOpener();
  let loading: Promise<DeviceSync> | null = null;
  const engine = () => {
    // The backend is called with the newest configuration.
    loading ??= Promise.all([import('./device-sync.ts'), config.fresh]).then(
      ([{ createDeviceSync }, fresh]) => createDeviceSync({ ...device, config: fresh }),
    );
    return loading;
  };
  const device: Device = {
    config: config.known,
    now: deviceClock,
    kinds,
    db,
    auth,
    drafts: createDrafts(db, deviceClock),
    cacheOf,
    ...throughEngine(engine, owners, db),
    appCached: navigator.serviceWorker?.ready ?? new Promise(() => {}),
    sendLater,
    afterSave() {
      sendLater();
      // [S8] Asked at the first save, when the browser is most willing; the outbox screen shows the answer.
      void navigator.storage?.persist?.();
    },
  };
  return device;
}

/** The methods of the device sync: each call waits until its chunk is loaded. */
function throughEngine(
  engine: () => Promise<DeviceSync>,
  { owner, lastOwner }: ReturnType<typeof ownersOf>,
  db: OutboxDb,
): DeviceSync {
  // An impersonated session that has ended keeps its screens.
  const mayEnter = () => owner() !== null || lastOwner()?.actorId !== undefined;
  return {
    api: { call: async (...request) => (await engine()).api.call(...request) },
    session: {
      owner,
      lastOwner,
      cachedUser: async () => (await readKnownUser(db, lastOwner())) ?? (await engine()).session.cachedUser(),
      signIn: async (email, password) => (await engine()).session.signIn(email, password),
      enter: async () => (mayEnter() ? (await engine()).session.enter() : { state: 'out' }),
      loginAs: async userId => (await engine()).session.loginAs(userId),
      comeBack: async () => (await engine()).session.comeBack(),
      signOut: async unsent => (await engine()).session.signOut(unsent),
    },
    outbox: {
      enqueue: async (...saved) => (await engine()).outbox.enqueue(...saved),
      enqueueAll: async (...saved) => (await engine()).outbox.enqueueAll(...saved),
      correct: async (...corrected) => (await engine()).outbox.correct(...corrected),
      retry: async id => (await engine()).outbox.retry(id),
      discard: async (...given) => (await engine()).outbox.discard(...given),
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
