import type { CacheDb, RequestRow } from './cache-db.ts';

/** The newest request that this device knows of each number (ten digits). Reads all requests: phones have no index. */
export async function readNewestRequests(
  cache: CacheDb,
  phones: readonly string[],
): Promise<ReadonlyMap<string, RequestRow>> {
  const newest = new Map<string, RequestRow>();
  if (phones.length === 0) return newest;
  const wanted = new Set(phones);
  for (const request of await cache.requests.orderBy('created_at').toArray()) {
    for (const { full_phone } of request.phones) if (wanted.has(full_phone)) newest.set(full_phone, request);
  }
  return newest;
}

/** The newest of the requests of these numbers; undefined where this device knows none. */
export function newestOf(
  requests: ReadonlyMap<string, RequestRow>,
  phones: readonly string[],
): RequestRow | undefined {
  const known = phones.flatMap(phone => requests.get(phone) ?? []);
  const byAge = (one: RequestRow, other: RequestRow) =>
    one.created_at.localeCompare(other.created_at) || one.id - other.id;
  return known.sort(byAge).at(-1);
}
