import { startChromium } from '#tests/support/browser.ts';
import { type BenchStage, openSlowTab, RATES, SIZES, type Size } from './bench-stage.ts';
import { collectRuns, type Findings, ratio, verdict } from './figures.ts';
import { watchFromStart, whenPainted } from './probe.ts';

const FIRST_CARD = { selector: 'article a[href^="tel:"]' };

/** The app was closed and there is no network: how long until the first contact of the list is seen. */
export async function measureColdStart(stage: BenchStage, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  for (let run = 0; run < repeats; run += 1) {
    for (const rate of RATES) {
      for (const size of SIZES) {
        const [app, floor] = [stage.app(size, '/promo/contacts'), stage.floor(size, 'book.html')];
        runs.add(nameOf('app', size, rate), await startOnce(stage.profile, app, rate));
        runs.add(nameOf('floor', size, rate), await startOnce(stage.profile, floor, rate));
      }
    }
  }
  const figures = runs.figures();
  const over = (rate: number, size: Size) =>
    ratio(figures, nameOf('app', size, rate), nameOf('floor', size, rate));
  const growth = (rate: number) => ratio(figures, nameOf('app', 50_000, rate), nameOf('app', 1_000, rate));
  return {
    figures,
    verdicts: [
      verdict('cold start, app / floor at 10,000, 4×', over(4, 10_000), 1.4),
      verdict('cold start, app / floor at 10,000, 1×', over(1, 10_000), 1.4),
      verdict('opening the list, 50,000 / 1,000, 4×', growth(4), 1.2),
      verdict('opening the list, 50,000 / 1,000, 1×', growth(1), 1.2),
    ],
  };
}

function nameOf(what: 'app' | 'floor', size: Size, rate: number): string {
  return `cold start ms, ${what}, ${size}, ${rate}×`;
}

/** A new browser on the profile, one page, and its end. */
async function startOnce(profile: string, url: string, rate: number): Promise<number> {
  const browser = await startChromium(profile);
  const { page } = await openSlowTab(browser, rate);
  await watchFromStart(page, FIRST_CARD);
  await page.goto(url, { waitUntil: 'commit' });
  const painted = await whenPainted(page);
  await browser.close();
  return painted;
}
