import type { CDPSession } from 'playwright-core';
import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';
import type { Browser } from './browser.ts';

export type BackgroundSync = {
  /** The browser's own event of a network found again; the worker is started for it if need be. */
  fire: () => Promise<void>;
  /** Ends the worker, whatever it is doing. */
  killWorker: () => Promise<void>;
  end: () => Promise<void>;
};

/** Plays the browser's part in Background Sync for an origin, from an empty tab, so that no page of ours need be open. */
export async function backgroundSync(browser: Browser, origin: string): Promise<BackgroundSync> {
  const tab = await browser.context.newPage();
  const cdp = await browser.cdp(tab);
  const registrationId = await registrationOf(cdp, origin);
  return {
    async fire() {
      const event = { origin, registrationId, tag: OUTBOX_SYNC_TAG, lastChance: false };
      await cdp.send('ServiceWorker.dispatchSyncEvent', event);
    },
    async killWorker() {
      await cdp.send('ServiceWorker.stopAllWorkers');
    },
    end: () => tab.close(),
  };
}

function registrationOf(cdp: CDPSession, origin: string): Promise<string> {
  return new Promise(resolve => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(`${origin}/`));
      if (own) resolve(own.registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
}
