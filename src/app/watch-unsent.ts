import { liveQuery } from 'dexie';
import { lostTexts } from '#features/outbox/notice-texts.ts';
import type { Device } from '#state/device.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { noteUnsent } from '#sync/lost-entries.ts';
import { notify } from '#ui/toast.tsx';

/** Notifies at a start that unsent entries were lost with the outbox; then keeps their number beside it. */
export function watchUnsent({ db, session }: Device): void {
  let isStart = true;
  let noted = Promise.resolve();
  const note = async () => {
    const owner = session.lastOwner();
    const ownerKey = owner && ownerKeyOf(owner);
    const lost = await noteUnsent(db, localStorage, ownerKey, isStart);
    // Only now: a loss that could not be written down is looked for again.
    isStart = false;
    if (ownerKey && lost.includes(ownerKey)) notify({ type: 'warning', ...lostTexts });
  };
  liveQuery(() => db.entries.count()).subscribe(() => {
    noted = noted.then(note).catch(error => {
      // [S7] A newer version of the app has taken the database over: it keeps the number now.
      if (!db.outdated) reportError(error);
    });
  });
}
