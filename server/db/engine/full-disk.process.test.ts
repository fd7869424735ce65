/** The server and its own PostgreSQL on a small disk that others fill, which only root may mount: elsewhere these tests are not there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { newId } from '#kit/ids.ts';
import { runAdmin } from '#tests/support/admin.ts';
import { attacked } from '#tests/support/attacks.ts';
import { get, post } from '#tests/support/calls.ts';
import { killEngine, openFolder } from '#tests/support/engine-of.ts';
import { bearer, instanceOf, itIf, login } from '#tests/support/firm-on-postgres.ts';
import { CLIENT, seedFixture } from '#tests/support/fixture.ts';
import { DEMO_DATA, startServer } from '#tests/support/server-process.ts';
import { migrate } from '../migrate.ts';
import { contacts } from '../schema.ts';

const MIB = 1024 * 1024;

const disk = mkdtempSync(join(tmpdir(), 'promo-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'none', disk]).status === 0;
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});
const onSmallDisk = itIf(isMounted);

const freeBytes = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

/** What somebody else keeps on the same disk. */
const others = join(disk, 'others');

function fillUpTo(bytes: number): void {
  while (freeBytes() > bytes) appendFileSync(others, Buffer.alloc(Math.min(freeBytes() - bytes, MIB), 1));
}

const SETTLES = { timeout: 90_000, interval: 250 };

/** So much is left when the writing begins: other things then are what there is no room for. */
const ROOMS = [0, 256 * 1024, MIB, 4 * MIB, 12 * MIB];

for (const room of ROOMS) {
  onSmallDisk(
    `a server that has ${room / 1024} KiB left refuses with 503, loses nothing, and goes on when there is room`,
    async () => {
      const dataDir = join(disk, `firm-${room}`);
      const { users } = await seed(dataDir);
      const server = await startServer({ DATA_DIR: dataDir, CLIENT_SECRET: CLIENT.client_secret });
      onTestFinished(async () => {
        await server.remove();
        await killEngine(dataDir);
        for (const path of [dataDir, others]) rmSync(path, { recursive: true, force: true });
      });
      const context = instanceOf(server);
      const session = bearer(await login(context, users.promoter));
      const acknowledged: number[] = [];
      const unsure: string[] = [];
      /** Saves once under that key. */
      const save = async (key = newId()) => {
        const comment = 'x'.repeat(2000);
        const person = { first_name: 'Анна', comment, contact_phones: [{ full_phone: '0001234567' }] };
        const answer = await post(context, saveContact.path, person, { ...session, 'idempotency-key': key });
        if (answer.status === 200) acknowledged.push(answer.body.id);
        if (answer.status === 504) unsure.push(key);
        return answer.status;
      };
      expect(await save()).toBe(200);
      fillUpTo(room);
      let status = 200;
      while (status === 200) status = await save();
      expect([503, 504]).toContain(status);
      // Nothing is left at all, also of what it had still found.
      fillUpTo(0);
      for (let at = 0; at < 20; at += 1) expect([200, 503, 504]).toContain(await save());
      expect((await get(context, '/api/health/live')).status).toBe(200);

      rmSync(others);
      await vi.waitFor(async () => expect(await save()).toBe(200), SETTLES);
      expect((await get(context, '/api/promo/contacts/list', session)).status).toBe(200);
      for (const key of unsure.splice(0)) expect(await save(key)).toBe(200);
      expect(await server.stop()).toBe(0);
      const { db, close } = await openFolder(dataDir);
      const kept = (await db.select({ id: contacts.id }).from(contacts)).map(({ id }) => id);
      await close();
      expect(kept.sort((a, b) => a - b)).toEqual([...new Set(acknowledged)].sort((a, b) => a - b));
      attacked('full disk');
    },
  );
}

/** The small firm in a data folder. */
async function seed(dataDir: string) {
  const { db, close } = await openFolder(dataDir);
  await migrate(db);
  return seedFixture(db, Date.now()).finally(close);
}

onSmallDisk('a copy is not restored, nor verified, in words, and nothing of it stays', async () => {
  const home = mkdtempSync(join(tmpdir(), 'promo-copy-'));
  const target = join(disk, 'restored');
  onTestFinished(() => {
    for (const path of [home, target, others]) rmSync(path, { recursive: true, force: true });
  });
  const data = join(home, 'data');
  cpSync(process.env[DEMO_DATA] ?? '', data, { recursive: true });
  const copy = join(home, 'firm.gz');
  expect(await runAdmin({ DATA_DIR: data }, 'backup', copy)).toMatchObject({ exit: 0 });
  const restore = (...more: string[]) =>
    runAdmin({ DATA_DIR: target, TMPDIR: disk }, 'restore', copy, ...more);
  // Too little to make a database, and too little for what is in the copy.
  for (const room of [8 * MIB, 72 * MIB]) {
    fillUpTo(room);
    for (const more of [[], ['--verify']]) {
      expect(await restore(...more)).toMatchObject({
        exit: 1,
        errors: expect.stringMatching(/[Нн]а диске.* нет места/),
      });
    }
    expect(readdirSync(disk)).toEqual(['others']);
  }
  attacked('full disk', 4);
});
