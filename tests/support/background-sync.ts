import type { CDPSession } from 'playwright-core';
import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';

/** A registration that the browser has not told by then is not there. */
const REGISTERED_MS = 3_000;

/**
 * The browser's own event of a network found again; the worker of that origin is started for it if need be. `cdp`: a
 * channel to any tab, so that no page of that origin need be open. False: no worker is registered there.
 */
export async function fireSync(cdp: CDPSession, origin: string, tag = OUTBOX_SYNC_TAG): Promise<boolean> {
  const registrationId = await registrationOf(cdp, origin);
  if (registrationId === null) return false;
  await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  return true;
}

/** Ends all workers of the browser, whatever they are doing. */
export async function stopWorkers(cdp: CDPSession): Promise<void> {
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
}

async function registrationOf(cdp: CDPSession, origin: string): Promise<string | null> {
  let giveUp: NodeJS.Timeout | undefined;
  const found = new Promise<string | null>(resolve => {
    giveUp = setTimeout(() => resolve(null), REGISTERED_MS);
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(each => each.scopeURL.startsWith(`${origin}/`) && !each.isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  // Whoever asks a second time hears everything again only after it was switched off.
  await cdp.send('ServiceWorker.disable');
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  clearTimeout(giveUp);
  return registrationId;
}
