import { failure, type Result, success } from '#kit/result.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { loadResolver } from './id-map.ts';
import { retryOnQuota, type StorageRefusal } from './retry-on-quota.ts';
import { findTap, movedTo } from './taps.ts';

/** Why an entry could not come back: `orphaned`: what it refers to has been deleted meanwhile. */
export type RestoreRefusal = StorageRefusal | { reason: 'orphaned' };

/**
 * Takes back the deletion of an entry: the same id, the same place in the queue. Asked twice, or once it is there
 * anyway, it changes nothing. Beside what its form has saved since in another window it gets another id ([S32]).
 */
export async function restoreEntry(
  db: OutboxDb,
  makeRoom: () => Promise<void>,
  entry: Entry,
): Promise<Result<null, RestoreRefusal>> {
  return retryOnQuota<null, RestoreRefusal>(db, makeRoom, () =>
    db.transaction('rw', db.entries, db.idMap, async () => {
      const place = await findTap(db, entry.id, entry.hash);
      if (place.entry) return success(null);
      if (await isOrphaned(db, entry)) return failure({ reason: 'orphaned' });
      await db.entries.add(movedTo(entry, place.id));
      return success(null);
    }),
  );
}

/** A reference that neither the server nor the queue knows would be waited for in vain. */
export async function isOrphaned(db: OutboxDb, { refs }: Pick<Entry, 'refs'>): Promise<boolean> {
  const resolve = await loadResolver(db, refs);
  const open = refs.filter(ref => resolve(ref) === null);
  return (await db.entries.where('id').anyOf(open).count()) < open.length;
}
