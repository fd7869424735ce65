import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { type Browser, startChromium } from '#tests/support/browser.ts';
import { type BenchStage, openSlowTab, type Size, TYPED_AT } from './bench-stage.ts';
import { collectRuns, type Findings, type Runs, ratio, verdict } from './figures.ts';
import { COMMON, KEYSTROKES } from './people.ts';
import { timeInput, watchable } from './probe.ts';

/** From the tap on the field to the first letter: the keyboard slides in, a thumb looks for its key. */
const THUMB_MS = 400;

/** Between two letters. */
const LETTER_MS = 150;

/** What the screen does after its first paint is over by then. */
const SETTLE_MS = 1_000;

const FIELD = 'input[type=search]';

/** How long from a keystroke until what it found has been painted. */
export async function measureSearch(stage: BenchStage, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const browser = await startChromium(stage.profile);
  for (let run = 0; run < repeats; run += 1) {
    for (const { size, rate } of TYPED_AT) {
      const name = (what: string) => `search ms, ${what}, ${size}, ${rate}×`;
      await typeOnce(browser, stage.app(size, '/promo/contacts'), rate, runs, what => name(`app ${what}`));
      await typeOnce(browser, stage.floor(size, 'search.html'), rate, runs, what => name(`floor ${what}`));
    }
  }
  await browser.close();
  const figures = runs.figures();
  const median = (size: Size, rate: number, letter: string) =>
    figures[`search ms, app ${letter}, ${size}, ${rate}×`]?.median ?? Number.NaN;
  const over = (size: Size, rate: number, letter: string) =>
    ratio(
      figures,
      `search ms, app ${letter}, ${size}, ${rate}×`,
      `search ms, floor ${letter}, ${size}, ${rate}×`,
    );
  return {
    figures,
    verdicts: ['first letter', 'next letters', 'common letter'].flatMap(letter => [
      verdict(`search, ${letter} at 50,000, 1×, ms`, median(50_000, 1, letter), 50),
      verdict(`search, ${letter} at 50,000, 4×, ms`, median(50_000, 4, letter), 50),
      verdict(`search, ${letter} at 50,000, 4×, app / floor`, over(50_000, 4, letter), 1.2),
    ]),
  };
}

type Namer = (what: string) => string;

/** A fresh page: the first letter meets an app that has not searched yet. */
async function typeOnce(browser: Browser, url: string, rate: number, runs: Runs, name: Namer): Promise<void> {
  const { page, cdp } = await openSlowTab(browser, rate);
  await watchable(page);
  await page.goto(url);
  await page.locator(FIELD).waitFor();
  await page.locator('article, [data-ready]').first().waitFor();
  await pause(SETTLE_MS);
  await page.locator(FIELD).click();
  await pause(THUMB_MS);
  for (const [at, { key, found }] of KEYSTROKES.entries()) {
    runs.add(name(at === 0 ? 'first letter' : 'next letters'), await press(page, cdp, key, found));
    await pause(LETTER_MS);
  }
  await page.locator(FIELD).fill('');
  await pause(LETTER_MS);
  runs.add(name('common letter'), await press(page, cdp, COMMON.key, COMMON.found));
  await page.close();
}

function press(page: Page, cdp: CDPSession, key: string, found: number): Promise<number> {
  const awaited = { selector: '[role=status]', number: found };
  return timeInput(page, 'keydown', awaited, async () => {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  });
}
