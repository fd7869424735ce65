import { requestChangeKey } from '#domain/request-change-key.ts';
import type { CacheDb, RequestRow, SeenRow } from './cache-db.ts';

type ReceivedRequest = Pick<RequestRow, 'id' | 'state_name' | 'paid'>;

function seenRow(request: ReceivedRequest): SeenRow {
  return { id: request.id, seen: requestChangeKey(request) };
}

/**
 * Records requests that are new to this device as seen: only later changes make them «Новое». To be called
 * inside the transaction that writes the requests, so that two tabs cannot both be first.
 */
export async function recordFirstSeen(cache: CacheDb, requests: readonly ReceivedRequest[]): Promise<void> {
  const known = await cache.seenRequests.bulkGet(requests.map(request => request.id));
  const first = requests.filter((_, at) => known[at] === undefined);
  await cache.seenRequests.bulkPut(first.map(seenRow));
}

/** The user has seen these requests as they are now. */
export async function markSeen(cache: CacheDb, requests: readonly ReceivedRequest[]): Promise<void> {
  await cache.seenRequests.bulkPut(requests.map(seenRow));
}

/** Requests that changed since the user saw them, newest first. */
export async function readChangedSinceSeen(cache: CacheDb): Promise<RequestRow[]> {
  const [seen, requests] = await Promise.all([cache.seenRequests.toArray(), cache.requests.toArray()]);
  const marks = new Map(seen.map(row => [row.id, row.seen]));
  const changed = requests.filter(
    request => (marks.get(request.id) ?? requestChangeKey(request)) !== requestChangeKey(request),
  );
  return changed.sort((one, other) => compare(other.created_at, one.created_at) || other.id - one.id);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
