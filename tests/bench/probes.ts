/** How the pages that are measured are opened and asked; what runs in them is floor/probe.js. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { type Browser, newProfile, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/sign-in.ts';

const MIB = 1024 * 1024;
const SECOND_MS = 1_000;

/** A phone's first pull of a large book takes long. */
const PULL_MS = 180_000;

/** A processor as it is, and a cheap phone's. */
export const RATES = [1, 4] as const;

/** One frame of a screen that draws sixty a second, and how much later one may come. */
export const GAP_MS = 16.7 * 1.5;

/** What a page is watched for: something that matches the selector, with that number in its text if one is given. */
export type Awaited = { selector: string; number?: number };

/** What a page tells of the time since it was last asked. Times are milliseconds from the key or the press. */
export type SeenEdits = {
  /** The longest time without a frame. */
  longest: number;
  /** Frames that a screen of sixty a second would have shown. */
  dropped: number;
  /** Until the next frame was painted, for each key or press. */
  painted: number[];
  /** Until the frame with other totals was painted, where they became others. */
  followed: number[];
  /** How many nodes of the document were touched. */
  changed: number;
};

declare global {
  interface Window {
    /** When what is watched for had been painted, in milliseconds of `performance.now()`. */
    painted: Promise<number>;
    watchFor: (awaited: Awaited) => void;
    /** When a link had been painted that takes a click, in the same milliseconds. */
    answered: Promise<number>;
    watchAnswer: (selector: string) => void;
    startWatching: () => void;
    takeSeen: () => SeenEdits;
    scrollLinesTo: (share: number) => void;
    focusMiddle: () => number;
    scrollThrough: (ms: number) => Promise<void>;
    scrollRows: (pxPerSecond: number) => Promise<number>;
  }
}

export type Tab = { page: Page; cdp: CDPSession };

/** A tab with the probe in it, on a processor that is slowed down. */
export async function openTab(browser: Browser, rate: number, size = PHONE): Promise<Tab> {
  const page = await browser.open('about:blank', size);
  const cdp = await browser.cdp(page);
  await page.addInitScript({ path: 'tests/bench/floor/probe.js' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, cdp };
}

/** The same, and it is told that there is no network. */
export async function openOfflineTab(browser: Browser, rate: number): Promise<Tab> {
  const tab = await openTab(browser, rate);
  const speeds = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await tab.cdp.send('Network.emulateNetworkConditions', { offline: true, ...speeds });
  return tab;
}

/** A browser on a new profile for so long as the work lasts. */
export async function withBrowser<Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await startChromium(newProfile());
  try {
    return await work(browser);
  } finally {
    await browser.close();
    removeProfile(browser.profile);
  }
}

/** Signs in, and waits for what is shown then. */
export async function openSignedIn(
  browser: Browser,
  { origin, path, email, size = PHONE }: { origin: string; path: string; email: string; size?: typeof PHONE },
  awaited: (page: Page) => Locator = page => page.getByText('Готово к работе без связи', { exact: true }),
): Promise<Page> {
  const page = await browser.open(`${origin}/application/login?redirect=${path}`, size);
  page.setDefaultTimeout(PULL_MS);
  await signIn(page, email);
  await awaited(page).first().waitFor();
  return page;
}

/** From the page's next start on the probe looks; what it has seen is taken again and again. */
export async function watchEdits(page: Page): Promise<() => Promise<SeenEdits>> {
  await page.addInitScript(() => window.startWatching());
  return () => page.evaluate(() => window.takeSeen());
}

/** Watches from the page's first moment. */
export async function watchFromStart(page: Page, awaited: Awaited): Promise<void> {
  await page.addInitScript(what => window.watchFor(what), awaited);
}

/** Watches from the page's first moment for a link that takes a click; `whenAnswered` says when it did. */
export async function watchAnswerFromStart(page: Page, selector: string): Promise<void> {
  await page.addInitScript(row => window.watchAnswer(row), selector);
}

/** Counted from the start of the page. */
export function whenAnswered(page: Page): Promise<number> {
  return page.evaluate(() => window.answered);
}

/** When it had been painted, counted from the start of the page. */
export function whenPainted(page: Page): Promise<number> {
  return page.evaluate(() => window.painted);
}

/** How long it takes from what the user does until the answer has been painted. */
export async function timeInput(page: Page, type: string, awaited: Awaited, act: () => Promise<void>) {
  await page.evaluate(
    ({ type, awaited }) => {
      addEventListener(
        type,
        // Not by a name: what runs in a page has no helper for it.
        ({ timeStamp }) => {
          window.watchFor(awaited);
          window.painted = window.painted.then(at => at - timeStamp);
        },
        { capture: true, once: true },
      );
    },
    { type, awaited },
  );
  await act();
  return whenPainted(page);
}

/** By the browser's own input: a driver that looks for its target would be measured with it. */
export async function pressKey(cdp: CDPSession, key: string, text = key): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

/** From here on the page's own thread can be timed by its processor, not by the clock: others' work is not in it. */
export async function watchThread(cdp: CDPSession): Promise<void> {
  await cdp.send('Performance.enable');
}

/** What the page's thread has worked so far, in milliseconds of processor time. Slowed down, it works all the time. */
export function threadMs(cdp: CDPSession): Promise<number> {
  return metricMs(cdp, 'ThreadTime');
}

async function metricMs(cdp: CDPSession, wanted: 'ThreadTime' | 'TaskDuration'): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * SECOND_MS;
}

const LOOK_AGAIN_MS = 200;
const QUIET_MS = 1_000;

/** A share of the time in which a page that rests may still work: to be asked costs a little too. */
const RESTING_SHARE = 0.1;

/** Waits until the page's thread has rested for a second; how long its tasks took since `watchThread`, in milliseconds. */
export async function untilQuiet(cdp: CDPSession): Promise<number> {
  let worked = await metricMs(cdp, 'TaskDuration');
  for (let rested = 0; rested < QUIET_MS; ) {
    await pause(LOOK_AGAIN_MS);
    const before = worked;
    worked = await metricMs(cdp, 'TaskDuration');
    rested = worked - before > LOOK_AGAIN_MS * RESTING_SHARE ? 0 : rested + LOOK_AGAIN_MS;
  }
  return worked;
}

/** What the page's scripts hold once it was collected. */
export async function usedMiB(cdp: CDPSession): Promise<number> {
  // Twice: what the first collection finalises, the second one frees.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}
