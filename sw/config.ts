import { putUnlessFull } from './files.ts';
import { worker } from './worker.ts';

export const CONFIG = '/application/config.json';

const CACHE = 'runtime-config';

/** With a weak signal the page must not wait for a configuration that is already cached. */
const TIMEOUT_MS = 3000;

/** Caches the configuration at installation, so that the first offline start has one too. */
export function cacheConfigOnInstall(): void {
  const request = new Request(CONFIG);
  worker.addEventListener('install', event => {
    // A failed fetch must not fail the installation: the next start with a network caches it.
    event.waitUntil(fetchConfig(request).catch(() => undefined));
  });
}

/** The runtime configuration from the network, or the cached one when there is no usable answer. */
export async function fetchConfig(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request.url);
  const answer = await fetchWithTimeout(request, cached ? TIMEOUT_MS : undefined);
  if (answer instanceof Response && (await isConfig(answer))) {
    await putUnlessFull(cache, request.url, answer.clone());
    return answer;
  }
  if (cached) return cached;
  if (answer instanceof Response) return answer;
  throw new Error('no answer for the configuration, and none was kept', { cause: answer });
}

/** The response, or the error of the failed or aborted fetch. */
async function fetchWithTimeout(request: Request, timeoutMs: number | undefined): Promise<unknown> {
  const controller = new AbortController();
  if (timeoutMs !== undefined) setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await fetch(request, { signal: controller.signal });
  } catch (reason) {
    return reason;
  }
}

/** A captive portal (hotel Wi-Fi) also answers 200, sometimes with JSON. */
async function isConfig(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  const body = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof body?.apiOrigin === 'string';
}
