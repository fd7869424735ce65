import { setTimeout as pause } from 'node:timers/promises';
import { paths, pathTo } from '#domain/paths.ts';
import {
  type Browser,
  DESKTOP,
  newProfile,
  PHONE,
  removeProfile,
  startChromium,
} from '#tests/support/browser.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { RATES } from './bench-stage.ts';
import type { Runs } from './figures.ts';
import { FLOOR, type Front } from './front.ts';
import { usedMiB } from './heap.ts';
import { watchFromStart, whenPainted } from './probe.ts';
import { threadMs, watchThread } from './thread-time.ts';
import { type Doings, editDocument } from './warehouse-edits.ts';
import { takeSeen, watchEdits } from './watch-edits.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const SETTLE_MS = 3_000;

/** The screens of both kinds of users. */
export const SIZES = { phone: PHONE, desk: DESKTOP } as const;

/** The document in the app, a short one there, and the same lines in plain DOM, by turns. */
export async function measureWarehousePages(
  front: Front,
  { id, shortId }: { id: number; shortId: number },
  { runs, repeats }: { runs: Runs; repeats: number },
): Promise<void> {
  const inApp = (of: number) =>
    `${front.origin}/application${pathTo(paths.stockDocument, { modulePrefix: 'enter', id: of })}`;
  const sides = {
    app: inApp(id),
    short: inApp(shortId),
    floor: `${front.origin}${FLOOR}lines.html?id=${id}`,
  };
  const browser = await startChromium(newProfile());
  try {
    await visit(browser, sides.app);
    for (let run = 0; run < repeats; run += 1) {
      for (const rate of RATES) {
        for (const [sizeName, size] of Object.entries(SIZES)) {
          for (const [side, url] of Object.entries(sides)) {
            const add = (what: string, value: number) =>
              runs.add(`${side} ${sizeName} ${rate}×: ${what}`, value);
            const doings = { isLong: side !== 'short', canSave: side !== 'floor' };
            await lookOnce(browser, { url, size, rate, doings }, add);
          }
        }
      }
    }
  } finally {
    await browser.close();
    removeProfile(browser.profile);
  }
}

/** The first visit fetches the app's own code: that is the network's time, once in each version. */
async function visit(browser: Browser, url: string): Promise<void> {
  const { pathname } = new URL(url);
  const login = `${new URL(url).origin}/application/login`;
  const page = await browser.open(`${login}?redirect=${pathname.replace('/application', '')}`, DESKTOP);
  await signIn(page, DEMO.moderator);
  await page.locator(FIRST_LINE.selector).waitFor();
  await page.close();
}

const FIRST_LINE = { selector: 'input[aria-label="Количество, строка 1"]' };

type Look = { url: string; size: typeof PHONE; rate: number; doings: Doings };

async function lookOnce(
  browser: Browser,
  { url, size, rate, doings }: Look,
  add: Runs['add'],
): Promise<void> {
  const page = await browser.open('about:blank', size);
  const cdp = await browser.cdp(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  await watchThread(cdp);
  await watchEdits(page);
  await watchFromStart(page, FIRST_LINE);
  await page.goto(url);
  add('opened, first line painted ms', await whenPainted(page));
  await pause(SETTLE_MS);
  const { longTasks, longest } = await takeSeen(page);
  add('opened, processor ms', await threadMs(cdp));
  add('opened, long tasks', longTasks);
  add('opened, longest gap ms', longest);
  add('opened, lines drawn', await page.locator('[data-line]').count());
  add('opened, heap MiB', await usedMiB(cdp));
  add('opened, nodes', await page.evaluate(() => document.querySelectorAll('*').length));
  await editDocument({ page, cdp, add }, doings);
  await page.close();
}
