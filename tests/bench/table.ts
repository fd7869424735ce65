import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import react from '@vitejs/plugin-react';
import type { CDPSession, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { collectRuns, type Findings, medianOf, type Runs, ratio, verdict } from './figures.ts';
import { openTab, RATES, type SeenRows, typeKeys, watch, withBrowser } from './probes.ts';

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
  const named = (whose: string) => (name: string, value: number) => runs.add(`${whose} ${name}`, value);
  const measureAll = async (browser: Browser) => {
    for (let run = 0; run < repeats; run += 1) {
      for (const rate of RATES) {
        await measureOnce(browser, table.floorUrl, rate, named(`floor ${rate}×`));
        await measureOnce(browser, table.url, rate, named(`table ${rate}×`));
      }
    }
  };
  await withBrowser(measureAll).finally(table.close);
  const figures = runs.figures();
  const median = (name: string) => medianOf(figures, name);
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

async function measureOnce(browser: Browser, url: string, rate: number, add: Runs['add']): Promise<void> {
  const { page, cdp } = await openTab(browser, rate, DESKTOP);
  const take = await watch(page, 'rows');
  await page.goto(url);
  await page.locator('tbody tr[data-row]').first().waitFor();
  await page.locator('input[type=search]').focus();
  await pause(SETTLE_MS);
  await take();
  await pause(TYPED.length * STEP_MS);
  note(add, 'idle', await take());
  await typeKeys(cdp, TYPED, STEP_MS);
  await pause(WATCH_MS);
  note(add, 'typing', await take());
  await page.locator('input[type=search]').fill('');
  await pause(WATCH_MS);
  for (const place of await titlesOf(page)) {
    await moveTo(cdp, place);
    await take();
    await pressThere(cdp, place);
    note(add, 'sorting', await take());
  }
  await page.close();
}

function note(add: Runs['add'], what: string, { late, longest, painted, longFrames }: SeenRows): void {
  add(`${what}, dropped frames`, late);
  add(`${what}, longest gap ms`, longest);
  add(`${what}, long animation frames`, longFrames);
  for (const took of painted) add(`${what}, input to paint ms`, took);
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

/** By the browser's own input: a driver that looks for its target would be measured with it. */
async function moveTo(cdp: CDPSession, { x, y }: Place): Promise<void> {
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  await pause(STEP_MS);
}

async function pressThere(cdp: CDPSession, { x, y }: Place): Promise<void> {
  for (let press = 0; press < PRESSES; press += 1) {
    const button = { x, y, button: 'left', clickCount: 1 } as const;
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
    await pause(STEP_MS);
  }
  await pause(WATCH_MS);
}

/** A page with nothing but a table of 1,000 rows and 8 columns, as it would be shipped, and its floor in plain DOM. */
async function serveTable() {
  const outDir = mkdtempSync(join(tmpdir(), 'promo-table-'));
  const root = resolve('tests/bench/table-page');
  const config = { configFile: false, logLevel: 'error', root } as const;
  const input = ['index.html', 'floor.html'].map(page => join(root, page));
  const built = { outDir, emptyOutDir: true, rolldownOptions: { input } };
  await build({ ...config, publicDir: false, plugins: [react()], build: built });
  const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The built table is not served');
  const close = () => server.close().then(() => rmSync(outDir, { recursive: true, force: true }));
  return { url, floorUrl: new URL('floor.html', url).href, close };
}
