import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';
import { wakePages } from './messages.ts';
import type { Worker } from './worker.ts';

/** The browser noticed a connection: the pages send, because they hold the session. */
export function wakePagesOnSync(worker: Worker): void {
  worker.addEventListener('sync', event => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(wakePages(worker));
  });
}
