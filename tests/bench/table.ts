import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { type Browser, DESKTOP, newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { collectRuns, type Findings, type Runs, ratio, verdict } from './figures.ts';
import { serveTable } from './serve-table.ts';
import type { Watched } from './table-page/watch-frames.ts';

/** A desk's processor, and a cheap phone's. */
const RATES = [1, 4];

/** What the page does after its first paint, and prepares while nobody asks it anything, is over by then. */
const SETTLE_MS = 3_000;

/** From one letter or press to the next. */
const STEP_MS = 250;

/** What follows an input is over by then. */
const WATCH_MS = 600;

const TYPED = 'кузьмина вера';

const PRESSES = 3;

/** Whether 1,000 rows of 8 columns are searched and sorted without a dropped frame. */
export async function measureTable(repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const table = await serveTable();
  const browser = await startChromium(newProfile());
  try {
    for (let run = 0; run < repeats; run += 1) {
      for (const rate of RATES) {
        await measureOnce(browser, table.floorUrl, rate, named(runs, `floor ${rate}×`));
        await measureOnce(browser, table.url, rate, named(runs, `table ${rate}×`));
      }
    }
  } finally {
    await browser.close();
    removeProfile(browser.profile);
    await table.close();
  }
  const figures = runs.figures();
  const median = (name: string) => figures[name]?.median ?? Number.NaN;
  const overFloor = (what: string) => ratio(figures, `table 4× ${what}`, `floor 4× ${what}`);
  return {
    figures,
    verdicts: [
      verdict('table, typing at 1×: dropped frames', median('table 1× typing, dropped frames'), 0),
      verdict('table, sorting at 1×: dropped frames', median('table 1× sorting, dropped frames'), 0),
      verdict('table, typing at 4×: longest gap / plain DOM', overFloor('typing, longest gap ms'), 1.2),
      verdict('table, sorting at 4×: longest gap / plain DOM', overFloor('sorting, longest gap ms'), 1.2),
    ],
    notes: [
      'A frame counts as dropped if the next one comes later than after one and a half.',
      'The floor exchanges the words of 15 rows in plain DOM, everything sorted ahead of time.',
    ],
  };
}

function named(runs: Runs, whose: string): Runs {
  return { ...runs, add: (name, value) => runs.add(`${whose} ${name}`, value) };
}

async function measureOnce(browser: Browser, url: string, rate: number, runs: Runs): Promise<void> {
  const page = await browser.open('about:blank', DESKTOP);
  const cdp = await browser.cdp(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto(url);
  await page.locator('tbody tr[data-row]').first().waitFor();
  await page.locator('input[type=search]').focus();
  await pause(SETTLE_MS);
  await take(page);
  await pause(TYPED.length * STEP_MS);
  note(runs, 'idle', await take(page));
  await type(cdp, TYPED);
  await pause(WATCH_MS);
  note(runs, 'typing', await take(page));
  await page.locator('input[type=search]').fill('');
  await pause(WATCH_MS);
  for (const place of await titlesOf(page)) await pressTitle(page, cdp, place, runs);
  await page.close();
}

function note(runs: Runs, what: string, { dropped, longest, painted, longFrames }: Watched): void {
  runs.add(`${what}, dropped frames`, dropped);
  runs.add(`${what}, longest gap ms`, longest);
  runs.add(`${what}, long animation frames`, longFrames);
  for (const took of painted) runs.add(`${what}, input to paint ms`, took);
}

function take(page: Page): Promise<Watched> {
  return page.evaluate(() => window.takeWatched());
}

async function type(cdp: CDPSession, text: string): Promise<void> {
  for (const key of text) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    await pause(STEP_MS);
  }
}

type Place = { x: number; y: number };

function titlesOf(page: Page): Promise<Place[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('thead button')].map(title => {
      const { left, top, height } = title.getBoundingClientRect();
      return { x: left + height / 2, y: top + height / 2 };
    }),
  );
}

/** Pressed by the browser's own input: a driver that looks for its target would be measured with it. */
async function pressTitle(page: Page, cdp: CDPSession, { x, y }: Place, runs: Runs): Promise<void> {
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  await pause(STEP_MS);
  await take(page);
  for (let press = 0; press < PRESSES; press += 1) {
    const button = { x, y, button: 'left', clickCount: 1 } as const;
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
    await pause(STEP_MS);
  }
  await pause(WATCH_MS);
  note(runs, 'sorting', await take(page));
}
