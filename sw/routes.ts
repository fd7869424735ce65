import type { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { fetchConfig } from './config.ts';
import { deleteFirstUseCaches, fetchAsset, isHashedAsset } from './first-use.ts';
import type { Worker } from './worker.ts';

const SHELL = '/application/index.html';
const CONFIG = '/application/config.json';

/** The app's routes. Everything else under the origin belongs to the server. */
const SCREEN_PATHS = /^\/application\//;

/**
 * Anchored at the origin's root, because /application/oauth and /application/abac are app routes; the last
 * two are files that somebody opened by their address.
 */
const NOT_SCREEN_PATHS = [
  /^\/(api|oauth|abac)\//,
  /^\/application\/(assets|icons|screenshots)\//,
  /^\/application\/[^/?]+\.[a-z0-9]+(\?|$)/,
];

/** Serves what a page needs in order to start without a network. API responses are never cached. */
export function registerRoutes(worker: Worker, shell: PrecacheController): void {
  const page = shell.createHandlerBoundToURL(SHELL);
  registerRoute(new NavigationRoute(page, { allowlist: [SCREEN_PATHS], denylist: NOT_SCREEN_PATHS }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === CONFIG,
    ({ request }) => fetchConfig(request),
  );
  registerRoute(
    // A query string marks a request that must reach the network (app/repair).
    ({ url, sameOrigin }) => sameOrigin && isHashedAsset(url.pathname + url.search),
    ({ request }) => fetchAsset(request),
  );
  worker.addEventListener('activate', event => event.waitUntil(cleanUpAndClaim(worker)));
}

/** Claims the first page at once, so that its next reload already works offline. */
async function cleanUpAndClaim(worker: Worker): Promise<void> {
  await deleteFirstUseCaches();
  await worker.clients.claim();
}
