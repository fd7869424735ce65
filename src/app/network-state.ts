import { getDefaultStore } from 'jotai';
import type { Problem } from '#api/problem.ts';
import { deviceClock, MINUTE_MS } from '#kit/clock.ts';
import { hasReached, networkAtom } from '#state/sync.ts';

/** What is older than this is fetched again when the app comes to the front. */
const STALE_MS = 5 * MINUTE_MS;

/** Remembers what the last call has shown of the way to the backend. */
export function noteNetwork(problem: Problem | null): void {
  getDefaultStore().set(networkAtom, previous => ({
    reachable: hasReached(problem),
    lastSyncAt: problem === null ? deviceClock() : previous.lastSyncAt,
  }));
}

/** The browser says that there is no network; that much may be believed. */
export function noteOffline(): void {
  getDefaultStore().set(networkAtom, previous => ({ ...previous, reachable: false }));
}

/** Whether the last successful exchange is long enough ago to ask again. */
export function isStale(): boolean {
  const { lastSyncAt } = getDefaultStore().get(networkAtom);
  return lastSyncAt === null || deviceClock() - lastSyncAt > STALE_MS;
}

/** [S22] Some call has got through after others had not: that says more than the browser's own events. */
export function whenReachableAgain(listener: () => void): void {
  const store = getDefaultStore();
  let wasReachable = store.get(networkAtom).reachable;
  store.sub(networkAtom, () => {
    const { reachable } = store.get(networkAtom);
    if (reachable && !wasReachable) listener();
    wasReachable = reachable;
  });
}
