import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { DRAIN_LOCK } from '#sync/lease.ts';
import { webLocks } from '#sync/web-locks.ts';
import { hasOpenForm } from '#ui/open-forms.ts';
import { notify } from '#ui/toast.tsx';
import type { Update } from './shell/update-banner.tsx';
import type { WorkerLink } from './worker-link.ts';

type Offer = 'none' | 'offered' | 'applying';

const offerAtom = atom<Offer>('none');
const store = getDefaultStore();

/** A new version is there: the banner appears. */
export function offerUpdate(): void {
  if (store.get(offerAtom) === 'none') store.set(offerAtom, 'offered');
}

/** The banner's props while a new version waits for the user's word. */
export function useUpdate(link: Promise<WorkerLink>): Update | null {
  const offer = useAtomValue(offerAtom);
  if (offer === 'none') return null;
  return {
    busy: offer === 'applying',
    onUpdate: () => void applyUpdate(link),
    onLater: () => store.set(offerAtom, 'none'),
  };
}

async function applyUpdate(link: Promise<WorkerLink>): Promise<void> {
  if (hasOpenForm()) {
    notify({ type: 'warning', title: 'Обновление', message: 'Сначала сохраните или закройте форму' });
    return;
  }
  store.set(offerAtom, 'applying');
  const isComing = await (await link).applyUpdate(waitForPass);
  if (!isComing) store.set(offerAtom, 'none');
}

/** [S24] Takes the drain lock and keeps it until the page is gone, so that no pass is cut by the reload. */
function waitForPass(): Promise<void> {
  if (!('locks' in navigator)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    webLocks(DRAIN_LOCK, () => {
      resolve();
      return new Promise<never>(() => {});
    }).catch(reject);
  });
}
