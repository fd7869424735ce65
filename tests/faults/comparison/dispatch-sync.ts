import type { Page } from 'playwright-core';

type Registration = { registrationId: string; scopeURL: string; isDeleted: boolean };

/** Wakes the worker of this page's origin with a `sync` event, as the browser does when it finds a network. */
export async function dispatchSync(page: Page, tag: string): Promise<void> {
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>(resolve => {
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }: { registrations: Registration[] }) => {
        const ours = registrations.find(each => !each.isDeleted && each.scopeURL.startsWith(origin));
        if (ours) resolve(ours.registrationId);
      },
    );
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  await session.detach();
}
