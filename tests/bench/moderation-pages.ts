import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { paths, pathTo } from '#domain/paths.ts';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Runs } from './figures.ts';
import type { LargeFirm } from './moderation.ts';
import { type Awaited, openSignedIn, openTab, RATES, timeInput, withBrowser } from './probes.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const LATE_ARRIVAL_MS = 1_500;

/** A way through the app that is timed: the screen that it begins on, what is pressed there, and what then is painted. */
type Way = { what: string; from: string; press: string; awaited: Awaited };

type PagesSettings = { runs: Runs; repeats: number };

/** From the press to the painted rows on a desktop and on a slow one. */
export async function measurePages(firm: LargeFirm, settings: PagesSettings): Promise<void> {
  const at = (path: string) => `${firm.server.origin}/application${path}`;
  await withBrowser(async browser => {
    const who = { origin: firm.server.origin, path: paths.moderation, email: DEMO.moderator, size: DESKTOP };
    const page = await openSignedIn(browser, who, each => each.getByRole('link', { name: 'Статистика' }));
    await page.close();
    for (const way of waysOf(firm)) await walk(browser, { ...way, from: at(way.from) }, settings);
  });
}

function waysOf({ seeded }: LargeFirm): Way[] {
  const [payday] = seeded.openReports;
  if (!payday) throw new Error('The firm has no open report');
  return [
    {
      what: 'statistics painted',
      from: paths.moderation,
      press: `main a[href$="${paths.moderationStats}"]`,
      awaited: { selector: 'main table tr[data-row]' },
    },
    {
      what: `report of ${payday.requests} painted`,
      from: `${paths.moderationReports}?promoter=${payday.promoter.id}`,
      press: `a[href$="${pathTo(paths.moderationReport, { id: payday.id })}"]`,
      awaited: { selector: 'main tr[data-row] input[aria-label^="Выплачено"]' },
    },
  ];
}

async function walk(browser: Browser, { what, from, press, awaited }: Way, settings: PagesSettings) {
  for (const rate of RATES) {
    // The first visit fetches the screen's own code: that is the network's time, once in each version.
    for (let run = -1; run < settings.repeats; run += 1) {
      const page = await openPage(browser, from, rate);
      await page.locator(press).waitFor();
      await pause(LATE_ARRIVAL_MS);
      const took = await timeInput(page, 'pointerup', awaited, () => page.locator(press).click());
      if (run >= 0) settings.runs.add(`${what}, ms, ${rate}×`, took);
      await page.close();
    }
  }
}

/** A page of its own for each run: nothing is known from before, but its code is on the device. */
async function openPage(browser: Browser, url: string, rate: number): Promise<Page> {
  const { page } = await openTab(browser, rate, DESKTOP);
  await page.goto(url);
  return page;
}
