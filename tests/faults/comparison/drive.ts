import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { seededRandom } from '#server/db/seed/random.ts';
import { stopWorkers } from '#tests/support/background-sync.ts';
import { type Browser, newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Contender, Thing } from '../nemesis/contender.ts';
import type { Office } from '../nemesis/office.ts';
import { layWire, type Wire } from '../nemesis/wire/wire.ts';

const PROMOTER = DEMO.promoter;

const ASK_AGAIN_MS = 250;
const A_MOMENT_MS = 800;

/** The user looks at the app again, and again the browser says that there is a network. */
const NUDGE_AGAIN_MS = 4000;

/** One contender on one phone with one way to the server, and what its user was told. */
export type Drive = {
  contender: Contender;
  wire: Wire;
  browser: Browser;
  page: Page;
  isOffline: boolean;
  /** All that the user tried to save. */
  tried: Thing[];
  /** What the user was told is kept. */
  told: Thing[];
  /** Saves of which the user has not been told anything yet. */
  open: Set<Promise<void>>;
};

/** Starts a browser on a new profile, and prepares the contender for the field. */
export async function startDrive(contender: Contender, office: Office, seed: number): Promise<Drive> {
  const wire = await layWire({
    ...{ target: office.origin, files: contender.files, killServer: office.kill },
    ...{ keyed: true, random: seededRandom(seed).next },
  });
  const browser = await startChromium(newProfile());
  try {
    const page = await openPage(browser, wire, contender);
    await contender.prepare(page, PROMOTER);
    return { contender, wire, browser, page, isOffline: false, tried: [], told: [], open: new Set() };
  } catch (reason) {
    await endDrive({ browser, wire });
    throw reason;
  }
}

async function openPage(browser: Browser, wire: Wire, contender: Contender): Promise<Page> {
  // The default of a browser with a window.
  await browser.context.grantPermissions(['background-sync'], { origin: wire.origin });
  return browser.open(`${wire.origin}${contender.path}`);
}

/** The user saves something and does not wait for what the page says, but hears it. */
export function save(drive: Drive, kind: Thing['kind']): void {
  const marker = `${drive.contender.name} ${String(drive.tried.length).padStart(4, '0')}`;
  const thing = { kind, marker };
  drive.tried.push(thing);
  const saving = drive.contender.save(drive.page, thing).then(
    () => void drive.told.push(thing),
    // Told that it is not kept, or the page has gone before it said anything: nothing was promised.
    () => undefined,
  );
  drive.open.add(saving);
  void saving.then(() => drive.open.delete(saving));
}

/** Waits until the user has been told about everything that was saved. */
export async function hear(drive: Drive): Promise<void> {
  await Promise.all(drive.open);
}

/** The network goes, and the browser knows it. */
export async function goOffline(drive: Drive): Promise<void> {
  drive.isOffline = true;
  await drive.wire.goOffline();
  await drive.browser.context.setOffline(true);
}

/** The network is back, and the browser says so. */
export async function goOnline(drive: Drive): Promise<void> {
  drive.isOffline = false;
  await drive.wire.goOnline();
  await drive.browser.context.setOffline(false);
  await drive.contender.nudge(drive.page);
}

/** SIGKILL, and the browser opens the page again on the same profile. */
export async function killBrowser(drive: Drive): Promise<void> {
  await drive.browser.kill();
  drive.browser = await startChromium(drive.browser.profile);
  await reopen(drive);
}

/** The page and the worker end in the middle of whatever they do; the page is opened again. */
export async function killPage(drive: Drive, way: 'close' | 'crash'): Promise<void> {
  const { page } = drive;
  await stopWorker(drive);
  if (way === 'crash') {
    const crashed = page.waitForEvent('crash');
    // The page cannot answer any more; its end is what is waited for.
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
  }
  await page.close();
  await reopen(drive);
}

/** The browser ends an idle worker, or a busy one when it needs the memory. */
export async function stopWorker({ browser, page }: Drive): Promise<void> {
  const session = await browser.cdp(page);
  await stopWorkers(session);
  await session.detach();
}

async function reopen(drive: Drive): Promise<void> {
  if (drive.isOffline) await drive.browser.context.setOffline(true);
  drive.page = await openPage(drive.browser, drive.wire, drive.contender);
  await drive.contender.meet(drive.page);
}

/**
 * Waits on a good network until nothing has waited for a moment: what a worker has taken out of its queue may still be
 * on its way. What is left after that time is told as it is.
 */
export async function quiesce(drive: Drive, limitMs: number): Promise<number> {
  const deadline = Date.now() + limitMs;
  let busyAt = Date.now();
  for (let nudgedAt = 0; ; await pause(ASK_AGAIN_MS)) {
    if (Date.now() - nudgedAt > NUDGE_AGAIN_MS) {
      await drive.contender.nudge(drive.page);
      nudgedAt = Date.now();
    }
    const left = await drive.contender.waiting(drive.page);
    if (left > 0 || drive.open.size > 0) busyAt = Date.now();
    if (Date.now() - busyAt > A_MOMENT_MS || Date.now() > deadline) return left;
  }
}

/** Ends the browser and the way to the server. */
export async function endDrive({ browser, wire }: Pick<Drive, 'browser' | 'wire'>): Promise<void> {
  await browser.kill();
  removeProfile(browser.profile);
  await wire.close();
}
