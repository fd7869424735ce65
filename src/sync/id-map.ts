import { isLocalId } from '#kit/ids.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import type { Resolve } from './kind.ts';

/**
 * A thing's key is the local id it was made under, for life, or else its server id as text. [S18] The id map
 * aliases the first to the second.
 */
export async function canonicalKey(
  db: OutboxDb,
  ownerKey: string,
  noun: string,
  key: string,
): Promise<string> {
  if (isLocalId(key)) return key;
  const pair = await db.idMap
    .where('[ownerKey+noun+serverId]')
    .equals([ownerKey, noun, Number(key)])
    .first();
  return pair?.localId ?? key;
}

/** The local ids, by server id, of what was made on this device. A thing without a server id is nobody's. */
export async function loadLocalIds(
  db: OutboxDb,
  ownerKey: string,
  noun: string,
  serverIds: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> {
  const pairs = await db.idMap
    .where('[ownerKey+noun+serverId]')
    .anyOf(serverIds.map(id => [ownerKey, noun, id ?? 0]))
    .toArray();
  return new Map(pairs.map(pair => [pair.serverId, pair.localId]));
}

/** A resolver over everything that this owner's device has had confirmed. */
export async function loadResolver(db: OutboxDb, keys: readonly string[]): Promise<Resolve> {
  const pairs = await db.idMap.bulkGet(keys.filter(isLocalId));
  const known = new Map(pairs.filter(pair => pair !== undefined).map(pair => [pair.localId, pair.serverId]));
  return key => (isLocalId(key) ? (known.get(key) ?? null) : Number(key));
}

/** contact:<key> → <key>. */
export function keyOf(aggregate: string): string {
  return aggregate.slice(aggregate.indexOf(':') + 1);
}
