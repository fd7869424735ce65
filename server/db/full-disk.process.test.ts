/** On a small disk of their own, which only root may mount: where that cannot be, they are told as skipped. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { runAdmin } from '#tests/support/admin.ts';
import { attacked } from '#tests/support/attacks.ts';
import { get, post } from '#tests/support/calls.ts';
import { fillEmptyFolder } from '#tests/support/embedded-engine.ts';
import { bearer, instanceOf, login } from '#tests/support/firm-on-postgres.ts';
import { CLIENT, seedFixture } from '#tests/support/fixture.ts';
import { DEMO_DATA, startServer } from '#tests/support/server-process.ts';
import type { Db } from './database.ts';
import { problemOf, sqlState } from './database-problem.ts';
import { DiskReserve } from './disk-reserve.ts';
import { openEmbedded } from './open.ts';
import { contacts } from './schema.ts';
import { transact } from './transaction.ts';

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

function fillWhole(): void {
  fillUpTo(0);
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) appendFileSync(others, block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
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
      const database = await openEmbedded(path, { reserve });
      const { db } = database;
      onTestFinished(() => {
        for (const file of [path, `${path}.reserve`, others]) rmSync(file, { recursive: true, force: true });
      });
      await db.execute(sql`create table things (id int primary key, text text)`);
      fillUpTo(5 + folder);

      const first = await addRows(db, 0, 500);
      expect(first.ids.length).toBeGreaterThan(0);
      expect([sqlState(first.refused), problemOf(first.refused)]).toEqual(['53100', 'unavailable']);
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

  it('a transaction of any length is rolled back, and the reserve is enough for that', async () => {
    const path = join(disk, 'long');
    const reserve = new DiskReserve(`${path}.reserve`);
    expect(reserve.take()).toBe(true);
    const { db, close } = await openEmbedded(path, { reserve });
    onTestFinished(() => {
      for (const file of [path, `${path}.reserve`, others]) rmSync(file, { recursive: true, force: true });
    });
    await db.execute(sql`create table things (id int primary key, text text)`);
    fillUpTo(5);
    let written = 0;
    const endless = transact(db, async tx => {
      for (;;) {
        const text = randomBytes(ROW_BYTES).toString('base64');
        await tx.execute(sql`insert into things values (${written}, ${text})`);
        written += 1;
      }
    });
    await expect(endless.catch(sqlState)).resolves.toBe('53100');
    expect(written).toBeGreaterThan(1);
    // It was not used up by going on.
    expect(freeMib()).toBeGreaterThan(32);
    expect(await idsOf(db)).toEqual([]);
    await close();
    attacked('full disk');
  });

  it('a copy is not restored, nor verified, in words, and nothing of it stays', async () => {
    const home = mkdtempSync(join(tmpdir(), 'promo-copy-'));
    const target = join(disk, 'restored');
    onTestFinished(() => {
      for (const file of [home, target, others]) rmSync(file, { recursive: true, force: true });
    });
    cpSync(process.env[DEMO_DATA] ?? '', join(home, 'data'), { recursive: true });
    const copy = join(home, 'firm.gz');
    expect(await runAdmin({ DATA_DIR: join(home, 'data') }, 'backup', copy)).toMatchObject({ exit: 0 });
    const restore = (...more: string[]) =>
      runAdmin({ DATA_DIR: target, TMPDIR: disk }, 'restore', copy, ...more);
    for (const more of [[], ['--verify']]) {
      const restoring = restore(...more);
      // It has its reserve; from then on nothing is left to it.
      await expect.poll(freeMib, { interval: 10, timeout: 60_000 }).toBeLessThan(260);
      fillWhole();
      const words = { exit: 1, errors: expect.stringMatching(/на диске.* нет места \(53100\)/) };
      expect(await restoring).toMatchObject(words);
      rmSync(others);
    }
    fillUpTo(100);
    expect(await restore()).toMatchObject({ exit: 1, errors: expect.stringContaining('нужно 128 МБ') });
    expect(await restore('--verify')).toMatchObject({ exit: 1, errors: expect.stringContaining('ENOSPC') });
    expect(readdirSync(disk)).toEqual(['others']);
    attacked('full disk', 4);
  });

  it('the server lives, reads, says why it does not write, goes on when there is room, and ends in order', async () => {
    const folder = join(disk, 'firm');
    mkdirSync(folder);
    await fillEmptyFolder(join(folder, 'db'));
    const before = await openEmbedded(join(folder, 'db'));
    const { users } = await seedFixture(before.db, Date.now());
    await before.close();
    const server = await startServer({ DATA_DIR: folder, CLIENT_SECRET: CLIENT.client_secret });
    onTestFinished(async () => {
      await server.remove();
      for (const file of [folder, others]) rmSync(file, { recursive: true, force: true });
    });
    const context = instanceOf(server);
    const session = bearer(await login(context, users.promoter));
    // The first use of a token is written down, for which there will be no room.
    const unused = bearer(await login(context, users.promoter));
    const acknowledged: number[] = [];
    /** Saves so many at most; resolves to the answer that was no success. */
    const save = async (most: number) => {
      for (let at = 0; at < most; at += 1) {
        const person = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
        const answer = await post(context, saveContact.path, person, session);
        if (answer.status !== 200) return answer;
        acknowledged.push(answer.body.id);
      }
      return undefined;
    };
    const received = (event: string) => server.output().split(`"event":"${event}"`).length - 1;
    const isFull = async () => {
      fillWhole();
      const refused = await save(5_000);
      expect(refused?.status).toBe(503);
      expect(refused?.body.message).toMatch(/^На диске сервера нет места/);
      // Also of what it had in reserve nothing is left.
      fillWhole();
      const answers = await Promise.all([
        get(context, '/api/health/live'),
        get(context, '/api/promo/contacts/list', session),
        get(context, '/api/promo/contacts/list', unused),
        save(1),
      ]);
      expect(answers.map(answer => answer?.status)).toEqual([200, 200, 200, 503]);
      const purged = await runAdmin({ DATA_DIR: folder }, 'token:purge');
      expect(purged).toMatchObject({ exit: 1, errors: expect.stringContaining('нет места') });
    };

    expect(await save(3)).toBeUndefined();
    await isFull();
    expect([received('disk.full'), received('disk.has_room')]).toEqual([1, 0]);
    rmSync(others);
    expect(await save(3)).toBeUndefined();
    expect([received('disk.full'), received('disk.has_room')]).toEqual([1, 1]);
    await isFull();
    expect([received('disk.full'), received('disk.has_room')]).toEqual([2, 1]);
    expect(await server.stop()).toBe(0);

    rmSync(others);
    await server.start();
    expect(await save(1)).toBeUndefined();
    expect(await server.stop()).toBe(0);
    const after = await openEmbedded(join(folder, 'db'));
    const kept = await after.db.select({ id: contacts.id }).from(contacts);
    await after.close();
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    attacked('full disk', 2);
  });
});
