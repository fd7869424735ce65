import { isPageMessage, wake } from '#sync/worker-messages.ts';
import type { Worker } from './worker.ts';

/** Activates the new version only when a page asks, because a reload would lose a half-filled form. */
export function skipWaitingOnRequest(worker: Worker): void {
  worker.addEventListener('message', event => {
    if (isPageMessage(event.data)) event.waitUntil(worker.skipWaiting());
  });
}

/** Asks every open page to check the outbox; without pages nothing happens. */
export async function wakePages(worker: Worker): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage(wake);
}
