import { isPageMessage, wake } from '#sync/worker-messages.ts';
import type { Worker } from './worker.ts';

/** Takes over only when a page asks, because a reload in the middle of a form would eat it. */
export function listenToPages(worker: Worker): void {
  worker.addEventListener('message', event => {
    if (isPageMessage(event.data)) event.waitUntil(worker.skipWaiting());
  });
}

/** Tells every open page to look into the outbox; without pages nothing happens. */
export async function wakePages(worker: Worker): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage(wake);
}
