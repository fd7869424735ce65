/** The promoter's long lists scrolled through on a cheap phone. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { listAllContacts } from '#contract/contacts.ts';
import { paths } from '#domain/paths.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { collectRuns, type Findings, medianOf, verdict } from './figures.ts';
import { peopleOf } from './invented-book.ts';
import { openSignedIn, openTab, watchEdits, withBrowser } from './probes.ts';
import type { BenchSetup } from './setup.ts';

const CONTACTS = 10_000;

const LISTS = { book: paths.contacts, orders: paths.orders } as const;

/** As many rows as somebody has asked for before. */
const ROWS = 180;

/** A fast flick. */
const PX_PER_SECOND = 3_000;

const RATE = 4;

/** What a page draws after its first rows is there by then. */
const LATE_ARRIVAL_MS = 2_000;

export async function measureScrolling(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const proxy = await setup.openProxy({ [listAllContacts.path]: { list: peopleOf(CONTACTS) } });
  await withBrowser(async browser => {
    const who = { origin: proxy.origin, path: paths.promo, email: DEMO.promoter };
    await (await openSignedIn(browser, who)).close();
    for (let run = 0; run < repeats; run += 1) {
      for (const [list, path] of Object.entries(LISTS)) {
        const { page, cdp } = await openTab(browser, 1);
        const takeSeen = await watchEdits(page);
        await page.goto(`${proxy.origin}/application${path}`);
        await showRows(page);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: RATE });
        await pause(LATE_ARRIVAL_MS);
        await takeSeen();
        runs.add(
          `${list}: frames with rows missing`,
          await page.evaluate(speed => window.scrollRows(speed), PX_PER_SECOND),
        );
        const { longest, dropped } = await takeSeen();
        runs.add(`${list}: longest frame, ms`, longest);
        runs.add(`${list}: dropped frames`, dropped);
        runs.add(`${list}: rows`, await page.locator('main article').count());
        await page.close();
      }
    }
  });
  await proxy.close();
  const figures = runs.figures();
  return {
    figures,
    verdicts: Object.keys(LISTS).flatMap(list => [
      verdict(
        `scrolling, ${list}, ${RATE}×: longest frame, ms`,
        medianOf(figures, `${list}: longest frame, ms`),
        50,
      ),
      verdict(
        `scrolling, ${list}, ${RATE}×: blank frames`,
        medianOf(figures, `${list}: frames with rows missing`),
        0,
      ),
    ]),
  };
}

/** Asks for more until there are that many, or no more. */
async function showRows(page: Page): Promise<void> {
  const rows = page.locator('main article');
  const more = page.getByRole('button', { name: 'Подгрузить еще' });
  await rows.first().waitFor();
  await pause(LATE_ARRIVAL_MS);
  for (let count = await rows.count(); count < ROWS; count = await rows.count()) {
    if ((await more.count()) === 0) return;
    // A finger leaves no pointer behind: a mouse's would be looked for again under each frame.
    await more.press('Enter');
    await page.waitForFunction(before => document.querySelectorAll('main article').length > before, count);
  }
}
