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
import type { Runner } from '#sync/runner.ts';
import type { Session } from '#sync/session.ts';

/** The authentication store of a page: it tells when this tab or another has changed it. */
export type ObservableAuth = AuthStore & { subscribe(onChange: () => void): () => void };

/** Everything below the floor of React, built once by app/start-sync. */
export type Services = {
  config: RuntimeConfig;
  now: Clock;
  kinds: Kinds;
  db: OutboxDb;
  auth: ObservableAuth;
  api: Api;
  session: Session;
  outbox: Outbox;
  drafts: Drafts;
  runner: Runner;
  /** The cache database of an owner, opened once. */
  cacheOf(ownerKey: string): CacheDb;
  /** After a save: asks for persistent storage and for Background Sync. */
  afterSave(): void;
  /** Fetches everything that a promoter needs in the field; the problem says why not all of it came. */
  refresh(): Promise<Problem | null>;
};

const Context = createContext<Services | null>(null);
export const ServicesProvider = Context.Provider;

/** The services of this page. */
export function useServices(): Services {
  const services = useContext(Context);
  if (!services) throw new Error('useServices needs a ServicesProvider above it');
  return services;
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
