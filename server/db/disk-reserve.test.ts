import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

const writes = vi.hoisted(() => ({ tried: 0 }));

/** A disk that shows room and gives none: a user's quota is used up. */
vi.mock('node:fs', async original => ({
  ...(await original<typeof import('node:fs')>()),
  writeSync: () => {
    writes.tried += 1;
    throw Object.assign(new Error('quota'), { code: 'EDQUOT' });
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'promo-reserve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('where a quota leaves no room the reserve is not tried with every call, and that is told once', () => {
  const told: string[] = [];
  const reserve = new DiskReserve(join(folder, 'reserve'), ({ event }) => void told.push(event));
  expect([reserve.take(), reserve.take(), reserve.take()]).toEqual([false, false, false]);
  expect(writes.tried).toBe(1);
  reserve.release();
  expect([reserve.take(), told]).toEqual([false, ['disk.full']]);
});
