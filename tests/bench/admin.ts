/** The administrators' screens on a desktop: opened by their address once their code is on the device, and typed in. */
import { setTimeout as pause } from 'node:timers/promises';
import { listUsers, searchUsers } from '#contract/users.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { collectRuns, type Findings, medianOf, type Runs, verdict } from './figures.ts';
import {
  type Awaited,
  GAP_MS,
  openSignedIn,
  openTab,
  pressKey,
  watchEdits,
  watchFromStart,
  whenPainted,
  withBrowser,
} from './probes.ts';
import type { BenchSetup } from './setup.ts';

const ROW = { selector: 'main tr[data-row]' };

const SCREENS: Readonly<Record<string, { path: string; awaited: Awaited }>> = {
  users: { path: paths.users, awaited: ROW },
  policies: { path: paths.abac, awaited: { selector: 'main button[data-policy]' } },
  credentials: { path: paths.oauth, awaited: { selector: 'main section[aria-labelledby] h2' } },
  payouts: { path: paths.moderation, awaited: ROW },
  reports: { path: paths.moderationReports, awaited: ROW },
  statistics: { path: paths.moderationStats, awaited: ROW },
  receipts: { path: pathTo(paths.receipts, { page: 1 }), awaited: ROW },
  'write-offs': { path: pathTo(paths.writeOffs, { page: 1 }), awaited: ROW },
};

const OPENED_MS = 500;

const ROWS = 1_000;

/** The first letters find all, and the last one fewer. */
const TYPED = 'user1';

/** What follows a letter is over by then: the search waits for the next one. */
const LETTER_MS = 600;

const LETTER = `a letter in a table of ${ROWS}, painted ms`;
const GAP = `a letter in a table of ${ROWS}, longest gap ms`;

export async function measureAdmin(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const accounts = Array.from({ length: ROWS }, (_, at) => ({
    id: at + 1,
    name: `Человек ${at + 1}`,
    email: `user${at + 1}@example.com`,
    roles: [{ id: 1, name: 'promoter', display_name: 'Промоутер' }],
  }));
  // A backend as the specification has it: everybody in one list, which is searched on the page.
  const proxy = await setup.openProxy({ [searchUsers.path]: null, [listUsers.path]: { list: accounts } });
  await withBrowser(async browser => {
    const who = { origin: setup.server.origin, path: paths.users, email: DEMO.admin, size: DESKTOP };
    const signedIn = await openSignedIn(browser, who, page => page.locator(ROW.selector));
    await signedIn.close();
    for (const [name, { path, awaited }] of Object.entries(SCREENS)) {
      const url = `${setup.server.origin}/application${path}`;
      // The first visit fetches the screen's own code: that is the network's time, once in each version.
      for (let run = -1; run < repeats; run += 1) {
        const took = await openOnce(browser, url, awaited);
        if (run >= 0) runs.add(`address to painted ms, ${name}`, took);
      }
    }
    const page = await openSignedIn(browser, { ...who, origin: proxy.origin }, each =>
      each.locator(ROW.selector),
    );
    await page.close();
    for (let run = -1; run < repeats; run += 1) {
      await typeOnce(browser, `${proxy.origin}/application${paths.users}`, (what, ms) => {
        if (run >= 0) runs.add(what, ms);
      });
    }
  });
  await proxy.close();
  const figures = runs.figures();
  return {
    figures,
    verdicts: [
      ...Object.keys(SCREENS).map(name =>
        verdict(
          `address to painted, ${name}, ms`,
          medianOf(figures, `address to painted ms, ${name}`),
          OPENED_MS,
        ),
      ),
      verdict(`a letter in a table of ${ROWS}, ms`, medianOf(figures, LETTER), GAP_MS),
      verdict(`a letter in a table of ${ROWS}, longest gap ms`, medianOf(figures, GAP), GAP_MS),
    ],
  };
}

async function openOnce(browser: Browser, url: string, awaited: Awaited): Promise<number> {
  const { page } = await openTab(browser, 1, DESKTOP);
  await watchFromStart(page, awaited);
  await page.goto(url);
  const painted = await whenPainted(page);
  await page.close();
  return painted;
}

async function typeOnce(browser: Browser, url: string, add: Runs['add']): Promise<void> {
  const { page, cdp } = await openTab(browser, 1, DESKTOP);
  const takeSeen = await watchEdits(page);
  await page.goto(url);
  await page.locator(ROW.selector).first().waitFor();
  await page.locator('main input[type=search]').click();
  await pause(LETTER_MS);
  for (const key of TYPED) {
    await takeSeen();
    await pressKey(cdp, key);
    await pause(LETTER_MS);
    const { painted, longest } = await takeSeen();
    for (const took of painted) add(LETTER, took);
    add(GAP, longest);
  }
  await page.close();
}
