import { failure, type Result } from '#kit/result.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';

/** Why the device could not keep something: `full` no space, `outdated` a newer version of the app runs in another tab. */
export type StorageRefusal = { reason: 'full' } | { reason: 'outdated' };

/**
 * Runs a write. [S6] When the disk is full, rebuildable rows make room and the write is tried once more.
 * [S7] When a newer version of the app has taken the database over, the refusal says so.
 */
export async function retryOnQuota<Value, Refusal>(
  db: OutboxDb,
  makeRoom: () => Promise<void>,
  write: () => PromiseLike<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | StorageRefusal>> {
  try {
    return await write();
  } catch (cause) {
    if (db.outdated) return failure({ reason: 'outdated' });
    if (!isQuotaFailure(cause)) throw cause;
  }
  await makeRoom();
  try {
    return await write();
  } catch (cause) {
    if (isQuotaFailure(cause)) return failure({ reason: 'full' });
    throw cause;
  }
}

/** Dexie wraps the browser's error, sometimes as the reason of an aborted transaction. */
function isQuotaFailure(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { name, inner } = cause as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || isQuotaFailure(inner);
}
