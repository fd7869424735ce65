import type { Page } from 'playwright-core';

/** The page's work for its inputs in milliseconds, and the longest time without a frame around them. */
export type Work = { busy: number; longest: number };

declare global {
  interface Window {
    takeWork: () => Work;
  }
}

/** Every page of this tab adds up its work from its first moment. */
export async function watchWork(page: Page): Promise<void> {
  await page.addInitScript({ path: 'tests/bench/floor/work-probe.js' });
}

/** What has been done since this was last asked. */
export function takeWork(page: Page): Promise<Work> {
  return page.evaluate(() => window.takeWork());
}
