import { getDefaultStore } from 'jotai';
import { DRAIN_LOCK } from '#sync/lease.ts';
import { webLocks } from '#sync/web-locks.ts';
import { hasOpenForm } from '#ui/form/open-forms.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './shell/texts.ts';
import { offerAtom } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

const store = getDefaultStore();

/** Lets the new version take over; the page ends with that, and stays where a form would be lost. */
export async function applyUpdate(link: Promise<WorkerLink>): Promise<void> {
  if (refuseOverForm()) return;
  store.set(offerAtom, 'applying');
  try {
    const isComing = await (await link).applyUpdate(waitForPass);
    if (!isComing) store.set(offerAtom, 'none');
  } catch (cause) {
    store.set(offerAtom, 'offered');
    if (!(cause instanceof FormOpened)) throw cause;
  }
}

/** Nothing that is being typed is reloaded away. */
function refuseOverForm(): boolean {
  if (!hasOpenForm()) return false;
  notify({ type: 'warning', title: texts.updating, message: texts.closeFormFirst });
  return true;
}

/** While the last pass ended, somebody began to type. */
class FormOpened extends Error {}

/** [S24] Takes the drain lock and keeps it until the page is gone, so that no pass is cut by the reload. */
async function waitForPass(): Promise<void> {
  const release = await takeDrainLock();
  if (!refuseOverForm()) return;
  release();
  throw new FormOpened();
}

function takeDrainLock(): Promise<() => void> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((taken, reject) => {
    webLocks(DRAIN_LOCK, () => new Promise<void>(release => taken(release))).catch(reject);
  });
}
