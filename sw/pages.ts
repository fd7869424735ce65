import type { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { fetchConfig } from './config.ts';
import { dropFirstUse, fetchAsset, isHashedAsset } from './first-use.ts';
import type { Worker } from './worker.ts';

const SHELL = '/application/index.html';
const CONFIG = '/application/config.json';

/** The app's routes. Everything else under the origin belongs to the server. */
const SCREENS = /^\/application\//;

/**
 * Anchored at the origin's root, because /application/oauth and /application/abac are app routes; the last
 * two are files that somebody opened by their address.
 */
const NOT_SCREENS = [
  /^\/(api|oauth|abac)\//,
  /^\/application\/(assets|icons|screenshots)\//,
  /^\/application\/[^/?]+\.[a-z0-9]+(\?|$)/,
];

/** Serves what a page needs in order to start without a network. API responses are never cached. */
export function answerPages(worker: Worker, shell: PrecacheController): void {
  const page = shell.createHandlerBoundToURL(SHELL);
  registerRoute(new NavigationRoute(page, { allowlist: [SCREENS], denylist: NOT_SCREENS }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === CONFIG,
    ({ request }) => fetchConfig(request),
  );
  registerRoute(
    // A query string marks a request that must reach the network (app/repair).
    ({ url, sameOrigin }) => sameOrigin && isHashedAsset(url.pathname + url.search),
    ({ request }) => fetchAsset(request),
  );
  worker.addEventListener('activate', event => event.waitUntil(startClean(worker)));
}

/** Claims the first page at once, so that its next reload already works offline. */
async function startClean(worker: Worker): Promise<void> {
  await dropFirstUse();
  await worker.clients.claim();
}
