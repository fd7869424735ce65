import { announcementOf } from '#features/outbox/announcement-of.ts';
import type { Device } from '#state/device.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { takeAnnouncements } from '#sync/announce.ts';
import { notify } from '#ui/toast.tsx';

/** Tells what the server has confirmed or refused since somebody last told it; of several tabs one does. */
export async function announceSettled(device: Device): Promise<void> {
  const owner = device.session.owner();
  if (!owner) return;
  const settled = await takeAnnouncements(device.db, ownerKeyOf(owner));
  for (const notice of announcementOf(settled)) notify(notice);
}
