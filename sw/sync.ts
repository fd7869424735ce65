import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';
import { wakePages } from './messages.ts';
import type { Worker } from './worker.ts';

/** The build puts drainer.ts there. */
const DRAINER = '/application/sw-drain.js';

/** [S22] Sends when the browser has noticed a connection, also while no page is open. */
export function drainOnSync(worker: Worker): void {
  if (!('sync' in worker.registration)) return;
  // Only what was imported during the installation may be imported later; the browser keeps it with this worker.
  worker.addEventListener('install', event => event.waitUntil(keepDrainer(worker)));
  worker.addEventListener('sync', event => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainBesidePages(worker));
  });
}

/** Rejects where the script cannot be had: a worker without it would never send, so it is installed another time. */
async function keepDrainer(worker: Worker): Promise<void> {
  worker.importScripts(DRAINER);
}

/** Pages are woken before, because they may be the first at the lock, and after, to show what came of it. */
async function drainBesidePages(worker: Worker): Promise<void> {
  await wakePages(worker);
  try {
    worker.importScripts(DRAINER);
    await worker.drainOutbox?.(worker);
  } finally {
    await wakePages(worker);
  }
}
