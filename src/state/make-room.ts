import { clearRefetchable } from '#storage/cache-db.ts';
import type { Device } from './device-context.ts';
import { pullContext, withCache } from './local.ts';

/** [S6] What can be fetched again makes room for what cannot. */
export async function makeRoom(device: Device): Promise<void> {
  await withCache(
    () => pullContext(device, device.session.lastOwner()),
    ({ cache }) => clearRefetchable(cache),
  );
}
