import { announcementOf } from '#features/outbox/announcement-of.ts';
import type { Services } from '#state/services.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { takeAnnouncements } from '#sync/announce.ts';
import { notify } from '#ui/toast.tsx';

/** Tells what the server has confirmed or refused since somebody last told it; of several tabs one does. */
export async function announceSettled(services: Services): Promise<void> {
  const owner = services.session.owner();
  if (!owner) return;
  const settled = await takeAnnouncements(services.db, ownerKeyOf(owner));
  for (const notice of announcementOf(settled)) notify(notice);
}
