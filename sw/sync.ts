import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';
import { wakePages } from './messages.ts';
import { digestOf, fetchProven, type ProvenFile } from './proven.ts';
import type { Worker } from './worker.ts';

/** The build makes it of drainer.ts, as the text `DRAINER_HEAD`, then one function. */
declare const __DRAINER__: ProvenFile;
const DRAINER_HEAD = 'self.loadDrainer=';

/** [S22] Sends when the browser has noticed a connection, also while no page is open. */
export function drainOnSync(worker: Worker): void {
  if (!('sync' in worker.registration)) return;
  // Only what was imported during the installation may be imported later; the browser keeps it with this worker.
  worker.addEventListener('install', event => event.waitUntil(keepDrainer(worker)));
  worker.addEventListener('sync', event => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainBesidePages(worker));
  });
}

/**
 * Rejects where the script cannot be had: a worker without it would never send, so it is installed another time. An
 * import takes no digest and may get another answer than the fetch before it. But a function tells its source to the
 * letter, so it is seen whether what was imported is the file.
 */
async function keepDrainer(worker: Worker): Promise<void> {
  await fetchProven(__DRAINER__);
  worker.importScripts(__DRAINER__.url);
  const imported = await digestOf(`${DRAINER_HEAD}${worker.loadDrainer}`);
  if (imported !== __DRAINER__.integrity) throw new Error('what was imported for sending is not our file');
}

/** Pages are woken before, because they may be the first at the lock, and after, to show what came of it. */
async function drainBesidePages(worker: Worker): Promise<void> {
  await wakePages(worker);
  try {
    worker.importScripts(__DRAINER__.url);
    worker.loadDrainer?.();
    await worker.drainOutbox?.(worker);
  } finally {
    await wakePages(worker);
  }
}
