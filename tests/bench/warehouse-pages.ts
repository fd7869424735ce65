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
  timeInput,
  usedMiB,
  watch,
  watchFromStart,
  watchThread,
  whenPainted,
  withBrowser,
} from './probes.ts';
import { FLOOR, type ProxyServer } from './setup.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const SETTLE_MS = 3_000;

/** The screens of both kinds of users. */
export const SIZES = { phone: PHONE, desk: DESKTOP } as const;

/** What follows an edit is over by then. */
const WATCH_MS = 700;

/** Through 2,000 lines: faster than anybody reads numbers. */
const SCROLL_MS = 6_000;

/** The first of each compiles what the others run, and does not count. */
const PRESSES = 4;

const ENTERS = 50;

/** The demo's catalogue has many things with it. */
const SOUGHT = 'ка';

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
      const doings = { isLong: side !== 'short', canSave: side !== 'floor' };
      await lookOnce(browser, { ...look, doings }, (what, value) => runs.add(`${name}: ${what}`, value));
    }
  });
}

const FIRST_LINE = { selector: 'input[aria-label="Количество, строка 1"]' };

type Look = { url: string; size: typeof PHONE; rate: number; doings: Doings };

async function lookOnce(
  browser: Browser,
  { url, size, rate, doings }: Look,
  add: Runs['add'],
): Promise<void> {
  const { page, cdp } = await openTab(browser, rate, size);
  await watchThread(cdp);
  const takeSeen = await watch(page, 'edits');
  await watchFromStart(page, FIRST_LINE);
  await page.goto(url);
  add('opened, first line painted ms', await whenPainted(page));
  await pause(SETTLE_MS);
  const { longTasks, longest } = await takeSeen();
  add('opened, processor ms', await threadMs(cdp));
  add('opened, long tasks', longTasks);
  add('opened, longest gap ms', longest);
  add('opened, lines drawn', await page.locator('[data-line]').count());
  add('opened, heap MiB', await usedMiB(cdp));
  add('opened, nodes', await page.evaluate(() => document.querySelectorAll('*').length));
  await editDocument({ page, cdp, takeSeen, add }, doings);
  await page.close();
}

/** A page with the lines of a document, the app's or the floor's: both have the same labels. */
type OpenDocument = Tab & { takeSeen: () => Promise<SeenEdits>; add: Runs['add'] };

/** What is done with it: a short document has not so many lines to go through, the floor saves nothing. */
type Doings = { isLong: boolean; canSave: boolean };

/** Goes through all lines, types in the middle of them, goes from one to the next, takes out, brings back, adds. */
async function editDocument(open: OpenDocument, { isLong, canSave }: Doings): Promise<void> {
  await watched(open, 'nothing', 1, async () => undefined);
  if (isLong) await scroll(open);
  const middle = await focusMiddle(open);
  await type(open);
  if (isLong) await goDown(open, middle);
  await removeAndRestore(open, isLong ? middle + ENTERS : middle);
  if (canSave) await save(open);
  await addItems(open);
}

/** What the page's thread worked for something, with what was seen meanwhile. */
async function during({ cdp, takeSeen }: OpenDocument, act: () => Promise<unknown>) {
  await takeSeen();
  const before = await threadMs(cdp);
  await act();
  return { worked: (await threadMs(cdp)) - before, ...(await takeSeen()) };
}

async function scroll(open: OpenDocument): Promise<void> {
  const { page, add } = open;
  let empty = 0;
  const { worked, dropped, longest, longTasks } = await during(open, async () => {
    empty = await page.evaluate(ms => window.scrollThrough(ms), SCROLL_MS);
  });
  add('scrolling, processor ms', worked);
  add('scrolling, dropped frames', dropped);
  add('scrolling, longest gap ms', longest);
  add('scrolling, long tasks', longTasks);
  add('scrolling, no line in sight, times', empty);
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
  const { worked, painted, longest, dropped } = await during(open, async () => {
    for (let step = 1; step <= ENTERS; step += 1) {
      await pressKey(cdp, 'Enter', '\r');
      if ((await page.evaluate(nextFocus)) === `Количество, строка ${from + step}`) arrived += 1;
    }
  });
  add(`Enter ${ENTERS} times, arrived`, arrived);
  add(`Enter ${ENTERS} times, processor ms`, worked);
  for (const took of painted) add('Enter, painted ms', took);
  add(`Enter ${ENTERS} times, dropped frames`, dropped);
  add(`Enter ${ENTERS} times, longest gap ms`, longest);
}

async function removeAndRestore(open: OpenDocument, number: number): Promise<void> {
  const { page } = open;
  for (let at = 0; at < PRESSES; at += 1) {
    // By role the driver would look at each of the floor's thousands of elements.
    const remove = page.locator(`button[aria-label="Удалить строку ${number}"]`);
    await watched(open, 'removing a line', at, () => remove.click());
    await watched(open, 'restoring it', at, () => page.locator('button[data-restore]').click());
  }
}

async function save(open: OpenDocument): Promise<void> {
  const { page, add } = open;
  const button = page.getByRole('button', { name: 'Сохранить', exact: true });
  const { worked, longTasks, longest } = await during(open, async () => {
    const toast = { selector: '.toast-title' };
    add('save, answered and painted ms', await timeInput(page, 'click', toast, () => button.click()));
    await pause(WATCH_MS);
  });
  add('save, processor ms', worked);
  add('save, long tasks', longTasks);
  add('save, longest gap ms', longest);
}

async function addItems(open: OpenDocument): Promise<void> {
  const { page } = open;
  const field = page.locator('input').and(page.getByLabel('Добавить номенклатуру', { exact: true }));
  for (let at = 0; at < PRESSES; at += 1) {
    await field.fill('');
    await field.pressSequentially(SOUGHT);
    const offer = page.locator('[role=option]').nth(at);
    await offer.waitFor();
    await pause(WATCH_MS);
    await watched(open, 'adding an item', at, () => offer.click());
  }
}
