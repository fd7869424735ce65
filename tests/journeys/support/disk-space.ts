import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from './app.ts';

/** More than the app needs. */
const QUOTA_BYTES = 20_000_000;

/** From here on the disk is full; `page` is any of the app's site. */
export async function fillDisk(app: App, page: Page): Promise<void> {
  await limitQuota(app, 1);
  // The room that Chromium has granted meanwhile it takes back little by little, within half a minute.
  await expect.poll(() => putByte(page), { timeout: 60_000, interval: 1000 }).toBe('QuotaExceededError');
}

/** There is room again. */
export async function freeDisk(app: App): Promise<void> {
  await limitQuota(app, QUOTA_BYTES);
}

async function limitQuota({ browser, page, proxy }: App, quotaSize: number): Promise<void> {
  const cdp = await browser.cdp(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize });
}

/** Whether the smallest write still finds room. */
async function putByte(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('probe');
        opening.onupgradeneeded = () => opening.result.createObjectStore('probe');
        opening.onerror = () => resolve(String(opening.error?.name));
        opening.onsuccess = () => {
          const writing = opening.result.transaction('probe', 'readwrite');
          writing.objectStore('probe').put('x', 1);
          writing.oncomplete = () => resolve('saved');
          writing.onabort = () => resolve(String(writing.error?.name));
        };
      }),
  );
}
