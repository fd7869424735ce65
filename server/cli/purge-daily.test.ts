import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { LogEntry } from '../db/deps.ts';
import { type Purging, purgeDaily } from './purge-daily.ts';

let opened: OpenDatabase;
let logged: LogEntry[];
let purging: Purging;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  opened = await openTestDatabase();
  logged = [];
  purging = purgeDaily(opened, entry => logged.push(entry));
});
afterEach(async () => {
  await purging.stop();
  vi.useRealTimers();
  await opened.close();
});

const events = () => logged.map(({ event }) => event);
const untilSaid = (count: number) => vi.waitUntil(() => logged.length >= count, { timeout: 20_000 });

it('purges and adds up ten minutes after the start, and every day', async () => {
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
