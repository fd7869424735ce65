/** The promoter's book: searched, picked from, and what it holds in memory. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { type Browser, startChromium } from '#tests/support/browser.ts';
import { collectRuns, type Findings, medianOf, type Runs, ratio, verdict } from './figures.ts';
import { COMMON, KEYSTROKES } from './invented-book.ts';
import {
  openOfflineTab,
  pressKey,
  type Tab,
  timeInput,
  usedMiB,
  watchFromStart,
  whenPainted,
} from './probes.ts';
import { type BenchSetup, SIZES, type Size, sidesOf } from './setup.ts';
import { FIRST_CONTACT } from './start.ts';

/** What is looked at where a page is opened for each run: growth on a cheap phone, and a fast one at its worst. */
const TYPED_AT: readonly { size: Size; rate: number }[] = [
  ...SIZES.map(size => ({ size, rate: 4 })),
  { size: 50_000, rate: 1 },
];

/** What the screen does after its first paint is over by then. */
const LATE_ARRIVAL_MS = 1_000;
const HEAP_SETTLE_MS = 2_000;

/** From the tap on the field to the first letter: the keyboard slides in, a thumb looks for its key. */
const THUMB_MS = 400;

/** Between two letters. */
const LETTER_MS = 150;

const FIELD = 'input[type=search]';

/** How long from a keystroke until what it found has been painted. */
export async function measureSearch(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const nameOf = (what: string, size: Size, rate: number) => `search ms, ${what}, ${size}, ${rate}×`;
  const browser = await startChromium(setup.profile);
  for (let run = 0; run < repeats; run += 1) {
    for (const { size, rate } of TYPED_AT) {
      const [app, floor] = [setup.app(size, '/promo/contacts'), setup.floor(size, 'search')];
      await typeOnce(browser, app, rate, (what, ms) => runs.add(nameOf(`app ${what}`, size, rate), ms));
      await typeOnce(browser, floor, rate, (what, ms) => runs.add(nameOf(`floor ${what}`, size, rate), ms));
    }
  }
  await browser.close();
  const figures = runs.figures();
  const app = (letter: string, rate: number) => nameOf(`app ${letter}`, 50_000, rate);
  return {
    figures,
    verdicts: ['first letter', 'next letters', 'common letter'].flatMap(letter => [
      verdict(
        `search, ${letter}, 50,000 / 1,000, 4×`,
        ratio(figures, app(letter, 4), nameOf(`app ${letter}`, 1_000, 4)),
        1.2,
      ),
      verdict(`search, ${letter} at 50,000, 1×, ms`, medianOf(figures, app(letter, 1)), 50),
      verdict(`search, ${letter} at 50,000, 4×, ms`, medianOf(figures, app(letter, 4)), 50),
      verdict(
        `search, ${letter} at 50,000, 4×, app / floor`,
        ratio(figures, app(letter, 4), nameOf(`floor ${letter}`, 50_000, 4)),
        1.2,
      ),
    ]),
  };
}

/** A fresh page: the first letter meets an app that has not searched yet. */
async function typeOnce(browser: Browser, url: string, rate: number, add: Runs['add']): Promise<void> {
  const tab = await openOfflineTab(browser, rate);
  const { page } = tab;
  await page.goto(url);
  await page.locator(FIELD).waitFor();
  await page.locator('article, [data-ready]').first().waitFor();
  await pause(LATE_ARRIVAL_MS);
  await page.locator(FIELD).click();
  await pause(THUMB_MS);
  for (const [at, { key, found }] of KEYSTROKES.entries()) {
    add(at === 0 ? 'first letter' : 'next letters', await timeKey(tab, key, found));
    await pause(LETTER_MS);
  }
  await page.locator(FIELD).fill('');
  await pause(LETTER_MS);
  add('common letter', await timeKey(tab, COMMON.key, COMMON.found));
  await page.close();
}

function timeKey({ page, cdp }: Tab, key: string, found: number): Promise<number> {
  return timeInput(page, 'keydown', { selector: '[role=status]', number: found }, () => pressKey(cdp, key));
}

type Side = { what: string; url: string; open: string };

/** How long from the tap until the first contacts to pick from have been painted. */
export async function measurePicker(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const browser = await startChromium(setup.profile);
  for (let run = 0; run < repeats; run += 1) {
    for (const { size, rate } of TYPED_AT) {
      const sides: Side[] = [
        { what: 'app', url: setup.app(size, '/promo/orders/add/basa'), open: 'button[name=contact]' },
        { what: 'floor', url: setup.floor(size, 'search'), open: 'button.open' },
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
      verdict('picker at 50,000, 4×, app / floor', over(4), 2),
      verdict('picker at 50,000, 1×, app / floor', over(1), 1),
      verdict('picker, 50,000 / 1,000, 4×', growth, 1.2),
    ],
  };
}

async function openOnce(browser: Browser, { url, open }: Side, rate: number): Promise<number> {
  const { page } = await openOfflineTab(browser, rate);
  await page.goto(url);
  await page.locator(open).waitFor();
  await page.waitForFunction(() => document.querySelector('form, [data-ready]') !== null);
  await pause(LATE_ARRIVAL_MS);
  const rows = { selector: 'dialog[open] :is(li button, .row)' };
  const took = await timeInput(page, 'pointerup', rows, () => page.locator(open).click());
  await page.close();
  return took;
}

/** The JavaScript heap after a collection: on the list, and once the app's was searched. */
export async function measureHeap(setup: BenchSetup): Promise<Findings> {
  const runs = collectRuns();
  const browser = await startChromium(setup.profile);
  for (const size of SIZES) {
    for (const { what, url } of sidesOf(setup, size)) {
      const { page, cdp } = await openOfflineTab(browser, 1);
      await watchFromStart(page, FIRST_CONTACT);
      await page.goto(url);
      // Not by a locator: for its first one the driver brings a megabyte of its own into the page.
      await whenPainted(page);
      await pause(HEAP_SETTLE_MS);
      runs.add(`heap MiB, ${what}, ${size}`, await usedMiB(cdp));
      if (what === 'app') runs.add(`heap MiB, app after a search, ${size}`, await heapAfterSearch(page, cdp));
      await page.close();
    }
  }
  await browser.close();
  const figures = runs.figures();
  return {
    figures,
    verdicts: [
      verdict('heap of the list at 10,000, MiB', medianOf(figures, 'heap MiB, app, 10000'), 5),
      verdict('heap of the list at 50,000, MiB', medianOf(figures, 'heap MiB, app, 50000'), 12),
    ],
  };
}

/** With what the driver needs to type. */
async function heapAfterSearch(page: Page, cdp: CDPSession): Promise<number> {
  await page.locator(FIELD).fill('щу');
  await page.getByText('Найдено: 20').waitFor();
  await page.locator(FIELD).fill('');
  await pause(HEAP_SETTLE_MS);
  return usedMiB(cdp);
}
