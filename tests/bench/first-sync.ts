/** A phone that is signed in and has nothing on it yet: how long until the whole book is there, and what it does meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { listAllContacts } from '#contract/contacts.ts';
import { paths } from '#domain/paths.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { collectRuns, type Findings, medianOf, ratio, round, verdict } from './figures.ts';
import { peopleOf } from './invented-book.ts';
import { openTab, watchAnswerFromStart, watchEdits, whenAnswered, withBrowser } from './probes.ts';
import { type BenchSetup, BOOK_DATABASE } from './setup.ts';
import { OWN_ROW } from './start.ts';

const CONTACTS = 10_000;

const ASK_AGAIN_MS = 50;
const SECOND_MS = 1_000;

const WHOLE = `book of ${CONTACTS} whole, s`;
const ANSWERS = 'list answers, s';

/** From the end of the sign-in, over loopback; the list is open all the time. */
export async function measureFirstSync(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const proxy = await setup.openProxy({ [listAllContacts.path]: { list: peopleOf(CONTACTS) } });
  for (let run = 0; run < repeats; run += 1) {
    await withBrowser(async browser => {
      const { page } = await openTab(browser, 1);
      const takeSeen = await watchEdits(page);
      await watchAnswerFromStart(page, OWN_ROW);
      await page.goto(`${proxy.origin}/application${paths.login}?redirect=${paths.contacts}`);
      await signIn(page, DEMO.promoter);
      const began = await page.evaluate(() => performance.now());
      await takeSeen();
      const [whole, answered] = await Promise.all([whenWhole(page), whenAnswered(page)]);
      runs.add(WHOLE, (whole - began) / SECOND_MS);
      runs.add(ANSWERS, (answered - began) / SECOND_MS);
      runs.add('longest time without a frame, ms', (await takeSeen()).longest);
    });
  }
  await proxy.close();
  const figures = runs.figures();
  return {
    figures,
    verdicts: [
      verdict(`first synchronisation of ${CONTACTS} contacts, s`, medianOf(figures, WHOLE), 3),
      verdict('first synchronisation: list answers / book whole', round(ratio(figures, ANSWERS, WHOLE)), 1),
    ],
  };
}

/** When all contacts are stored, by the page's clock. */
async function whenWhole(page: Page): Promise<number> {
  for (;;) {
    const { stored, at } = await page.evaluate(countStored, BOOK_DATABASE);
    if (stored >= CONTACTS) return at;
    await pause(ASK_AGAIN_MS);
  }
}

/** Runs in the page. A database that is not there yet is not made. */
async function countStored(beginning: string): Promise<{ stored: number; at: number }> {
  const { name } = (await indexedDB.databases()).find(each => each.name?.startsWith(beginning)) ?? {};
  if (!name) return { stored: 0, at: 0 };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const counting = db.transaction('contacts').objectStore('contacts').count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        db.close();
        resolve({ stored: counting.result, at: performance.now() });
      };
    };
  });
}
