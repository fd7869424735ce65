import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, startChromium } from '#tests/support/browser.ts';
import { type BenchStage, openSlowTab, TYPED_AT } from './bench-stage.ts';
import { collectRuns, type Findings, ratio, verdict } from './figures.ts';
import { timeInput, watchable } from './probe.ts';

const SETTLE_MS = 1_000;

type Side = { what: string; url: string; open: string };

/** How long from the tap until the first contacts to pick from have been painted. */
export async function measurePicker(stage: BenchStage, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const browser = await startChromium(stage.profile);
  for (let run = 0; run < repeats; run += 1) {
    for (const { size, rate } of TYPED_AT) {
      const sides: Side[] = [
        { what: 'app', url: stage.app(size, '/promo/orders/add/basa'), open: 'button[name=contact]' },
        { what: 'floor', url: stage.floor(size, 'search.html'), open: 'button.open' },
      ];
      for (const side of sides) {
        runs.add(`picker ms, ${side.what}, ${size}, ${rate}×`, await openOnce(browser, side, rate));
      }
    }
  }
  await browser.close();
  const figures = runs.figures();
  const over = (rate: number) =>
    ratio(figures, `picker ms, app, 50000, ${rate}×`, `picker ms, floor, 50000, ${rate}×`);
  const growth = ratio(figures, 'picker ms, app, 50000, 4×', 'picker ms, app, 1000, 4×');
  return {
    figures,
    verdicts: [
      verdict('picker at 50,000, 4×, app / floor', over(4), 1),
      verdict('picker at 50,000, 1×, app / floor', over(1), 1),
      verdict('picker, 50,000 / 1,000, 4×', growth, 1.2),
    ],
  };
}

async function openOnce(browser: Browser, { url, open }: Side, rate: number): Promise<number> {
  const { page } = await openSlowTab(browser, rate);
  await watchable(page);
  await page.goto(url);
  await page.locator(open).waitFor();
  await page.waitForFunction(() => document.querySelector('form, [data-ready]') !== null);
  await pause(SETTLE_MS);
  const took = await timeInput(page, 'pointerup', { selector: 'dialog[open] :is(li button, .row)' }, () =>
    page.locator(open).click(),
  );
  await page.close();
  return took;
}
