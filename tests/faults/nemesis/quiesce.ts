import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Client, inTime, openTab } from './client.ts';
import { bringModule, isOpen, lookInPage, whoIsIn } from './our-outbox.ts';
import type { SeenDevice } from './page-outbox.ts';
import { tellOnline } from './tab-troubles.ts';
import { relieve } from './troubles.ts';
import { enterAs } from './users.ts';

/** When nothing has left for so long, what waits is stuck. Without keys a lost create waits for two minutes ([S13]). */
const PATIENCE_MS = { keyed: 60_000, legacy: 170_000 };

const ASK_AGAIN_MS = 250;

const RELIEF_MS = 60_000;

/**
 * Everything is well again: the network, the tabs, the session. Then nothing is done but waiting, as each of this
 * device's users in turn; `toEmptyMs` is null if something never left.
 */
export async function quiesce(
  client: Client,
  keyed: boolean,
): Promise<{ device: SeenDevice; toEmptyMs: number | null }> {
  await inTime(relieve(client), 'relief', RELIEF_MS);
  const began = Date.now();
  const patienceMs = keyed ? PATIENCE_MS.keyed : PATIENCE_MS.legacy;
  // A new one: an old tab may hang for ever in what was done to it.
  const page = await openTab(client);
  let emptyAt: number | null = null;
  for (const turn of [0, 1]) {
    const { subject, isOn } = await inTime(whoIsIn(page), 'who is in');
    const waiting = await waitingOf(page);
    const isNext = turn === 0 ? !isOn || subject === null : waiting.some(({ owner }) => owner !== subject);
    if (turn === 1 && isNext) client.users.reverse();
    if (isNext) await enterAs(client, page, client.users[0]);
    await tellOnline(client);
    if (await hasLeft(page, patienceMs)) emptyAt = Date.now();
  }
  const device = await inTime(lookInPage(page), 'the last look');
  const isEmpty = device.entries.filter(isOpen).length === 0;
  // Empty at the last look only: the last entries left between the looks.
  const lastAt = emptyAt ?? Date.now();
  return { device, toEmptyMs: isEmpty ? lastAt - began : null };
}

async function waitingOf(page: Page): Promise<SeenDevice['entries']> {
  await inTime(bringModule(page), 'the module');
  return (await inTime(lookInPage(page), 'a look')).entries.filter(isOpen);
}

/** Waits until nothing of who is signed in waits, as long as it gets less. */
async function hasLeft(page: Page, patienceMs: number): Promise<boolean> {
  let fewest = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (; Date.now() - movedAt < patienceMs; await pause(ASK_AGAIN_MS)) {
    const { subject } = await inTime(whoIsIn(page), 'who is in');
    const waiting = (await waitingOf(page)).filter(({ owner }) => owner === subject).length;
    if (waiting === 0) return true;
    if (waiting < fewest) movedAt = Date.now();
    fewest = Math.min(fewest, waiting);
  }
  return false;
}
