import { dropRefillable } from '#storage/drop-refillable.ts';
import type { Device } from './device.ts';
import { pullContext } from './local.ts';

/** [S6] What can be fetched again makes room for what cannot. */
export async function makeRoom(device: Device): Promise<void> {
  const pulls = pullContext(device, device.session.lastOwner());
  if (pulls) await dropRefillable(pulls.cache);
}
