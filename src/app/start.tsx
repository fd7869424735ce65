import { type ReactElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { AUTH_STORAGE_KEY, localAuthStore } from '#api/auth-state.ts';
import { BASE, paths } from '#domain/paths.ts';
import { kinds } from '#features/queued-kinds.ts';
import { deviceClock, SECOND_MS } from '#kit/clock.ts';
import { deferred } from '#kit/deferred.ts';
import { once } from '#kit/once.ts';
import { isDataSaverOn } from '#state/data-saver.ts';
import {
  cacheOpener,
  type Device,
  DeviceProvider,
  type DeviceSync,
  type ObservableAuth,
} from '#state/device-context.ts';
import { keepInstallPrompt } from '#state/install.ts';
import { type Query, readAhead } from '#state/local.ts';
import { enterKnownUser } from '#state/session.ts';
import { isStale, noteOffline, whenReachableAgain } from '#state/sync.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createDrafts } from '#sync/drafts.ts';
import { readKnownUser } from '#sync/known-user.ts';
import { ownersOf } from '#sync/owners.ts';
import { restoreMirrored } from '#sync/session-mirror.ts';
import type { Elements } from '#ui/elements.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { App, Shell } from './app.tsx';
import { refreshOffset, restoreOffset } from './clock-offset.ts';
import { guardedHistory } from './leave-guard.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { preloadOfflineScreens, screenAt } from './routes.tsx';
import styles from './shell/shell.module.css';
import { texts } from './shell/texts.ts';
import { AUTH_KEY, readObject } from './stored-facts.ts';
import { offerUpdate } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

/**
 * Puts the page into `root`, or says why this browser cannot keep anything for it. Rejects when the page cannot be
 * shown, now or later; else it never ends.
 */
export async function start(root: HTMLElement): Promise<never> {
  const drawn = deferred();
  const page = await open(drawn.promise).catch(cause => {
    reportError(cause);
    return <NoStorage />;
  });
  return new Promise((_, onUncaughtError) =>
    createRoot(root, {
      onUncaughtError(cause) {
        // What waits is sent all the same.
        drawn.resolve();
        onUncaughtError(cause);
      },
    }).render(<Drawn onDrawn={drawn.resolve}>{page}</Drawn>),
  );
}

/** Tells when the first commit has been painted, and the browser has time. */
function Drawn({ onDrawn, children }: { onDrawn: () => void; children: Elements }) {
  useEffect(() => whenIdle(onDrawn), [onDrawn]);
  return children;
}

/** A private window of some browsers, or storage switched off: without it nothing could be promised. */
function NoStorage() {
  return (
    <main className={styles.inner}>
      <ErrorState title={texts.noStorage} onRetry={() => window.location.reload()}>
        {texts.noStorageWhy}
      </ErrorState>
    </main>
  );
}

/** The first commit waits no longer, e.g. for a screen over a slow network, or for a database that another tab writes to. */
const WAIT_MS = 2 * SECOND_MS;

/** What nobody waits for begins after `drawn`. */
async function open(drawn: Promise<void>): Promise<ReactElement> {
  keepInstallPrompt();
  restoreOffset();
  const isSignedIn = readObject(AUTH_KEY).isLoggedIn === true;
  const path = isSignedIn ? window.location.pathname.slice(BASE.length) : paths.login;
  const screen = screenAt(path) ?? screenAt(paths.dashboard);
  // Fetched while the device is opened. Whoever shows the screen says what went wrong, if anything did.
  const loading = Promise.all([
    screen?.query?.(),
    screen?.component.preload(),
    isSignedIn && Shell.preload(),
  ]).catch(() => null);
  // While the device is opened: the browser takes a moment to note the first address.
  const history = guardedHistory();
  const config = await loadConfig();
  const sendLater = () => void link().then(worker => worker.requestBackgroundSync(), reportError);
  const { device, loadSync } = await openDevice(config, drawn, sendLater);
  // What it shows comes from the server: not only what is saved waits for that code then.
  if (screen?.offline === 'needs-network') loadSync().catch(reportError);
  const link = once(() => linkWorker(device));
  listen(device);
  await Promise.race([firstScreen(device, loading, link), pause(WAIT_MS)]);
  void drawn.then(() => {
    import('#ui/form/hold-focus.ts').then(loaded => loaded.holdFocusWhilePressed(), reportError);
    goOn(device);
    void config.fetchFresh();
    refreshOffset(config.known.zone, device.now());
  });
  const linked = drawn.then(link);
  linked.catch(reportError);
  return (
    <DeviceProvider value={device}>
      <App history={history} link={linked} />
    </DeviceProvider>
  );
}

/** Resolves once the first screen can be drawn with all that it shows of this device. */
async function firstScreen(
  device: Device,
  loading: Promise<[Query<unknown> | undefined, ...unknown[]] | null>,
  link: () => Promise<WorkerLink>,
): Promise<void> {
  const [loaded] = await Promise.all([loading, enterKnownUser(device)]);
  const [query] = loaded ?? [];
  if (query) await readAhead(device, query);
  // It is the link that starts the page anew where an update on the server has taken the code away.
  if (!loaded) await link();
}

async function linkWorker({ runner }: Device): Promise<WorkerLink> {
  const { workerLink } = await import('./worker-link.ts');
  return workerLink({ onUpdate: offerUpdate, onWake: () => void runner.wake('sync') });
}

/** At a start and after each sign-in: sends and fetches, and loads the screens that may be opened without a network. */
function goOn({ session, sendAndFetch }: Device): void {
  void sendAndFetch('start');
  if (isDataSaverOn()) return;
  whenIdle(() => void (session.owner() ? preloadOfflineScreens() : Shell.preload().catch(reportError)));
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** How often a visible tab checks whether the drainer has frozen. */
const WATCH_MS = 30 * SECOND_MS;

/** Opens what the screens read; the rest is loaded after the first paint. */
async function openDevice(
  config: LoadedConfig,
  drawn: Promise<void>,
  sendLater: Device['sendLater'],
): Promise<{ device: Device; loadSync: () => Promise<DeviceSync> }> {
  const db = new OutboxDb();
  const auth = await observableAuth(db);
  const owners = ownersOf(auth, config.known.apiOrigin);
  const cacheOf = cacheOpener();
  const loadSync = once(async () => {
    // The backend is called with the newest configuration.
    const [{ createDeviceSync }, fresh] = await Promise.all([
      import('./device-sync.ts'),
      config.fetchFresh(),
    ]);
    return createDeviceSync({ ...device, config: fresh });
  });
  const device: Device = {
    config: config.known,
    now: deviceClock,
    kinds,
    db,
    auth,
    drafts: createDrafts(db, deviceClock),
    cacheOf,
    ...lazySync(loadSync, drawn, owners, db),
    appCached: navigator.serviceWorker?.ready ?? new Promise(() => {}),
    sendLater,
    afterSave() {
      sendLater();
      // [S8] Asked at the first save, when the browser is most willing; the outbox screen shows the answer.
      void navigator.storage?.persist?.();
    },
  };
  return { device, loadSync };
}

/** The methods of the device sync: each call waits until its chunk is loaded. */
function lazySync(
  loadSync: () => Promise<DeviceSync>,
  drawn: Promise<void>,
  { owner, lastOwner }: ReturnType<typeof ownersOf>,
  db: OutboxDb,
): DeviceSync {
  // An impersonated session that has ended keeps its screens.
  const mayEnter = () => owner() !== null || lastOwner()?.actorId !== undefined;
  return {
    api: { call: async (...request) => (await loadSync()).api.call(...request) },
    session: {
      owner,
      lastOwner,
      cachedUser: async () =>
        (await readKnownUser(db, lastOwner())) ?? (await loadSync()).session.cachedUser(),
      signIn: async (email, password) => (await loadSync()).session.signIn(email, password),
      async enter() {
        if (!mayEnter()) return { state: 'out' };
        await drawn;
        return (await loadSync()).session.enter();
      },
      loginAs: async userId => (await loadSync()).session.loginAs(userId),
      endImpersonation: async () => (await loadSync()).session.endImpersonation(),
      signOut: async unsent => (await loadSync()).session.signOut(unsent),
    },
    outbox: {
      enqueue: async (...saved) => (await loadSync()).outbox.enqueue(...saved),
      enqueueAll: async (...saved) => (await loadSync()).outbox.enqueueAll(...saved),
      correct: async (...corrected) => (await loadSync()).outbox.correct(...corrected),
      retry: async id => (await loadSync()).outbox.retry(id),
      discard: async (...given) => (await loadSync()).outbox.discard(...given),
      answer: async (...given) => (await loadSync()).outbox.answer(...given),
    },
    runner: {
      // With nobody signed in there is nothing to send, and nothing to load for it.
      wake: async trigger => (owner() ? (await loadSync()).runner.wake(trigger) : undefined),
      watch: async () => (owner() ? (await loadSync()).runner.watch() : undefined),
    },
    refresh: async () => (owner() ? (await loadSync()).refresh() : null),
    sendAndFetch: async trigger => (owner() ? (await loadSync()).sendAndFetch(trigger) : undefined),
  };
}

/** [S22] The moments at which there may be something to send, or something new to fetch. */
function listen(device: Device): void {
  const { runner, auth, sendAndFetch } = device;
  let epoch = auth.read().epoch;
  auth.subscribe(() => {
    const next = auth.read();
    if (next.epoch === epoch || !next.isLoggedIn) return;
    epoch = next.epoch;
    goOn(device);
  });
  window.addEventListener('online', () => void sendAndFetch('online'));
  whenReachableAgain(() => void (isStale() ? sendAndFetch('online') : runner.wake('online')));
  if (!navigator.onLine) noteOffline();
  window.addEventListener('offline', noteOffline);
  window.addEventListener('pageshow', ({ persisted }) => persisted && void runner.wake('visible'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void (isStale() ? sendAndFetch('visible') : runner.wake('visible'));
  });
  window.setInterval(() => void runner.watch(), WATCH_MS);
}

/** The authentication store of this page; subscribers hear of changes made here, in other tabs and by the worker. */
async function observableAuth(db: OutboxDb): Promise<ObservableAuth> {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const own = localAuthStore(window.localStorage);
  // Around the page's own copy, so that what it takes over from the worker is told as well.
  const store = await restoreMirrored(db, {
    ...own,
    write: state => own.write(state).then(notify),
    remove: () => own.remove().then(notify),
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === AUTH_STORAGE_KEY || key === null) notify();
  });
  return {
    ...store,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
