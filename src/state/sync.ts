import { useLiveQuery } from 'dexie-react-hooks';
import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { Problem } from '#api/problem.ts';
import { deviceClock, MINUTE_MS } from '#kit/clock.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { countOthers, type OutboxSummary, summarise } from '#sync/summary.ts';
import { useDevice } from './device-context.ts';
import { type LocalContext, useLocal } from './local.ts';

/** What the page knows of the way to the backend; written after each pass and pull. */
export type Network = { reachable: boolean; lastSyncAt: number | null };

/** `navigator.onLine` is a hint at most; this is what calls have shown. */
export const networkAtom = atom<Network>({ reachable: true, lastSyncAt: null });

/** What the last pass and the last fetch of everything ended with; null is a success. In this page's memory only. */
export type Exchange = { pass: Problem | null; fetch: Problem | null };

export const exchangeAtom = atom<Exchange>({ pass: null, fetch: null });

/** Remembers what one of them ended with. */
export function noteExchange(ended: Partial<Exchange>): void {
  getDefaultStore().set(exchangeAtom, before => ({ ...before, ...ended }));
}

/** Whether a call was answered by a server; null is a success. */
function hasReached(problem: Problem | null): boolean {
  return problem === null || (problem.kind !== 'offline' && problem.kind !== 'timeout');
}

/** Remembers whether a call was answered; null is a success. */
export function useNoteReachable(): (problem: Problem | null) => void {
  const setNetwork = useSetAtom(networkAtom);
  return useCallback(
    problem => {
      // Refused here, because nobody is signed in: nothing went over the network.
      if (problem?.kind === 'unauthenticated' && problem.status === 0) return;
      const reachable = hasReached(problem);
      setNetwork(before => (before.reachable === reachable ? before : { ...before, reachable }));
    },
    [setNetwork],
  );
}

/** `passProblem`: what keeps entries from going, also where the server can be reached. */
export type SyncSummary = OutboxSummary & Network & { passProblem: Problem | null };

const EMPTY: OutboxSummary = {
  pending: 0,
  sending: 0,
  checking: 0,
  failed: 0,
  question: 0,
  held: 0,
  total: 0,
  oldestAt: null,
};

const readCounts = ({ db, kinds, ownerKey, held, now }: LocalContext) =>
  summarise(db, kinds, ownerKey, held, now());

const readBookAt = async ({ cache }: LocalContext) => (await cache.marks.get('book'))?.at ?? null;

/** What the sync widget, the badge and the title show; live over all tabs. */
export function useSyncSummary(): SyncSummary {
  const network = useAtomValue(networkAtom);
  const { pass: passProblem } = useAtomValue(exchangeAtom);
  const counts = useLocal(readCounts, []);
  // Before the first exchange of this start the book knows when the last one was.
  const bookAt = useLocal(readBookAt, []);
  const lastSyncAt = network.lastSyncAt ?? bookAt ?? null;
  return { ...(counts ?? EMPTY), reachable: network.reachable, lastSyncAt, passProblem };
}

/** How many unsent entries this device keeps that are not of whoever works here: all, while nobody is signed in. */
export function useKeptForOthers(): number {
  const { db, session } = useDevice();
  const owner = session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  return useLiveQuery(() => countOthers(db, ownerKey), [db, ownerKey]) ?? 0;
}

/** Sends at once, whatever back-off says. */
export function useSendNow(): () => Promise<void> {
  const { runner } = useDevice();
  return useCallback(() => runner.wake('button'), [runner]);
}

/** What is older than this is fetched again when the app comes to the front. */
const STALE_MS = 5 * MINUTE_MS;

/** Remembers what the last call has shown of the way to the backend. */
export function noteNetwork(problem: Problem | null): void {
  getDefaultStore().set(networkAtom, previous => ({
    reachable: hasReached(problem),
    lastSyncAt: problem === null ? deviceClock() : previous.lastSyncAt,
  }));
}

/**
 * Remembers that some call was answered. One that was not says nothing here: it may have been cancelled. Whoever made it
 * knows that (`useNoteReachable`, `noteNetwork`).
 */
export function noteAnswer(problem: Problem | null): void {
  if (!hasReached(problem)) return;
  getDefaultStore().set(networkAtom, before => (before.reachable ? before : { ...before, reachable: true }));
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
