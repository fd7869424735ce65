import type { Page } from 'playwright-core';
import { fireSync } from '#tests/support/background-sync.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import type { Contender } from '../nemesis/contender.ts';
import { buildRival, type Extras, type RivalName } from './build-rival.ts';
// For what it adds to `window`.
import './rival-page.ts';

/** The tag that workbox gives to the queue named `saves`. */
const WORKBOX_TAG = 'workbox-background-sync:saves';

/** A build on workbox-background-sync. */
export async function workboxContender(extras: Extras = {}): Promise<Contender> {
  return contender('workbox', extras, async page => {
    await sayOnline(page);
    // What the browser does by itself a while later.
    const session = await page.context().newCDPSession(page);
    await fireSync(session, new URL(page.url()).origin, WORKBOX_TAG);
    await session.detach();
  });
}

/** A build on TanStack Query's paused mutations. */
export async function tanstackContender(extras: Pick<Extras, 'key'> = {}): Promise<Contender> {
  return contender('tanstack', extras, sayOnline);
}

async function contender(
  rival: RivalName,
  extras: Extras,
  nudge: (page: Page) => Promise<void>,
): Promise<Contender> {
  const name = [rival, ...(extras.ownReplay ? ['own replay'] : []), ...(extras.key ? ['key'] : [])].join(
    ' + ',
  );
  return {
    name,
    files: await buildRival(rival, extras),
    path: '/application/',
    nudge,
    meet,
    async prepare(page, email) {
      await meet(page);
      await page.evaluate(({ email, password }) => window.rival.signIn(email, password), {
        email,
        password: DEMO_PASSWORD,
      });
    },
    async save(page, thing) {
      await page.evaluate(thing => window.rival.save(thing), thing);
    },
    waiting: page => page.evaluate(() => window.rival.waiting()),
  };
}

async function meet(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null && 'rival' in window);
}

async function sayOnline(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
}
