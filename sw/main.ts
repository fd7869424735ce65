import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { drainOnSync, skipWaitingOnRequest } from './background-sync.ts';
import { CONFIG, cacheConfigOnInstall, fetchConfig } from './config.ts';
import { deleteFirstUseCaches, fetchAsset, HASHED_ASSET } from './first-use.ts';
import { BASE, claimPages, claimPagesOnRequest, WITHOUT_SLASH } from './pages.ts';
import { type InstallEvent, worker } from './worker.ts';

/**
 * Workbox never revalidates what it has cached, and the cache of its default name was filled without
 * integrity checks.
 */
const CACHE = 'precache-v3';
const OUTDATED = `workbox-precache-v2-${worker.location.origin}${BASE}`;

/**
 * Precaches the shell and the promoter's screens at installation. Each entry has its digest: one wrong
 * response fails the installation, and the installed version stays active.
 */
function precacheShell(): PrecacheController {
  const controller = new PrecacheController({ cacheName: CACHE });
  controller.strategy.plugins.push(retryPastHttpCache(controller));
  const files = self.__WB_MANIFEST;
  controller.precache(files);
  worker.addEventListener('install', event => leaveToBrowser(event, files));
  registerRoute(new PrecacheRoute(controller, { cleanURLs: false }));
  worker.addEventListener('activate', event => {
    event.waitUntil(caches.delete(OUTDATED));
  });
  return controller;
}

/**
 * What needs none of our code the browser answers by itself where it can, which is several times as fast: the files that
 * are kept under their own name, and what is not the app's: the API, and the neighbours that the scope's prefix takes in
 * (/applicationX). A file that is not found in the cache is fetched.
 */
function leaveToBrowser(event: InstallEvent, files: readonly PrecacheEntry[]): void {
  const kept = files.filter(({ revision }) => revision === null);
  void event.addRoutes?.([
    // A query string marks a request that must reach the network (app/repair).
    { condition: { or: kept.map(({ url }) => patternOf(BASE + url, '')) }, source: { cacheName: CACHE } },
    {
      condition: { or: [WITHOUT_SLASH, `${BASE}*`].map(path => patternOf(path, '*')) },
      source: 'fetch-event',
    },
    { condition: { or: [patternOf('*', '*')] }, source: 'network' },
  ]);
}

function patternOf(pathname: string, search: string) {
  return { urlPattern: { pathname, search, baseURL: worker.location.origin } };
}

/** As in sw/files.ts: the browser's HTTP cache may hold an old wrong response under that name. */
function retryPastHttpCache(controller: PrecacheController): WorkboxPlugin {
  return {
    async handlerDidError({ event, request }) {
      const key = controller.getCacheKeyForURL(request.url);
      if (event?.type !== 'install' || !key) return undefined;
      const answer = await fetch(new Request(request, { cache: 'reload' }));
      await (await caches.open(CACHE)).put(key, answer.clone());
      return answer;
    },
  };
}

const SHELL = `${BASE}index.html`;

/** The app's routes. Everything else under the origin belongs to the server. */
const SCREEN_PATHS = /^\/application\//;

/**
 * Anchored at the origin's root, because /application/oauth and /application/abac are app routes; the last
 * two are files that somebody opened by their address.
 */
const NOT_SCREEN_PATHS = [
  /^\/(api|oauth|abac)\//,
  /^\/application\/(assets|icons|screenshots)\//,
  /^\/application\/(?!index\.html)[^/?]+\.[a-z0-9]+(\?|$)/,
];

/** Serves what a page needs in order to start without a network. API responses are never cached. */
function registerRoutes(shell: PrecacheController): void {
  const page = shell.createHandlerBoundToURL(SHELL);
  registerRoute(new NavigationRoute(page, { allowlist: [SCREEN_PATHS], denylist: NOT_SCREEN_PATHS }));
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && url.pathname === WITHOUT_SLASH,
    async ({ url }) => Response.redirect(BASE + url.search),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === CONFIG,
    ({ request }) => fetchConfig(request),
  );
  registerRoute(
    // A query string marks a request that must reach the network (app/repair).
    ({ url, sameOrigin }) => sameOrigin && HASHED_ASSET.test(url.pathname + url.search),
    ({ request }) => fetchAsset(request),
  );
  worker.addEventListener('activate', event => {
    // The first page is claimed at once, so that its next reload already works offline.
    event.waitUntil(deleteFirstUseCaches().then(claimPages));
  });
}

const shell = precacheShell();
cacheConfigOnInstall();
registerRoutes(shell);
skipWaitingOnRequest();
claimPagesOnRequest();
drainOnSync();
