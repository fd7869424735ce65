import { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { toWallClock } from '#kit/date.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import { type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import type { PullContext } from '#sync/pull.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type Device, useDevice } from './device-context.ts';
import { useSession } from './session.ts';
import { type SharedReading, shareReading } from './shared-reading.ts';

/** What a reader of the device's data gets; features' `offline/` readers take a part of it. */
export type LocalContext = ReadContext & { owner: Owner };

/** Builds the readers' context from the device and the last owner; null while nobody was ever signed in. */
export function localContext(device: Device, held: boolean): LocalContext | null {
  const owner = device.session.lastOwner();
  if (!owner) return null;
  const ownerKey = ownerKeyOf(owner);
  const { db, kinds, now, config } = device;
  const wallClock = (instantMs: number) => toWallClock(instantMs, config.zone);
  return { db, cache: device.cacheOf(ownerKey), kinds, owner, ownerKey, held, now, wallClock };
}

/** A live reading of this device's data: undefined until it is there, then always current. */
export function useLocal<Value>(query: Query<Value>, dependencies: readonly unknown[]): Value | undefined {
  const device = useDevice();
  const { held, user, actorId } = useSession();
  return useObservable(
    () => readingOf(device, held, query),
    [device, held, user?.id, actorId, ...dependencies],
  );
}

/** Something that a screen reads of this device. */
export type Query<Value> = (context: LocalContext) => Promise<Value>;

function readLive<Value>(device: Device, held: boolean, query: Query<Value>) {
  // `async` matters: Dexie follows a native async function to its end, but loses sight of what another one reads
  // after a few awaits, and the screen would never hear of a change.
  return liveQuery(async () => withCache(() => localContext(device, held), query));
}

type Shared = { device: Device; held: boolean; ownerKey: string | null; reading: SharedReading<unknown> };

const shared = new WeakMap<Query<unknown>, Shared>();

/**
 * The reading that all share who read the same at the same time: its query is known by its function. What each screen
 * shows of the outbox would else be read several times at each save.
 */
function readingOf<Value>(device: Device, held: boolean, query: Query<Value>) {
  const owner = device.session.lastOwner();
  const ownerKey = owner && ownerKeyOf(owner);
  const found = shared.get(query);
  if (
    found?.device === device &&
    found.held === held &&
    found.ownerKey === ownerKey &&
    !found.reading.hasEnded()
  )
    return found.reading as SharedReading<Value | undefined>; // of this query
  const reading = shareReading(readLive(device, held, query));
  shared.set(query, { device, held, ownerKey, reading });
  return reading;
}

/**
 * Begins to read before anything is drawn: a component that reads the same has it in its first commit. Resolves as
 * `hasBegun` does.
 */
export async function readAhead(device: Device, query: Query<unknown>): Promise<void> {
  if (device.session.owner()) await readingOf(device, false, query).hasBegun;
}

/**
 * Runs `work` on an owner's cache; undefined when nobody is signed in. A cache that was dropped or broken
 * during the work is opened again once, for the owner of that moment: none after a sign-out.
 */
export async function withCache<Context extends { cache: CacheDb }, Value>(
  open: () => Context | null,
  work: (context: Context) => Promise<Value>,
): Promise<Value | undefined> {
  const context = open();
  try {
    return context ? await work(context) : undefined;
  } catch (error) {
    if (!(await context?.cache.dropIfUnreadable(error))) throw error;
    const again = open();
    return again ? work(again) : undefined;
  }
}

/** What a feature's pulls need; null while nobody is signed in. */
export function usePullContext(): PullContext | null {
  const device = useDevice();
  const { user, actorId } = useSession();
  const userId = user?.id;
  const owner = userId === undefined ? null : device.session.lastOwner();
  const cache = owner && device.cacheOf(ownerKeyOf(owner));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the device tells the owner, these tell that it has changed
  return useMemo(() => pullContext(device, owner), [device, userId, actorId, cache]);
}

export function pullContext(device: Device, owner: Owner | null): PullContext | null {
  const { db, api, now } = device;
  return owner && { db, cache: device.cacheOf(ownerKeyOf(owner)), api, owner, now };
}
