import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import type { Worker } from './worker.ts';

/**
 * Workbox never revalidates what it has cached, and the cache of its default name was filled without
 * integrity checks.
 */
const CACHE = 'precache-v3';
const OUTDATED = 'workbox-precache-v2-';

/**
 * Precaches the shell and the promoter's screens at installation. Each entry has its digest: one wrong
 * response fails the installation, and the installed version stays active.
 */
export function precacheShell(worker: Worker, entries: PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController({ cacheName: CACHE });
  controller.strategy.plugins.push(retryPastHttpCache(controller));
  controller.precache(entries);
  registerRoute(new PrecacheRoute(controller, { cleanURLs: false }));
  worker.addEventListener('activate', event => {
    event.waitUntil(caches.delete(OUTDATED + worker.registration.scope));
  });
  return controller;
}

/** As in sw/integrity.ts: the browser's HTTP cache may hold an old wrong response under that name. */
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
