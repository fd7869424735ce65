import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { counterOf } from '#tests/support/server-count.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Contender } from '../nemesis/contender.ts';
import { type Office, openOffice } from '../nemesis/office.ts';
import { ourOutbox } from '../nemesis/our-outbox.ts';
import { tanstackContender, workboxContender } from './contenders.ts';
import { type Counted, countOutcome, countThings } from './count.ts';
import {
  type Drive,
  endDrive,
  goOffline,
  goOnline,
  killBrowser,
  killPage,
  quiesce,
  save,
  startDrive,
  stopWorker,
} from './drive.ts';
import { type Planned, planSteps, type Step } from './script.ts';

/** Half of the requests in a spell of trouble. */
const SHARE = 0.5;

/** Longer than any back-off that a nudge does not cut short. */
const QUIET_MS = 90_000;

/** Ours, and the others as they come. */
export async function asTheyCome({ origin }: Office): Promise<Contender[]> {
  const choices = await (await counterOf(origin, DEMO.promoter)).choices();
  return Promise.all([ourOutbox(choices), workboxContender(), tanstackContender()]);
}

/** The others with a key for each save, which shows what a key alone would mend; and with a replay of one's own. */
async function withExtras(): Promise<Contender[]> {
  return Promise.all([
    workboxContender({ key: true }),
    tanstackContender({ key: true }),
    workboxContender({ key: true, ownReplay: true }),
  ]);
}

/** Removes what was built for the comparison. */
export function discard(contenders: readonly Contender[]): void {
  for (const { files } of contenders) if (files) rmSync(files, { recursive: true, force: true });
}

/** The same saves and the same faults for everybody, one after the other, each for so many minutes. */
export async function compare({ seed, minutes }: { seed: number; minutes: number }): Promise<Counted[]> {
  const plan = planSteps(seed, minutes);
  const office = await openOffice();
  const contenders = [...(await asTheyCome(office)), ...(await withExtras())];
  try {
    const rows: Counted[] = [];
    for (const contender of contenders) rows.push(await attack({ contender, office, plan, seed }));
    return rows;
  } finally {
    await office.close();
    discard(contenders);
  }
}

type Attack = { contender: Contender; office: Office; plan: readonly Planned[]; seed: number };

async function attack({ contender, office, plan, seed }: Attack): Promise<Counted> {
  const drive = await startDrive(contender, office, seed);
  try {
    const began = Date.now();
    for (const { atMs, step } of plan) {
      await pause(Math.max(0, began + atMs - Date.now()));
      await take(drive, step);
    }
    drive.wire.heal();
    await goOnline(drive);
    const waiting = await quiesce(drive, QUIET_MS);
    return countOutcome(await countThings(office.origin), { ...drive, name: contender.name, waiting });
  } finally {
    await endDrive(drive);
  }
}

async function take(drive: Drive, step: Step): Promise<void> {
  switch (step.do) {
    case 'save contact':
      return save(drive, 'contact.create');
    case 'save order':
      return save(drive, 'order.create');
    case 'offline':
      return goOffline(drive);
    case 'online':
      return goOnline(drive);
    case 'trouble':
      return drive.wire.trouble(SHARE, step.faults);
    case 'calm':
      return drive.wire.trouble(0);
    case 'expire':
      return drive.wire.expireTokens();
    case 'kill browser':
      return killBrowser(drive);
    case 'stop worker':
      return stopWorker(drive);
    case 'crash page':
      return killPage(drive, 'crash');
  }
}
