import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import type { Contender } from '../nemesis/contender.ts';
import { buildRival, type RivalName } from './build-rival.ts';
// For what it adds to `window`.
import './rival-page.ts';
import { dispatchSync } from './dispatch-sync.ts';

/** The tag that workbox gives to the queue named `saves`. */
const WORKBOX_TAG = 'workbox-background-sync:saves';

/** With a key, each save carries its own fixed Idempotency-Key, which neither library brings. */
export type Variant = { keyed: boolean };

/** A build on workbox-background-sync. */
export async function workboxContender({ keyed }: Variant = { keyed: false }): Promise<Contender> {
  return contender('workbox', keyed, async page => {
    await sayOnline(page);
    // What the browser does by itself a while later.
    await dispatchSync(page, WORKBOX_TAG);
  });
}

/** A build on TanStack Query's paused mutations. */
export async function tanstackContender({ keyed }: Variant = { keyed: false }): Promise<Contender> {
  return contender('tanstack', keyed, sayOnline);
}

async function contender(
  name: RivalName,
  keyed: boolean,
  nudge: (page: Page) => Promise<void>,
): Promise<Contender> {
  return {
    name: keyed ? `${name} + key` : name,
    files: await buildRival(name, keyed),
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
