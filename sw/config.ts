import { keepIfRoom } from './keep-if-room.ts';

const CACHE = 'runtime-config';

/** With a weak signal the page must not wait for a configuration that is already cached. */
const PATIENCE_MS = 3000;

/** Caches the configuration at installation, so that the first offline start has one too. */
export function keepConfig(worker: ServiceWorkerGlobalScope): void {
  const request = new Request(new URL('config.json', worker.registration.scope));
  worker.addEventListener('install', event => {
    // A failed fetch must not fail the installation: the next start with a network caches it.
    event.waitUntil(fetchConfig(request).catch(() => undefined));
  });
}

/** The runtime configuration from the network, or the cached one when there is no usable answer. */
export async function fetchConfig(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  const answer = await ask(request, kept ? PATIENCE_MS : undefined);
  if (answer instanceof Response && (await isConfig(answer))) {
    await keepIfRoom(cache, request.url, answer.clone());
    return answer;
  }
  if (kept) return kept;
  if (answer instanceof Response) return answer;
  throw new Error('no answer for the configuration, and none was kept', { cause: answer });
}

/** The response, or the error of the failed or aborted fetch. */
async function ask(request: Request, patienceMs: number | undefined): Promise<unknown> {
  const limit = new AbortController();
  if (patienceMs !== undefined) setTimeout(() => limit.abort(), patienceMs);
  try {
    return await fetch(request, { signal: limit.signal });
  } catch (reason) {
    return reason;
  }
}

/** A captive portal (hotel Wi-Fi) also answers 200, sometimes with JSON. */
async function isConfig(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  const said = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof said?.apiOrigin === 'string';
}
