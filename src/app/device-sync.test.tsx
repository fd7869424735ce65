import { expect, it, vi } from 'vitest';
import type { Device } from '#state/device-context.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { readLost } from '#sync/lost-entries.ts';
import { watchUnsent } from './device-sync.ts';

it('[S4] a loss that a full disk did not let be written down is looked for again', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  localStorage.setItem('application.unsent|anna', '2');
  const db = new OutboxDb();
  const put = vi.spyOn(db.control, 'put').mockRejectedValueOnce(new Error('full'));
  watchUnsent({ db, session: { lastOwner: () => null } } as unknown as Device);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
  expect([put.mock.calls.length, await readLost(db, 'anna')]).toEqual([1, 0]);
  await db.entries.add({ id: 'a', ownerKey: 'boris', state: 'queued' } as never);
  await vi.waitFor(async () => expect(await readLost(db, 'anna')).toBe(2));
});
