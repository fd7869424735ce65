import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-reserve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('where a quota leaves no room the reserve is not tried with every call, and that is told once', () => {
  const received: string[] = [];
  let tried = 0;
  // The disk shows room and gives none.
  const fill = () => {
    tried += 1;
    throw Object.assign(new Error('quota'), { code: 'EDQUOT' });
  };
  const reserve = new DiskReserve(join(folder, 'reserve'), ({ event }) => void received.push(event), fill);
  expect([reserve.take(), reserve.take(), reserve.take()]).toEqual([false, false, false]);
  expect(tried).toBe(1);
  reserve.release();
  expect([reserve.take(), received]).toEqual([false, ['disk.full']]);
});
