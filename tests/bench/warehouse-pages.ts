import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { paths, pathTo } from '#domain/paths.ts';
import { type Browser, DESKTOP, newProfile, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { RATES } from './bench-stage.ts';
import { FLOOR, type Front } from './front.ts';
import type { Runs } from './figures.ts';
import { watchable, watchFromStart, whenPainted } from './probe.ts';
import { editDocument } from './warehouse-edits.ts';
import { watchEdits } from './watch-edits.ts';

/** What a page prepares after its first paint while nobody asks it anything is over by then. */
const SETTLE_MS = 3_000;

const SIZES = { phone: PHONE, desk: DESKTOP } as const;

/** The document in the app, and the same lines in plain DOM, by turns. */
export async function measureWarehousePages(
  front: Front,
  id: number,
  { runs, repeats }: { runs: Runs; repeats: number },
): Promise<void> {
  const sides = {
    app: `${front.origin}/application${pathTo(paths.stockDocument, { modulePrefix: 'enter', id })}`,
    floor: `${front.origin}${FLOOR}lines.html?id=${id}`,
  };
  const browser = await startChromium(newProfile());
  try {
    await visit(browser, sides.app);
    for (let run = 0; run < repeats; run += 1) {
      for (const rate of RATES) {
        for (const [sizeName, size] of Object.entries(SIZES)) {
          for (const [side, url] of Object.entries(sides)) {
            const add = (what: string, value: number) => runs.add(`${side} ${sizeName} ${rate}×: ${what}`, value);
            await lookOnce(browser, { url, size, rate }, { ...runs, add });
          }
        }
      }
    }
  } finally {
    await browser.close();
    removeProfile(browser.profile);
  }
}
