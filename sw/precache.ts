import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

/** Keeps the shell and the promoter's screens from the moment of installation. */
export function keepShell(entries: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(entries, { cleanURLs: false });
}
