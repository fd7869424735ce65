import { setTimeout as pause } from 'node:timers/promises';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import type { WireFault } from '../nemesis/wire/wire.ts';
import { type Drive, goOffline, goOnline, hear, killBrowser, killPage, quiesce, save } from './drive.ts';

const SAVES = [saveContact.path, sendOrder.path].map(path => new RegExp(`^${path}$`));

/** A sign-in page of a Wi-Fi, or a broken server, lasts longer than a few quick attempts. */
const SPELL_MS = 8000;

/** On a weak network a request is on its way for so long. */
const A_WHILE_MS = 1500;

/** A phone that is looked at again after some time. */
const QUIET_MS = 15_000;

const ASK_AGAIN_MS = 20;

/** One thing that happens to a promoter's phone. */
export type HardCase = { name: string; play(drive: Drive): Promise<void> };

/** A contact and an order on a network without a fault: whoever fails here is broken, not worse. */
export const GOOD_NETWORK: HardCase = {
  name: 'a good network',
  async play(drive) {
    saveBoth(drive);
    await hear(drive);
  },
};

/** What the comparison is about, in the words of the README. */
export const HARD_CASES: readonly HardCase[] = [
  {
    name: 'the answer is lost after the server has saved',
    async play(drive) {
      for (const path of SAVES) drive.wire.spoil(path, 'cut-after');
      saveBoth(drive);
    },
  },
  {
    name: 'the browser is killed while a save waits without a network',
    async play(drive) {
      await saveOffline(drive);
      await killBrowser(drive);
      await goOnline(drive);
    },
  },
  { name: "a Wi-Fi's sign-in page answers 200", play: drive => sendThrough(drive, 'html') },
  { name: 'the server answers 500', play: drive => sendThrough(drive, '500') },
  {
    name: 'the token has expired meanwhile',
    async play(drive) {
      await saveOffline(drive);
      drive.wire.expireTokens();
      await goOnline(drive);
    },
  },
  {
    name: 'page and worker end while the request is on its way',
    async play(drive) {
      await saveOffline(drive);
      for (const path of SAVES) drive.wire.spoil(path, 'stall');
      const before = savesSeen(drive);
      await goOnline(drive);
      while (savesSeen(drive) === before) await pause(ASK_AGAIN_MS);
      await pause(A_WHILE_MS);
      await killPage(drive, 'close');
    },
  },
];

/** One case from its beginning until nothing waits any more. */
export async function play(drive: Drive, { play }: HardCase): Promise<void> {
  await play(drive);
  await hear(drive);
  drive.wire.heal();
  await quiesce(drive, QUIET_MS);
}

function saveBoth(drive: Drive): void {
  save(drive, 'contact.create');
  save(drive, 'order.create');
}

async function saveOffline(drive: Drive): Promise<void> {
  await goOffline(drive);
  saveBoth(drive);
  await hear(drive);
}

/** What was saved without a network is sent into a spell in which everybody answers so. */
async function sendThrough(drive: Drive, fault: WireFault): Promise<void> {
  await saveOffline(drive);
  drive.wire.trouble(1, [fault]);
  await goOnline(drive);
  await pause(SPELL_MS);
}

function savesSeen({ wire }: Drive): number {
  return wire.passages().filter(({ path }) => SAVES.some(save => save.test(path))).length;
}
