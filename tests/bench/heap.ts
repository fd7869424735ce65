import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { type Browser, startChromium } from '#tests/support/browser.ts';
import { type BenchStage, openSlowTab, SIZES } from './bench-stage.ts';
import { collectRuns, type Findings, ratio, verdict } from './figures.ts';

const MIB = 1024 * 1024;

const SETTLE_MS = 2_000;

/** The JavaScript heap after a collection: on the list, and once it was searched. */
export async function measureHeap(stage: BenchStage): Promise<Findings> {
  const runs = collectRuns();
  const browser = await startChromium(stage.profile);
  for (const size of SIZES) {
    const { list, searched } = await weigh(browser, stage.app(size, '/promo/contacts'));
    runs.add(`heap MiB, list, ${size}`, list);
    runs.add(`heap MiB, list after a search, ${size}`, searched);
  }
  await browser.close();
  const figures = runs.figures();
  const at = (name: string) => figures[name]?.median ?? Number.NaN;
  return {
    figures,
    verdicts: [
      verdict('heap of the list at 10,000, MiB', at('heap MiB, list, 10000'), 5),
      verdict(
        'heap of the list, 50,000 / 1,000',
        ratio(figures, 'heap MiB, list, 50000', 'heap MiB, list, 1000'),
        1.2,
      ),
    ],
  };
}

async function weigh(browser: Browser, url: string): Promise<{ list: number; searched: number }> {
  const { page, cdp } = await openSlowTab(browser, 1);
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await pause(SETTLE_MS);
  const list = await usedMiB(cdp);
  const field = page.locator('input[type=search]');
  await field.fill('щу');
  await page.getByText('Найдено: 20').waitFor();
  await field.fill('');
  await pause(SETTLE_MS);
  const searched = await usedMiB(cdp);
  await page.close();
  return { list, searched };
}

/** What the page's scripts hold once it was collected. */
export async function usedMiB(cdp: CDPSession): Promise<number> {
  // Twice: what the first collection finalises, the second one frees.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}
