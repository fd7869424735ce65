import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { onEmbedded, onPostgres } from '#tests/support/firm-on-postgres.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { LogEntry } from '../db/deps.ts';
import { loginAttempts } from '../db/schema.ts';
import { type Purging, purgeDaily } from './purge-daily.ts';

const ROWS = 40;

let opened: OpenDatabase;
let logged: LogEntry[];
let purging: Purging;
let isDiskFull: boolean;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  opened = await openTestDatabase();
  logged = [];
  isDiskFull = false;
  purging = purgeDaily({ ...opened, isFull: () => isDiskFull }, entry => logged.push(entry));
});
afterEach(async () => {
  await purging.stop();
  vi.useRealTimers();
  await opened.close();
});

const events = () => logged.map(({ event }) => event);
const untilSaid = (count: number) => vi.waitUntil(() => logged.length >= count, { timeout: 20_000 });

async function seed(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    key_hash: `hash ${at}`,
    failures: 1,
    window_start: new Date(0),
  }));
  await opened.db.insert(loginAttempts).values(rows);
}

/** What the planner takes the table for; -1: never looked at. */
async function rowsAsPlanned(): Promise<number> {
  const [row] = await opened.db
    .select({ rows: sql`reltuples`.mapWith(Number) })
    .from(sql`pg_class`)
    .where(sql`oid = 'login_attempts'::regclass`);
  return row?.rows ?? Number.NaN;
}

onEmbedded(
  'tables of the embedded engine are tidied ten minutes after the start and with each purge',
  async () => {
    await untilSaid(1);
    await seed();
    expect(await rowsAsPlanned()).not.toBe(ROWS);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    await untilSaid(3);
    expect(await rowsAsPlanned()).toBe(ROWS);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    await untilSaid(6);
    expect(await rowsAsPlanned()).toBe(0);
    const tidied = ['sums.done', 'tidy.done'];
    expect(events()).toEqual(['purge.done', ...tidied, 'purge.done', ...tidied]);
  },
);

onEmbedded('on a full disk none of it is done; with the next room all is', async () => {
  await untilSaid(1);
  await seed();
  isDiskFull = true;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await untilSaid(6);
  const tidied = ['sums.put_off', 'tidy.put_off'];
  expect(events().slice(1)).toEqual([...tidied, 'purge.put_off', ...tidied]);
  expect(await opened.db.$count(loginAttempts)).toBe(ROWS);
  isDiskFull = false;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await untilSaid(9);
  expect(events().slice(6)).toEqual(['purge.done', 'sums.done', 'tidy.done']);
  expect(await opened.db.$count(loginAttempts)).toBe(0);
});

onPostgres('a PostgreSQL tidies its tables itself', async () => {
  // The driver's timers are set forward too: nothing may be under way.
  await untilSaid(1);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await untilSaid(2);
  await vi.advanceTimersByTimeAsync(DAY_MS - 10 * MINUTE_MS);
  await untilSaid(4);
  await purging.stop();
  expect(events()).toEqual(['purge.done', 'sums.done', 'purge.done', 'sums.done']);
});

it('who stops waits for what runs, and nothing begins afterwards', async () => {
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await purging.stop();
  const said = logged.length;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await opened.db.execute(sql`select 1`);
  expect(logged).toHaveLength(said);
});

it('a failure is logged, and the next day it is tried again', async () => {
  await untilSaid(1);
  await opened.db.execute(sql`alter table login_attempts rename to gone`);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await vi.waitUntil(() => events().includes('purge.failed'), { timeout: 20_000 });
  await opened.db.execute(sql`alter table gone rename to login_attempts`);
  const said = logged.length;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await vi.waitUntil(() => events().slice(said).includes('purge.done'), { timeout: 20_000 });
});
