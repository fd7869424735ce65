import * as v from 'valibot';
import { createApi } from '#api/api.ts';
import { type KeyValueStorage, localAuthStore } from '#api/auth-state.ts';
import { createTransport } from '#api/transport.ts';
import { noContactTexts } from '#contract/contact-fields.ts';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { kinds, pullAll, pullConfirmed } from '#features/offline.ts';
import { toWallClock } from '#kit/date.ts';
import { newId } from '#kit/ids.ts';
import { memoryLocks, type WithLock } from '#kit/locks.ts';
import { CacheDb } from '#storage/cache-db.ts';
import { type Entry, OutboxDb, ownerKeyOf } from '#storage/outbox-db.ts';
import { isKeyed } from '#sync/control-rows.ts';
import { createDrafts, draftsAt, newestFirst } from '#sync/drafts.ts';
import { drain, type PassResult } from '#sync/drain.ts';
import type { DrainContext } from '#sync/drain-context.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { PullContext } from '#sync/pull.ts';
import { createRunner } from '#sync/runner.ts';
import { createSession } from '#sync/session.ts';
import { createNetwork, type Network } from './network.ts';

const ZONE = 'Europe/Moscow';

/** What outlives a crash: the disk, and the time of day. */
export type PhoneOptions = {
  name: string;
  storage: KeyValueStorage;
  clock: { now: number };
  network: Network;
  /** Tabs of one running browser share their locks; a crash loses them. */
  locks: WithLock;
  clientSecret: string;
};

export type Phone = Awaited<ReturnType<typeof startPhone>>;

/** A new phone on that network, nobody signed in. Its databases are its own. */
export async function createPhone(
  network: Network,
  { clientSecret, now }: { clientSecret: string; now: number },
): Promise<Phone> {
  const values = new Map<string, string>();
  const storage: KeyValueStorage = {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  };
  return startPhone({ name: newId(), storage, clock: { now }, network, locks: memoryLocks(), clientSecret });
}

/** A phone on which somebody has signed in, on Friday noon in Moscow; its network is up. */
export async function signedInPhone(
  backend: Parameters<typeof createNetwork>[0] = () => Response.json({}, { status: 503 }),
): Promise<Phone> {
  const now = Date.parse('2026-11-20T09:00:00Z');
  const phone = await createPhone(createNetwork(backend), { clientSecret: 'secret', now });
  phone.auth.write({ ...phone.auth.read(), isLoggedIn: true, subject: 1, epoch: 'e', accessToken: 'a' });
  return phone;
}

/** Opens the app on a handset: the real engine over fake-indexeddb; only time, network and locks are the test's. */
async function startPhone(options: PhoneOptions) {
  const identity = { clientId: '2', clientSecret: options.clientSecret };
  const { network, storage, clock, locks: withLock } = options;
  const apiOrigin = `http://${options.name}.test`;
  const now = () => clock.now;
  const auth = localAuthStore(storage, now);
  const db = new OutboxDb(`outbox-${options.name}`);
  const transport = createTransport({
    origin: 'http://server.test',
    zone: ZONE,
    sendsKeys: true,
    isKeyed: () => isKeyed(db, apiOrigin),
    fetch: network.fetch,
  });
  const api = createApi({ ...identity, transport, auth, withLock });
  const session = createSession({ ...identity, api, transport, auth, db, apiOrigin, withLock, now });
  const outbox = createOutbox({ db, kinds, now, makeRoom: async () => {} });
  const context: DrainContext = {
    db,
    api,
    saysKeyed: false,
    kinds,
    now,
    random: () => 0.5,
    withLock,
  };

  const owner = () => {
    const last = session.lastOwner();
    if (!last) throw new Error('Sign in first');
    return last;
  };
  const ownerKey = () => ownerKeyOf(owner());
  const caches = new Map<string, CacheDb>();
  const openCache = () => {
    const known = caches.get(ownerKey());
    if (known && !known.abandoned) return known;
    const opened = new CacheDb(ownerKey());
    caches.set(ownerKey(), opened);
    return opened;
  };
  const pulls = (): PullContext => ({ db, cache: openCache(), api, owner: owner(), now });

  return {
    handset: options,
    network,
    clock,
    auth,
    transport,
    api,
    db,
    session,
    outbox,
    context,
    drafts: {
      ...createDrafts(db, now),
      /** The newest draft of a form. */
      read: async (place: string) => newestFirst(await draftsAt(db, place)).at(0),
    },
    pulls,
    runner: createRunner({
      context,
      owner: session.owner,
      timer: callback => {
        queueMicrotask(callback);
        return () => {};
      },
      maySteal: () => true,
      afterPass: async () => {},
    }),
    /** What screens read. */
    book: () => ({
      db,
      cache: openCache(),
      kinds,
      owner: owner(),
      ownerKey: ownerKey(),
      held: !auth.read().isLoggedIn,
      now,
      wallClock: (instant: number) => toWallClock(instant, ZONE),
    }),
    signIn: async (email: string, password: string) => {
      const signed = await session.signIn(email, password);
      if (!signed.ok) throw new Error(`Sign-in failed: ${JSON.stringify(signed.problem)}`);
      return signed.value;
    },
    /** Saves something, and fails the test if the handset refuses. */
    save: async (kind: string, payload: unknown, id = newId()): Promise<Entry> => {
      const saved = await outbox.enqueue(owner(), { id, kind, payload });
      if (!saved.ok || !saved.value) throw new Error(`Not saved: ${JSON.stringify(saved)}`);
      return saved.value;
    },
    /** Saves a contact past the outbox, as another handset of the same promoter would; its id on the server. */
    rawSave: async (values: ContactValues): Promise<number> => {
      const { outgoing } = kinds['contact.create'] ?? {};
      const sent = outgoing?.(values, () => null, false);
      const answer = sent ? await api.call(sent.endpoint, sent.input) : null;
      if (!answer?.ok) throw new Error(`Not saved: ${JSON.stringify(answer)}`);
      return v.parse(v.object({ id: v.number() }), answer.value.value).id;
    },
    /** One pass, then the refresh of what it confirmed, as the app does it. */
    drain: async (): Promise<PassResult> => {
      const result = await drain(context, owner());
      await pullConfirmed(pulls());
      return result;
    },
    pullAll: () => pullAll(pulls()),
    entry: async (id: string) => {
      const entry = await db.entries.where('id').equals(id).first();
      if (!entry) throw new Error(`No entry ${id}`);
      return entry;
    },
    entries: () => db.entries.orderBy('seq').toArray(),
    /** Lets time pass. */
    pass(milliseconds: number) {
      clock.now += milliseconds;
    },
    /** Another tab of the same browser. */
    openTab: () => startPhone(options),
    /** Kills the browser and opens the app again: the disk stays, whatever ran is gone and never hears anything. */
    crash: async () => {
      db.close();
      for (const cache of caches.values()) cache.close();
      return startPhone({ ...options, locks: memoryLocks() });
    },
  };
}

export const anna: ContactValues = {
  ...noContactTexts,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

const boris: ContactValues = { ...noContactTexts, first_name: 'Борис', phones: ['0005550101'] };

export const samples = { anna, boris };
