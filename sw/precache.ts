import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import type { Worker } from './worker.ts';

/**
 * Workbox never looks again at what is cached, and under its own name for this cache everything was kept without a
 * proof.
 */
const CACHE = 'precache-v3';
const OUTDATED = 'workbox-precache-v2-';

/**
 * Keeps the shell and the promoter's screens from the moment of installation. Each entry has its digest: one wrong
 * answer fails the installation, and the version that is there goes on.
 */
export function keepShell(worker: Worker, entries: PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController({ cacheName: CACHE });
  controller.strategy.plugins.push(pastHttpCache(controller));
  controller.precache(entries);
  registerRoute(new PrecacheRoute(controller, { cleanURLs: false }));
  worker.addEventListener('activate', event => {
    event.waitUntil(caches.delete(OUTDATED + worker.registration.scope));
  });
  return controller;
}

/** As `fetchProven` does: what the browser's own cache has under that name may be the wrong answer of another day. */
function pastHttpCache(controller: PrecacheController): WorkboxPlugin {
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
