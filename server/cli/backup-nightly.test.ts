import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { deferred } from '#kit/deferred.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { readCopyFile } from '../db/copy/file.ts';
import { loadCopy } from '../db/copy/load-copy.ts';
import { inSnapshot, readDigests } from '../db/copy/read-copy.ts';
import type { Db, OpenDatabase } from '../db/database.ts';
import type { LogEntry } from '../db/deps.ts';
import { seedBase } from '../db/seed/base.ts';
import { transact } from '../db/transaction.ts';
import { backupNightly, backupsIn, createLook, overdueLine, stateOf } from './backup-nightly.ts';

/** In Moscow it is 02:50 of the 28th. */
const BEFORE_THREE = Date.parse('2026-11-27T23:50:00Z');
const AFTERNOON = Date.parse('2026-11-28T12:00:00Z');
const LOOK_MS = 10 * MINUTE_MS;
const ZONE = 'Europe/Moscow';

let opened: OpenDatabase;
let dataDir: string;
let now: number;
let logged: LogEntry[];
let look: () => Promise<void>;
beforeEach(async () => {
  opened = await openTestDatabase();
  await transact(opened.db, tx => seedBase(tx, new Date(AFTERNOON)));
  dataDir = mkdtempSync(join(tmpdir(), 'promo-nightly-'));
  [now, logged] = [AFTERNOON, []];
  look = createServer();
});
afterEach(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const place = () => ({ dataDir, zone: ZONE, clock: () => now });
const events = () => logged.map(({ event }) => event);
const files = () => readdirSync(backupsIn(dataDir)).sort();
const put = (...names: string[]) => {
  mkdirSync(backupsIn(dataDir), { recursive: true });
  for (const name of names) writeFileSync(join(backupsIn(dataDir), name), 'x');
};
const nightly = (day: string) => `nightly-${day}.gz`;

const source = () => ({ ...place(), db: opened.db, clientSecret: 'the secret' });
const log = (entry: LogEntry) => void logged.push(entry);
const createServer = () => createLook(source(), log, () => false);

it('makes the copy of the night after 03:00 by the clocks of the firm, and not another one that day', async () => {
  now = BEFORE_THREE;
  put(nightly('2026-11-27'));
  await look();
  expect(files()).toEqual([nightly('2026-11-27')]);
  now += LOOK_MS;
  await look();
  expect(files()).toEqual([nightly('2026-11-27'), nightly('2026-11-28')]);
  now = BEFORE_THREE + DAY_MS;
  await look();
  expect(events()).toEqual(['backup.done']);
  now += LOOK_MS;
  await look();
  expect(files()).toContain(nightly('2026-11-29'));
});

it('makes up for a night when the machine was off', async () => {
  await look();
  expect(files()).toEqual([nightly('2026-11-28')]);
});

it('writes what the command restore takes: all rows and the secret, for its owner alone', async () => {
  await look();
  const path = join(backupsIn(dataDir), nightly('2026-11-28'));
  expect([statSync(backupsIn(dataDir)).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  const restored = await openTestDatabase();
  try {
    const bytes = await readFile(path);
    const parts = readCopyFile(
      (async function* () {
        yield bytes;
      })(),
    );
    const { secret, header } = await loadCopy(restored.db, { parts, progress: () => undefined });
    expect([secret, header.at]).toEqual(['the secret', new Date(now).toISOString()]);
    expect(await inSnapshot(restored.db, readDigests)).toEqual(await inSnapshot(opened.db, readDigests));
  } finally {
    await restored.close();
  }
});

it('keeps the newest fourteen, whatever their days, and all that it did not make', async () => {
  const days = Array.from({ length: 15 }, (_, at) => `2026-${at < 5 ? '03' : '11'}-${10 + at}`);
  const strange = ['2025-01-01.gz', 'nightly-2025-01-01.gz.old', 'nightly-2025.gz', 'notes.txt'];
  put(...days.map(nightly), ...strange);
  await look();
  expect(files()).toEqual([...strange, ...[...days.slice(2), '2026-11-28'].map(nightly)].sort());
});

it('removes nothing while no new copy can be made, says so once an hour, and then goes on', async () => {
  put(nightly('2026-09-01'));
  await opened.db.execute(sql`alter table audit_log rename to gone`);
  await opened.db.execute(sql`alter table migrations rename to audit_log`);
  await look();
  expect(events()).toEqual(['backup.failed']);
  expect(logged[0]).toMatchObject({ level: 'error', code: '42P01' });
  expect(files()).toEqual([nightly('2026-09-01')]);
  await opened.db.execute(sql`alter table audit_log rename to migrations`);
  await opened.db.execute(sql`alter table gone rename to audit_log`);
  for (let times = 0; times < 5; times += 1) await look();
  expect(events()).toHaveLength(1);
  await look();
  expect(events()).toEqual(['backup.failed', 'backup.done']);
  expect(files()).toEqual(['2026-09-01', '2026-11-28'].map(nightly));
});

it('says that it failed where the folder cannot be made', async () => {
  writeFileSync(backupsIn(dataDir), 'a file');
  await look();
  expect(logged).toEqual([expect.objectContaining({ event: 'backup.failed', code: 'EEXIST' })]);
});

describe('several servers of one folder', () => {
  it('make one file', async () => {
    await Promise.all([look(), createServer()()]);
    expect(files()).toEqual([nightly('2026-11-28')]);
    expect(events()).not.toContain('backup.failed');
  });

  it('leave each other alone while one writes; what a killed one left is removed', async () => {
    const part = `${nightly('2026-11-28')}.0e0f.part`;
    put(part);
    await look();
    writeFileSync(join(backupsIn(dataDir), part), 'it has grown');
    await look();
    expect(files()).toEqual([part]);
    await look();
    expect(files()).toEqual([nightly('2026-11-28')]);
  });
});

describe('a running server', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('looks every ten minutes', async () => {
    const { stop } = backupNightly(source(), log);
    await vi.advanceTimersByTimeAsync(LOOK_MS - 1);
    expect(existsSync(backupsIn(dataDir))).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitUntil(() => logged.length > 0, { timeout: 20_000 });
    await stop();
    expect(files()).toEqual([nightly('2026-11-28')]);
  });

  it('gives up the copy that it is making when it ends, and nothing of that stays', async () => {
    const stopped = deferred();
    // The database does not answer before the server ends.
    const transaction = (...args: Parameters<Db['transaction']>) =>
      stopped.promise.then(() => opened.db.transaction(...args));
    const slow: Db = Object.create(opened.db, { transaction: { value: transaction } });
    const { stop } = backupNightly({ ...source(), db: slow }, log);
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    const ended = stop();
    stopped.resolve();
    await ended;
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect([files(), events()]).toEqual([[], []]);
  });
});

describe('a firm is told', () => {
  const old = AFTERNOON - 30 * DAY_MS;
  const stateWith = async (born: number, ...days: string[]) => {
    put(...days.map(nightly));
    return stateOf(place(), born);
  };

  it.each([
    ['nothing in its first two days', AFTERNOON - DAY_MS, [], false],
    ['that there is no copy at all', old, [], true],
    ['nothing while the newest is of the day before', old, ['2026-11-20', '2026-11-27'], false],
    ['that the newest is two days old', old, ['2026-11-25', '2026-11-26'], true],
    ['the same where a wrong clock made one for a day to come', old, ['2026-11-20', '2030-01-01'], true],
  ])('%s', async (_, born, days, isOverdue) => {
    expect((await stateWith(born, ...days)).isOverdue).toBe(isOverdue);
  });

  it('of which day the newest is', async () => {
    const state = await stateWith(old, '2026-11-20');
    expect(overdueLine(state, dataDir)).toContain(
      `${backupsIn(dataDir)} последняя ночная копия базы — за 2026-11-20`,
    );
    expect(overdueLine({ ...state, newest: undefined }, dataDir)).toContain('ночных копий базы еще нет');
  });
});
