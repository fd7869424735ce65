import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The part of a worker's global scope that is used here: the library of this folder's types is a page's. */
export type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

export const worker = self as unknown as WorkerScope;

/** Keeps the page and its script, so that it opens without a network. */
export function keepShell(): void {
  void worker.skipWaiting();
  clientsClaim();
  precacheAndRoute([
    { url: '/application/index.html', revision: '1' },
    { url: '/application/main.js', revision: '1' },
  ]);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/application/index.html')));
}
