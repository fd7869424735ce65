/** On a small disk of their own, which only root may mount: where that cannot be, they are told as skipped. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { attacked } from '#tests/support/attacks.ts';
import type { Db } from './database.ts';
import { DiskReserve } from './disk-reserve.ts';
import { openEmbedded } from './open.ts';
import { transact } from './transaction.ts';
import { sqlState, troubleOf } from './trouble.ts';

const MIB = 1024 * 1024;
const ROW_BYTES = 300_000;

const disk = mkdtempSync(join(tmpdir(), 'promo-disk-'));
const isMounted = mount();
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'none', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const freeMib = () => {
  const { bavail, bsize } = statfsSync(disk);
  return Math.floor((bavail * bsize) / MIB);
};

/** What somebody else keeps on the same disk. */
const others = join(disk, 'others');
function fillUpTo(mib: number): void {
  while (freeMib() > mib) appendFileSync(others, Buffer.alloc(Math.min(freeMib() - mib, 8) * MIB, 1));
}

/** The rows of that many that were acknowledged. */
async function addRows(db: Db, from: number, most: number): Promise<{ ids: number[]; refused: unknown }> {
  const ids: number[] = [];
  for (let id = from; id < from + most; id += 1) {
    const text = randomBytes(ROW_BYTES).toString('base64');
    try {
      await transact(db, tx => tx.execute(sql`insert into things values (${id}, ${text})`));
      ids.push(id);
    } catch (refused) {
      return { ids, refused };
    }
  }
  return { ids, refused: undefined };
}

async function idsOf(db: Db): Promise<number[]> {
  const rows = await db.select({ id: sql<number>`id` }).from(sql`things`).orderBy(sql`id`);
  return rows.map(({ id }) => id);
}

describe.skipIf(!isMounted)('on a full disk', () => {
  it.each([1, 2, 3, 4, 5])(
    'the embedded engine ends what it has begun, reads, refuses to write, and goes on when there is room (folder %i)',
    async folder => {
      const path = join(disk, `db${folder}`);
      const reserve = new DiskReserve(`${path}.reserve`);
      expect(reserve.take()).toBe(true);
      const database = await openEmbedded(path, reserve);
      const { db } = database;
      onTestFinished(() => {
        for (const file of [path, `${path}.reserve`, others]) rmSync(file, { recursive: true, force: true });
      });
      await db.execute(sql`create table things (id int primary key, text text)`);
      fillUpTo(5 + folder);

      const first = await addRows(db, 0, 500);
      expect(first.ids.length).toBeGreaterThan(0);
      expect([sqlState(first.refused), troubleOf(first.refused)]).toEqual(['25006', 'unavailable']);
      fillUpTo(0);
      expect(await idsOf(db)).toEqual(first.ids);
      expect(await addRows(db, 1_000, 1)).toMatchObject({ ids: [] });

      // As after a kill.
      const copy = mkdtempSync(join(tmpdir(), 'promo-killed-'));
      onTestFinished(() => rmSync(copy, { recursive: true }));
      cpSync(path, join(copy, 'db'), { recursive: true });
      rmSync(join(copy, 'db', 'postmaster.pid'), { force: true });
      const survivor = await openEmbedded(join(copy, 'db'));
      expect(await idsOf(survivor.db)).toEqual(first.ids);
      await survivor.close();

      rmSync(others);
      const second = await addRows(db, 2_000, 3);
      expect(second).toEqual({ ids: [2_000, 2_001, 2_002], refused: undefined });
      await database.close();
      const again = await openEmbedded(path);
      expect(await idsOf(again.db)).toEqual([...first.ids, ...second.ids]);
      await again.close();
      attacked('full disk');
    },
  );
});
