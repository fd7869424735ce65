import { type FileWithIntegrity, fetchWithIntegrity, putUnlessFull } from './files.ts';

/** A new name, because the old cache was filled without integrity checks. */
const CACHE = 'first-use-v2';
const OUTDATED = 'first-use';

/** Files named by the hash of their content: once cached, they never need revalidation. */
export const HASHED_ASSET = /^\/application\/assets\/[^/]+-[\w-]{8}\.(js|css|woff2|svg|png|webp)$/;

/**
 * The list of first-use files (path → digest). The worker is built with the digest of this list only, because
 * a promoter needs none of the files.
 */
declare const __FIRST_USE_LIST__: FileWithIntegrity;

/**
 * Chunks that were not precached (moderators' and administrators'): the network once, then the cache. Rejects
 * for content that is not the build's. A chunk of another version is passed on and not cached.
 */
export async function fetchAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const list =
    (await cache.match(__FIRST_USE_LIST__.url)) ?? (await fetchAndCache(cache, __FIRST_USE_LIST__));
  const integrity = (await list.json())[new URL(request.url).pathname];
  return integrity ? fetchAndCache(cache, { url: request.url, integrity }) : fetch(request);
}

async function fetchAndCache(cache: Cache, file: FileWithIntegrity): Promise<Response> {
  const answer = await fetchWithIntegrity(file);
  await putUnlessFull(cache, file.url, answer.clone());
  return answer;
}

/** A new version has other file names: the cached files of the old one would only take up space. */
export async function deleteFirstUseCaches(): Promise<void> {
  await Promise.all([CACHE, OUTDATED].map(name => caches.delete(name)));
}
