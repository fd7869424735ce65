import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/clock.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { serverForAll } from '#tests/support/server.ts';
import type { Queryable } from '../db/database.ts';
import { requests, sumsChanged, sumsOfQuarters, sumsUntil } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import type { Act } from './act.ts';
import { addNextWeek, addUpSums, notAhead, throwAwayWrong } from './add-up-sums.ts';
import { advanceRequest } from './advance-request.ts';
import { setPaid } from './pay-request.ts';
import { readPayouts } from './payouts.ts';
import { readStats } from './stats.ts';
import { readStatsDays } from './stats-days.ts';

const server = serverForAll();
const ago = (days: number) => new Date(server.clock() - days * DAY_MS);
const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10);
const act = (): Act => ({
  actorId: server.users.moderator.id,
  impersonatorId: null,
  ip: 'command line',
  clientKey: null,
  now: new Date(server.clock()),
  requestId: crypto.randomUUID(),
});

let paid: number;
let open: number;

beforeAll(async () => {
  const { promoter, colleague, moderator } = server.users;
  const reportId = await seedReport(server);
  for (let days = 0; days < 60; days += 3) {
    const createdAt = ago(days);
    await seedDone(server, { promoterId: promoter.id, amounts: [1000 + days, 7], createdAt });
    await seedDone(server, { promoterId: colleague.id, amounts: [5], createdAt, isDone: false });
    // Is no promoter, and is in no figure.
    await seedDone(server, { promoterId: moderator.id, amounts: [900], createdAt });
  }
  const createdAt = ago(40);
  const done = { promoterId: promoter.id, amounts: [20_000], createdAt };
  [paid = 0] = await seedDone(server, { ...done, reportId, paidBy: moderator.id });
  [open = 0] = await seedDone(server, { ...done, isDone: false });
});

/** Weeks that are over, parts of weeks, days before and after all, and everything. */
const RANGES: [from: number | null, to: number | null][] = [
  [null, null],
  [70, 0],
  [45, 20],
  [40, 40],
  [33, 2],
  [3, 1],
  [null, 30],
  [30, null],
];

/** All that is read of them. */
async function read(on: Queryable) {
  const zone = 'Asia/Kolkata';
  const found: unknown[] = [];
  for (const [first, last] of RANGES) {
    const range = {
      from: first === null ? null : dayAgo(first),
      to: last === null ? null : dayAgo(last),
      zone,
    };
    const period = { from: first === null ? null : ago(first), until: last === null ? null : ago(last) };
    for (const promoterId of [-1, server.users.promoter.id]) {
      found.push(await readStats(on, promoterId, range));
      found.push(await readStatsDays(on, promoterId, { ...range, today: dayAgo(0) }));
    }
    const order = { state: 'all', sortBy: 'name', sortOrder: 'asc', search: '' } as const;
    found.push(await readPayouts(on, { ...order, period, slice: { limit: 50, offset: 0 } }));
  }
  return found;
}

/** The same without anything that was added up. */
async function readRequestsAlone() {
  let found: unknown[] = [];
  const undo = new Error('undo');
  const once = transact(server.db, async tx => {
    for (const table of [sumsUntil, sumsOfQuarters, sumsChanged]) await tx.delete(table);
    found = await read(tx);
    throw undo;
  });
  await expect(once).rejects.toBe(undo);
  return found;
}

const addUp = () => addUpSums(server.db, server.clock());

it('reads the same, whatever has been added up and changed since', async () => {
  const before = await read(server.db);
  expect(await addUp()).toEqual({ weeks: 8, wrong: 0 });
  expect(await read(server.db)).toEqual(before);

  const [request] = await server.db.select().from(requests).where(eq(requests.id, open));
  const code = { number: request?.code_number ?? 0, type: undefined };
  await transact(server.db, tx => advanceRequest(tx, act(), { code, state: 'done', tofirmKop: 30_000 }));
  await transact(server.db, tx => setPaid(tx, act(), paid, false));
  expect(await server.db.$count(sumsChanged)).toBe(2);
  const changed = await readRequestsAlone();
  expect(changed).not.toEqual(before);
  expect(await read(server.db)).toEqual(changed);

  expect(await addUp()).toEqual({ weeks: 0, wrong: 0 });
  expect(await server.db.$count(sumsChanged)).toBe(0);
  expect(await read(server.db)).toEqual(changed);

  // Paid now: it is counted where it happens, and added up when its week is over.
  await transact(server.db, tx => setPaid(tx, act(), paid, true));
  expect(await server.db.$count(sumsChanged)).toBe(0);
  expect(await read(server.db)).toEqual(await readRequestsAlone());
});

it('makes sums anew that do not agree with the requests', async () => {
  await server.db
    .update(requests)
    .set({ tofirm_kop: 40_000, percent_kop: sql`12000` })
    .where(eq(requests.id, open));
  expect(await read(server.db)).not.toEqual(await readRequestsAlone());
  expect(await addUp()).toMatchObject({ wrong: 1 });
  expect(await read(server.db)).toEqual(await readRequestsAlone());
});

const HANDS = {
  'a request that was moved within what is added up': { created_at: sql`created_at - interval '9 days'` },
  'a payment that was': { paid_at: sql`paid_at - interval '9 days'` },
};

it.each(Object.entries(HANDS))('notices %s', async (_, change) => {
  await server.db
    .update(requests)
    .set({ paid_at: ago(20), paid_by: server.users.moderator.id })
    .where(eq(requests.id, paid));
  await addUp();
  expect(await addUp()).toMatchObject({ wrong: 0 });
  await server.db.update(requests).set(change).where(eq(requests.id, paid));
  expect(await addUp()).toMatchObject({ wrong: 1 });
  expect(await read(server.db)).toEqual(await readRequestsAlone());
});

it('a week is never added to sums that another process throws away', async () => {
  await addUp();
  await server.db
    .update(requests)
    .set({ created_at: ago(50) })
    .where(eq(requests.id, open));
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const holding = server.db.transaction(async tx => {
    await tx.select().from(sumsOfQuarters).orderBy(sumsOfQuarters.begins_at).for('update');
    await released;
  });
  const throwing = throwAwayWrong(server.db);
  const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await server.db.$count(sql`pg_stat_activity`, waiting)) > 0);
  const adding = addNextWeek(server.db, server.clock() + 8 * DAY_MS);
  await Promise.race([adding, new Promise(done => setTimeout(done, 500))]);
  release();
  await Promise.all([holding, throwing, adding]);
  expect(await read(server.db)).toEqual(await readRequestsAlone());
});

it('goes by the clock of the database where its own is ahead', async () => {
  const now = Date.now();
  expect(await notAhead(server.db, now + 9 * DAY_MS)).toBeLessThan(now + DAY_MS);
  expect(await notAhead(server.db, now - 9 * DAY_MS)).toBe(now - 9 * DAY_MS);
});
