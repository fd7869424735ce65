import { setTimeout as pause } from 'node:timers/promises';
import { fireSync, stopWorkers } from '#tests/support/background-sync.ts';
import { type Client, openTab } from './client.ts';
import { SAVES } from './our-outbox.ts';
import type { Plan } from './plan.ts';
import { ASK_AGAIN_MS, closePages, MOMENT_MS, someTab, thaw } from './tab-troubles.ts';

/** How long a worker may take to start and to send what waits. */
const WORKER_MS = 20_000;

/** The browser finds a network while no page of the app is open: what was kept in the cellar leaves all the same. */
export async function syncWithoutPages(client: Client, _: number, plan: Plan): Promise<boolean> {
  await leaveUnsent(client);
  const { wire } = client;
  const before = wire.passages().length;
  const isMet = await wakeWorker(client, () =>
    wire
      .passages()
      .slice(before)
      .some(({ path, status }) => SAVES.test(path) && status === 200),
  );
  wire.trouble(plan.share);
  await openTab(client);
  return isMet;
}

/** Nothing but the worker is left, with something to send and a way that is well. */
async function leaveUnsent(client: Client): Promise<void> {
  await thaw(client);
  await someTab(client);
  await client.wire.goOffline();
  await closePages(client);
  client.wire.calm();
  await client.wire.goOnline();
}

/** Tells the worker of a network until it has done that: a browser too asks again when a pass came to nothing. */
async function wakeWorker(client: Client, hasDone: () => boolean): Promise<boolean> {
  for (const end = Date.now() + WORKER_MS; Date.now() < end && !hasDone(); ) {
    await fireSync(client.desk.cdp, client.wire.origin);
    for (const until = Date.now() + MOMENT_MS; Date.now() < until && !hasDone(); ) await pause(ASK_AGAIN_MS);
  }
  return hasDone();
}

/** The browser ends the worker while the request of its pass is on its way. */
export async function stopWorkerInPass(client: Client, _: number, plan: Plan): Promise<boolean> {
  await leaveUnsent(client);
  const { wire, desk } = client;
  const before = wire.passages().length;
  wire.spoil(SAVES, 'hold');
  const isMet = await wakeWorker(client, () =>
    wire
      .passages()
      .slice(before)
      .some(({ fault }) => fault === 'hold'),
  );
  client.deaths.push(Date.now());
  await stopWorkers(desk.cdp);
  wire.trouble(plan.share);
  await openTab(client);
  return isMet;
}
