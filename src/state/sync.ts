import { atom, useAtomValue } from 'jotai';
import { useCallback } from 'react';
import type { Problem } from '#api/problem.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { readLive } from '#sync/live-entries.ts';
import { type OutboxSummary, summarise } from '#sync/summary.ts';
import { useDevice } from './device.ts';
import { useLocal } from './local.ts';

/** What the page knows of the way to the backend; written by app/start-sync after each pass and pull. */
export type Network = { reachable: boolean; lastSyncAt: number | null };

/** `navigator.onLine` is a hint at most; this is what calls have shown. */
export const networkAtom = atom<Network>({ reachable: true, lastSyncAt: null });

export type SyncSummary = OutboxSummary & Network;

const EMPTY: OutboxSummary = {
  pending: 0,
  sending: 0,
  checking: 0,
  failed: 0,
  held: 0,
  total: 0,
  oldestAt: null,
};

/** What the sync widget, the badge and the title show; live over all tabs. */
export function useSyncSummary(): SyncSummary {
  const network = useAtomValue(networkAtom);
  const counts = useLocal(
    ({ db, kinds, ownerKey, held, now }) => summarise(db, kinds, ownerKey, held, now()),
    [],
  );
  // Before the first exchange of this start the book knows when the last one was.
  const bookAt = useLocal(async ({ cache }) => (await cache.marks.get('book'))?.at ?? null, []);
  const lastSyncAt = network.lastSyncAt ?? bookAt ?? null;
  return { ...(counts ?? EMPTY), reachable: network.reachable, lastSyncAt };
}

/** Sends at once, whatever back-off says. */
export function useSendNow(): () => Promise<void> {
  const { runner } = useDevice();
  return useCallback(() => runner.wake('button'), [runner]);
}

/** Fetches everything that a promoter needs in the field; the problem says why not all of it came. */
export function useRefresh(): () => Promise<Problem | null> {
  const { refresh } = useDevice();
  return refresh;
}

/** Everything unsent as text, for keeping it outside this device: nothing the user saved can be lost for good. */
export function useExportUnsent(): () => Promise<string> {
  const { db, session } = useDevice();
  return useCallback(async () => {
    const owner = session.lastOwner();
    const entries = owner ? await readLive(db, ownerKeyOf(owner)) : [];
    const told = entries.map(({ kind, payload, state, firstAt, error }) => ({
      kind,
      payload,
      state,
      firstAt,
      error,
    }));
    return JSON.stringify(told, null, 2);
  }, [db, session]);
}
