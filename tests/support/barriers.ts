import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { accessibilityFaults, contrastFaults } from './axe.ts';
import { PHONE } from './browser.ts';
import { isTooWide, smallTargets } from './touch.ts';

/** Pictures for whoever looks at them; only when a folder is named. */
const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

/** What is wrong here in both themes, with the place; on a phone what a finger misses, too. */
export async function faultsAt(page: Page, place: string): Promise<string[]> {
  const width = page.viewportSize()?.width;
  const faults = [
    ...(await inTheme('light', accessibilityFaults)),
    ...(await inTheme('dark', contrastFaults)),
  ];
  async function inTheme(colorScheme: 'light' | 'dark', look: (of: Page) => Promise<string[]>) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await look(page);
    if (folder) await page.screenshot({ path: `${folder}/${width} ${place} ${colorScheme}.png` });
    return found;
  }
  if (await isTooWide(page)) faults.push('wider than the screen');
  if (width === PHONE.width) faults.push(...(await smallTargets(page)));
  return faults.map(fault => `${place}: ${fault}`);
}

/** Gathers what is wrong at one place after the other. */
export function gathering(page: Page) {
  const faults: string[] = [];
  return { faults, look: async (place: string) => void faults.push(...(await faultsAt(page, place))) };
}
