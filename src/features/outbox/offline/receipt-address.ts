import { paths, pathTo } from '#domain/paths.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { keyOf } from '#sync/identity.ts';

/** Where the thing is shown that a confirmed entry has become; null where this device has nothing to show of it. */
export async function readReceiptAddress(
  { cache }: { cache: CacheDb },
  { kind, state, aggregate, serverId, code }: Entry,
): Promise<string | null> {
  if (state !== 'done') return null;
  if (kind === 'contact.create' || kind === 'contact.update') {
    const isThere = serverId !== null && (await cache.contacts.get(serverId)) !== undefined;
    return isThere ? pathTo(paths.contactEdit, { id: keyOf(aggregate) }) : null;
  }
  if (kind !== 'order.create') return null;
  const byId = serverId === null ? undefined : await cache.requests.get(serverId);
  const request =
    byId ?? (await cache.requests.filter(({ fullcode }) => fullcode === code && code !== '').first());
  return request ? pathTo(paths.request, { codeNumber: request.code_number }) : null;
}
