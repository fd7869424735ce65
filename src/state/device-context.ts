import { createContext, useContext } from 'react';
import type { Api } from '#api/api.ts';
import type { AuthStore } from '#api/auth-state.ts';
import type { Problem } from '#api/problem.ts';
import type { RuntimeConfig } from '#contract/runtime.ts';
import type { Clock } from '#kit/clock.ts';
import { CacheDb } from '#storage/cache-db.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import type { Drafts } from '#sync/drafts.ts';
import type { Kinds } from '#sync/kind.ts';
import type { Outbox } from '#sync/outbox.ts';
import type { Runner, Trigger } from '#sync/runner.ts';
import type { Session } from '#sync/session.ts';

/** The authentication store of a page: it tells when this tab or another has changed it. */
export type ObservableAuth = AuthStore & { subscribe(onChange: () => void): () => void };

/** What writes, sends and fetches; loaded after the first paint. */
export type DeviceSync = {
  api: Api;
  session: Session;
  outbox: Outbox;
  runner: Pick<Runner, 'wake' | 'watch'>;
  /** Fetches everything that a promoter needs in the field; the problem says why not all of it came. */
  refresh(): Promise<Problem | null>;
  /** Sends what waits, then fetches; while data is saved only what is missing. */
  sendAndFetch(trigger: Trigger): Promise<void>;
};

/** What screens use of this device; built once by app/start. */
export type Device = DeviceSync & {
  config: RuntimeConfig;
  now: Clock;
  kinds: Kinds;
  db: OutboxDb;
  auth: ObservableAuth;
  drafts: Drafts;
  /** The cache database of an owner, opened once. */
  cacheOf(ownerKey: string): CacheDb;
  /** Resolves once the app's own files are on this device; never where the browser has no service worker. */
  appCached: Promise<unknown>;
  /** After a save: asks for persistent storage and for Background Sync. */
  afterSave(): void;
  /** [S22] Asks the browser to send as soon as there is a network, also when the app has been closed by then. */
  sendLater(): void;
};

const Context = createContext<Device | null>(null);
export const DeviceProvider = Context.Provider;

export function useDevice(): Device {
  const device = useContext(Context);
  if (!device) throw new Error('useDevice needs a DeviceProvider above it');
  return device;
}

/** Opens each owner's cache once; one that was dropped meanwhile is opened anew. */
export function cacheOpener(): (ownerKey: string) => CacheDb {
  const open = new Map<string, CacheDb>();
  return ownerKey => {
    const known = open.get(ownerKey);
    if (known && !known.abandoned) return known;
    const cache = new CacheDb(ownerKey);
    open.set(ownerKey, cache);
    return cache;
  };
}
