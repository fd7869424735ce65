import type { Page } from 'playwright-core';

/** A picture of what is in sight, once its letters are there and nothing moves. */
export async function takePicture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: 'disabled' });
}
