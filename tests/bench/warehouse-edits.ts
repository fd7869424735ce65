import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { timeInput } from './probe.ts';
import { threadMs } from './thread-time.ts';
import { takeSeen } from './watch-edits.ts';

/** What follows an edit is over by then. */
const WATCH_MS = 700;

/** Through 2,000 lines: faster than anybody reads numbers. */
const SCROLL_MS = 6_000;

/** The first of each compiles what the others run, and does not count. */
const PRESSES = 4;

const ENTERS = 50;

/** The demo's catalogue has many things with it. */
const SOUGHT = 'ка';

/** A page with the lines of a document, the app's or the floor's: both have the same labels. */
export type Desk = { page: Page; cdp: CDPSession; add: (what: string, value: number) => void };

/** What is done with it: a short document has not so many lines to go through, the floor saves nothing. */
export type Doings = { isLong: boolean; canSave: boolean };

/** Goes through all lines, types in the middle of them, goes from one to the next, takes out, brings back, adds. */
export async function editDocument(desk: Desk, { isLong, canSave }: Doings): Promise<void> {
  await watched(desk, 'nothing', 1, async () => undefined);
  if (isLong) await scroll(desk);
  const middle = await focusMiddle(desk.page);
  await type(desk);
  if (isLong) await goDown(desk, middle);
  await removeAndRestore(desk, isLong ? middle + ENTERS : middle);
  if (canSave) await save(desk);
  await addItems(desk);
}

async function scroll({ page, cdp, add }: Desk): Promise<void> {
  await takeSeen(page);
  const before = await threadMs(cdp);
  const empty = await page.evaluate(ms => window.scrollThrough(ms), SCROLL_MS);
  const { dropped, longest, longTasks } = await takeSeen(page);
  add('scrolling, processor ms', (await threadMs(cdp)) - before);
  add('scrolling, dropped frames', dropped);
  add('scrolling, longest gap ms', longest);
  add('scrolling, long tasks', longTasks);
  add('scrolling, no line in sight, times', empty);
}

/** The number of the line in the middle of the document, once its count can be typed. */
async function focusMiddle(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollLinesTo(0.5));
  await pause(WATCH_MS);
  return page.evaluate(() => window.focusMiddle());
}

/** By the browser's own input: a driver that looks for its target would be measured with it. */
async function press(cdp: CDPSession, key: string, text = key): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

async function type(desk: Desk): Promise<void> {
  await pause(WATCH_MS);
  for (let at = 0; at < PRESSES; at += 1) {
    await watched(desk, 'a letter', at, () => press(desk.cdp, String(at + 1)));
  }
}

/** What one key or press has cost; the first one does not count. */
async function watched({ page, cdp, add }: Desk, what: string, at: number, act: () => Promise<void>) {
  await takeSeen(page);
  const before = await threadMs(cdp);
  await act();
  await pause(WATCH_MS);
  const worked = (await threadMs(cdp)) - before;
  const { painted, followed, longest, changed } = await takeSeen(page);
  if (at === 0) return;
  for (const took of painted.slice(-1)) add(`${what}, painted ms`, took);
  for (const took of followed) add(`${what}, totals painted ms`, took);
  add(`${what}, totals followed`, followed.length);
  add(`${what}, processor ms`, worked);
  add(`${what}, longest gap ms`, longest);
  add(`${what}, nodes changed`, changed);
}

async function goDown({ page, cdp, add }: Desk, from: number): Promise<void> {
  await takeSeen(page);
  const before = await threadMs(cdp);
  let arrived = 0;
  for (let step = 1; step <= ENTERS; step += 1) {
    await press(cdp, 'Enter', '\r');
    const label = await page.evaluate(
      () =>
        new Promise<string>(done =>
          requestAnimationFrame(() => done(document.activeElement?.ariaLabel ?? '')),
        ),
    );
    if (label === `Количество, строка ${from + step}`) arrived += 1;
  }
  const { painted, longest, dropped } = await takeSeen(page);
  add(`Enter ${ENTERS} times, arrived`, arrived);
  add(`Enter ${ENTERS} times, processor ms`, (await threadMs(cdp)) - before);
  for (const took of painted) add('Enter, painted ms', took);
  add(`Enter ${ENTERS} times, dropped frames`, dropped);
  add(`Enter ${ENTERS} times, longest gap ms`, longest);
}

async function removeAndRestore(desk: Desk, number: number): Promise<void> {
  const { page } = desk;
  for (let at = 0; at < PRESSES; at += 1) {
    // By role the driver would look at each of the floor's thousands of elements.
    const remove = page.locator(`button[aria-label="Удалить строку ${number}"]`);
    await watched(desk, 'removing a line', at, () => remove.click());
    await watched(desk, 'restoring it', at, () => page.locator('button[data-restore]').click());
  }
}

async function save({ page, cdp, add }: Desk): Promise<void> {
  const done = { selector: '.toast-title' };
  const button = page.getByRole('button', { name: 'Сохранить', exact: true });
  await takeSeen(page);
  const before = await threadMs(cdp);
  add('save, answered and painted ms', await timeInput(page, 'click', done, () => button.click()));
  await pause(WATCH_MS);
  const { longTasks, longest } = await takeSeen(page);
  add('save, processor ms', (await threadMs(cdp)) - before);
  add('save, long tasks', longTasks);
  add('save, longest gap ms', longest);
}

async function addItems(desk: Desk): Promise<void> {
  const { page } = desk;
  const field = page.locator('input[aria-label="Добавить номенклатуру"]');
  for (let at = 0; at < PRESSES; at += 1) {
    await field.fill('');
    await field.pressSequentially(SOUGHT);
    const offer = page.locator('[role=option]').nth(at);
    await offer.waitFor();
    await pause(WATCH_MS);
    await watched(desk, 'adding an item', at, () => offer.click());
  }
}
