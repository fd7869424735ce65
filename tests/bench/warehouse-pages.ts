import { setTimeout as pause } from 'node:timers/promises';
import { paths, pathTo } from '#domain/paths.ts';
import { type Browser, DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Runs } from './figures.ts';
import {
  openSignedIn,
  openTab,
  pressKey,
  RATES,
  type SeenEdits,
  type Tab,
  threadMs,
  watchEdits,
  watchFromStart,
  watchThread,
  whenPainted,
  withBrowser,
} from './probes.ts';
import { FLOOR, type ProxyServer } from './proxy.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const LATE_ARRIVAL_MS = 3_000;

/** The screens of both kinds of users. */
export const SIZES = { phone: PHONE, desktop: DESKTOP } as const;

/** What follows an edit is over by then. */
const WATCH_MS = 700;

/** Through 2,000 lines: faster than anybody reads numbers. */
const SCROLL_MS = 6_000;

/** The first of each compiles what the others run, and does not count. */
const PRESSES = 4;

const ENTERS = 50;

/** The document in the app, a short one there, and the same lines in plain DOM, by turns. */
export async function measureWarehousePages(
  { origin }: ProxyServer,
  { id, shortId }: { id: number; shortId: number },
  runs: Runs,
  repeats: number,
): Promise<void> {
  const path = (of: number) => pathTo(paths.stockDocument, { modulePrefix: 'enter', id: of });
  const inApp = (of: number) => `${origin}/application${path(of)}`;
  const sides = { app: inApp(id), short: inApp(shortId), floor: `${origin}${FLOOR}lines.html?id=${id}` };
  const looks = Array.from({ length: repeats }, () => RATES)
    .flat()
    .flatMap(rate =>
      Object.entries(SIZES).flatMap(([sizeName, size]) =>
        Object.entries(sides).map(([side, url]) => ({
          name: `${side} ${sizeName} ${rate}×`,
          side,
          url,
          size,
          rate,
        })),
      ),
    );
  await withBrowser(async browser => {
    // The first visit fetches the app's own code: that is the network's time, once in each version.
    const who = { origin, path: path(id), email: DEMO.moderator, size: DESKTOP };
    const page = await openSignedIn(browser, who, each => each.locator(FIRST_LINE.selector));
    await page.close();
    for (const { name, side, ...look } of looks) {
      const isLong = side !== 'short';
      await lookOnce(browser, { ...look, isLong }, (what, value) => runs.add(`${name}: ${what}`, value));
    }
  });
}

const FIRST_LINE = { selector: 'input[aria-label="Количество, строка 1"]' };

type Look = { url: string; size: typeof PHONE; rate: number; isLong: boolean };

async function lookOnce(
  browser: Browser,
  { url, size, rate, isLong }: Look,
  add: Runs['add'],
): Promise<void> {
  const { page, cdp } = await openTab(browser, rate, size);
  await watchThread(cdp);
  const takeSeen = await watchEdits(page);
  await watchFromStart(page, FIRST_LINE);
  await page.goto(url);
  add('opened, first line painted ms', await whenPainted(page));
  await pause(LATE_ARRIVAL_MS);
  add('opened, lines drawn', await page.locator('[data-line]').count());
  const open = { page, cdp, takeSeen, add };
  await watched(open, 'nothing', 1, async () => undefined);
  // A short document has not so many lines to go through.
  if (isLong) await scroll(open);
  const middle = await focusMiddle(open);
  await type(open);
  if (isLong) await goDown(open, middle);
  await page.close();
}

/** A page with the lines of a document, the app's or the floor's: both have the same labels. */
type OpenDocument = Tab & { takeSeen: () => Promise<SeenEdits>; add: Runs['add'] };

/** What the page's thread worked for something, with what was seen meanwhile. */
async function during({ cdp, takeSeen }: OpenDocument, act: () => Promise<unknown>) {
  await takeSeen();
  const before = await threadMs(cdp);
  await act();
  return { worked: (await threadMs(cdp)) - before, ...(await takeSeen()) };
}

async function scroll(open: OpenDocument): Promise<void> {
  const { worked, dropped } = await during(open, () =>
    open.page.evaluate(ms => window.scrollThrough(ms), SCROLL_MS),
  );
  open.add('scrolling, processor ms', worked);
  open.add('scrolling, dropped frames', dropped);
}

/** The number of the line in the middle of the document, once its count can be typed. */
async function focusMiddle({ page }: OpenDocument): Promise<number> {
  await page.evaluate(() => window.scrollLinesTo(0.5));
  await pause(WATCH_MS);
  return page.evaluate(() => window.focusMiddle());
}

async function type(open: OpenDocument): Promise<void> {
  await pause(WATCH_MS);
  for (let at = 0; at < PRESSES; at += 1) {
    await watched(open, 'a letter', at, () => pressKey(open.cdp, String(at + 1)));
  }
}

/** What one key or press has cost; the first one does not count. */
async function watched(open: OpenDocument, what: string, at: number, act: () => Promise<void>) {
  const { worked, painted, followed, longest, changed } = await during(open, async () => {
    await act();
    await pause(WATCH_MS);
  });
  if (at === 0) return;
  for (const took of painted.slice(-1)) open.add(`${what}, painted ms`, took);
  for (const took of followed) open.add(`${what}, totals painted ms`, took);
  open.add(`${what}, totals followed`, followed.length);
  open.add(`${what}, processor ms`, worked);
  open.add(`${what}, longest gap ms`, longest);
  open.add(`${what}, nodes changed`, changed);
}

async function goDown(open: OpenDocument, from: number): Promise<void> {
  const { page, cdp, add } = open;
  const nextFocus = () =>
    new Promise<string>(done => requestAnimationFrame(() => done(document.activeElement?.ariaLabel ?? '')));
  let arrived = 0;
  const { worked, painted } = await during(open, async () => {
    for (let step = 1; step <= ENTERS; step += 1) {
      await pressKey(cdp, 'Enter', '\r');
      if ((await page.evaluate(nextFocus)) === `Количество, строка ${from + step}`) arrived += 1;
    }
  });
  add(`Enter ${ENTERS} times, arrived`, arrived);
  add(`Enter ${ENTERS} times, processor ms`, worked);
  for (const took of painted) add('Enter, painted ms', took);
}
