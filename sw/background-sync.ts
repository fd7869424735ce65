import { isMessage, OUTBOX_SYNC_TAG, takeOver, wake } from '#sync/worker-messages.ts';
import { digestOf, type FileWithIntegrity, fetchWithIntegrity } from './files.ts';
import { OWN_PATHS, openPages } from './pages.ts';
import { worker } from './worker.ts';

/** Built from drainer.ts: the text `DRAINER_PREFIX`, then one function. */
declare const __DRAINER__: FileWithIntegrity;
const DRAINER_PREFIX = 'self.loadDrainer=';

/** [S22] Sends when the browser has noticed a connection, also while no page is open. */
export function drainOnSync(): void {
  if (!('sync' in worker.registration)) return;
  // Only a script imported during installation can be imported later; the browser stores it with this worker.
  worker.addEventListener('install', event => event.waitUntil(installDrainer()));
  worker.addEventListener('sync', event => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainAndWakePages());
  });
}

/**
 * Rejects if the script is not available: a worker without it would never send, so it is installed another
 * time. importScripts takes no digest and may get another response than the fetch before it. But the text of
 * a function is its exact source, so the imported script can be verified.
 */
async function installDrainer(): Promise<void> {
  await fetchWithIntegrity(__DRAINER__);
  worker.importScripts(__DRAINER__.url);
  const imported = await digestOf(`${DRAINER_PREFIX}${worker.loadDrainer}`);
  if (imported !== __DRAINER__.integrity) throw new Error('what was imported for sending is not our file');
}

/** Pages are woken before, because they may be the first at the lock, and after, to show the results. */
async function drainAndWakePages(): Promise<void> {
  await wakePages();
  try {
    worker.importScripts(__DRAINER__.url);
    worker.loadDrainer?.();
    await worker.drainOutbox?.();
  } finally {
    await wakePages();
  }
}

/** Activates the new version only when a page asks, because a reload would lose a half-filled form. */
export function skipWaitingOnRequest(): void {
  worker.addEventListener('message', event => {
    if (isMessage(event.data, takeOver)) event.waitUntil(worker.skipWaiting());
  });
}

/** Asks every open page of the app to check the outbox; without pages nothing happens. */
async function wakePages(): Promise<void> {
  for (const page of await openPages(OWN_PATHS)) page.postMessage(wake);
}
