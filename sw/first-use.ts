const CACHE = 'first-use';

/** Files whose name carries the hash of their content: they can be kept without ever asking again. */
const HASHED_ASSET = /^\/application\/assets\/[^/]+-[\w-]{8}\.(js|css|woff2|svg|png|webp)$/;

/** Whether this path is a file that never changes under its name. */
export function isHashedAsset(pathname: string): boolean {
  return HASHED_ASSET.test(pathname);
}

/** Chunks that were not precached (moderators' and administrators'): the network once, then the cache. */
export async function fetchAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isAsset(answer)) await cache.put(request.url, answer.clone());
  return answer;
}

/** A new version has other names: what the old one kept would only fill the disk. */
export async function dropFirstUse(): Promise<void> {
  await caches.delete(CACHE);
}

/** A page in the place of a script (a proxy, a hotel's Wi-Fi) must not be kept for ever. */
function isAsset(answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? '';
  return answer.status === 200 && !answer.redirected && !type.includes('text/html');
}
