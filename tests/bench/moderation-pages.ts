import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { unpayRequest } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type Runs, round } from './figures.ts';
import type { LargeFirm } from './moderation.ts';
import { type Awaited, openSignedIn, openTab, RATES, timeInput, withBrowser } from './probes.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const SETTLE_MS = 1_500;

const SECOND_MS = 1_000;

/** A slow machine pays a row in a second. */
const PAYDAY_MS = 300_000;

/** A way through the app that is timed: the screen that it begins on, what is pressed there, and what then is painted. */
type Way = { what: string; from: string; press: string; awaited: Awaited };

type PagesSettings = { runs: Runs; name: string; repeats: number };

/** From the press to the painted rows at a desk and on a slow one, and how fast a report is paid by keyboard. */
export async function measurePages(firm: LargeFirm, settings: PagesSettings): Promise<void> {
  const at = (path: string) => `${firm.server.origin}/application${path}`;
  await withBrowser(async browser => {
    const who = { origin: firm.server.origin, path: paths.moderation, email: DEMO.moderator, size: DESKTOP };
    const page = await openSignedIn(browser, who, each => each.getByRole('link', { name: 'Статистика' }));
    await page.close();
    for (const way of waysOf(firm)) await walk(browser, { ...way, from: at(way.from) }, settings);
    await payByKeyboard(browser, firm, settings);
  });
}

function waysOf({ planted }: LargeFirm): Way[] {
  const [payday] = planted.openReports;
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
      awaited: { selector: 'main tr[data-row] input[aria-label^="Оплачено"]' },
    },
  ];
}

async function walk(browser: Browser, { what, from, press, awaited }: Way, settings: PagesSettings) {
  for (const rate of RATES) {
    // The first visit fetches the screen's own code: that is the network's time, once in each version.
    for (let run = -1; run < settings.repeats; run += 1) {
      const page = await openPage(browser, from, rate);
      await page.locator(press).waitFor();
      await pause(SETTLE_MS);
      const took = await timeInput(page, 'pointerup', awaited, () => page.locator(press).click());
      if (run >= 0) settings.runs.add(`${settings.name}: ${what}, ms, ${rate}×`, took);
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

async function payByKeyboard(browser: Browser, firm: LargeFirm, { runs, name, repeats }: PagesSettings) {
  const [payday] = firm.planted.openReports;
  if (!payday) throw new Error('The firm has no open report');
  const { id, requests } = payday;
  const url = `${firm.server.origin}/application${pathTo(paths.moderationReport, { id })}`;
  for (let run = 0; run < repeats; run += 1) {
    const page = await openPage(browser, url, 1);
    const { selected, paid, ids } = await payAll(page, requests);
    runs.add(`${name}: choosing ${requests} rows by keyboard, s`, selected / SECOND_MS);
    runs.add(`${name}: rows paid a second`, round(requests / (paid / SECOND_MS)));
    await page.close();
    // So that the next run finds something to pay.
    for (const request_id of ids) await firm.ask(unpayRequest.path, { request_id });
  }
}

async function payAll(page: Page, count: number) {
  const rows = page.locator('tr[data-row]');
  await rows.first().waitFor();
  const began = performance.now();
  await rows.first().focus();
  await page.keyboard.press('x');
  for (let row = 1; row < count; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: `Оплатить ${count}` });
  await question.waitFor();
  const selected = performance.now() - began;
  // Cancelling has the focus first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const asked = performance.now();
  const done = page.getByText(`Оплачено ${count} из ${count}.`, { exact: true }).first();
  await done.waitFor({ timeout: PAYDAY_MS });
  const paid = performance.now() - asked;
  const links = page.locator('a[data-request]');
  const ids = await links.evaluateAll(all => all.map(link => Number(link.getAttribute('data-request'))));
  return { selected, paid, ids };
}
