import { keepIfRoom } from './keep-if-room.ts';
import { fetchProven, type ProvenFile } from './proven.ts';

/** Renamed once: what the first of that name holds was kept without a proof. */
const CACHE = 'first-use-v2';
const OUTDATED = 'first-use';

/** Files whose name carries the hash of their content: they can be kept without ever asking again. */
const HASHED_ASSET = /^\/application\/assets\/[^/]+-[\w-]{8}\.(js|css|woff2|svg|png|webp)$/;

/**
 * Path → digest of each file of first use. This worker knows the list's own digest alone, because a promoter needs none
 * of them.
 */
declare const __FIRST_USE_LIST__: ProvenFile;

/** Whether this path is a file that never changes under its name. */
export function isHashedAsset(pathname: string): boolean {
  return HASHED_ASSET.test(pathname);
}

/**
 * Chunks that were not precached (moderators' and administrators'): the network once, then the cache. Rejects for what
 * is not the file that the build made. A chunk of another version is passed on, and not kept.
 */
export async function fetchAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const list = (await cache.match(__FIRST_USE_LIST__.url)) ?? (await fetchAndKeep(cache, __FIRST_USE_LIST__));
  const integrity = (await list.json())[new URL(request.url).pathname];
  return integrity ? fetchAndKeep(cache, { url: request.url, integrity }) : fetch(request);
}

async function fetchAndKeep(cache: Cache, file: ProvenFile): Promise<Response> {
  const answer = await fetchProven(file);
  await keepIfRoom(cache, file.url, answer.clone());
  return answer;
}

/** A new version has other names: what the old one kept would only fill the disk. */
export async function dropFirstUse(): Promise<void> {
  await Promise.all([CACHE, OUTDATED].map(name => caches.delete(name)));
}
