import { keepIfRoom } from './keep-if-room.ts';

const CACHE = 'runtime-config';

/** A phone with one bar must not wait for the configuration that it already has. */
const PATIENCE_MS = 3000;

/** Keeps the configuration at installation, so that the first offline start after it has one too. */
export function keepConfig(worker: ServiceWorkerGlobalScope): void {
  const request = new Request(new URL('config.json', worker.registration.scope));
  worker.addEventListener('install', event => {
    // Without an answer now the app is installed all the same: the next start with a network keeps it.
    event.waitUntil(fetchConfig(request).catch(() => undefined));
  });
}

/** The runtime configuration from the network; the last good one when there is no (usable) answer. */
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

/** The answer, or the reason why there was none. */
async function ask(request: Request, patienceMs: number | undefined): Promise<unknown> {
  const limit = new AbortController();
  if (patienceMs !== undefined) setTimeout(() => limit.abort(), patienceMs);
  try {
    return await fetch(request, { signal: limit.signal });
  } catch (reason) {
    return reason;
  }
}

/** A sign-in page of a hotel's Wi-Fi also answers 200, and some speak JSON. */
async function isConfig(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  const said = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof said?.apiOrigin === 'string';
}
