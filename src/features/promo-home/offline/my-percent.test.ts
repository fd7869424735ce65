import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestStatus } from '#contract/requests.ts';
import { toWallClock } from '#kit/date.ts';
import { newId } from '#kit/ids.ts';
import { CacheDb, type RequestListRow, type RequestRow } from '#storage/cache-db.ts';
import { requestList, requestRow } from '#tests/support/cached-rows.ts';
import { readMyPercent } from './my-percent.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HOUR_AGO = Date.parse('2026-11-20T08:00:00Z');
const DAY_AGO = Date.parse('2026-11-19T09:00:00Z');

let cache: CacheDb;
let now: number;

beforeEach(() => {
  cache = new CacheDb(newId());
  now = NOW;
});

const read = () =>
  readMyPercent({ cache, now: () => now, wallClock: instant => toWallClock(instant, 'Europe/Moscow') });

let nextId = 1;
function request(rest: Partial<RequestRow>): RequestRow {
  nextId += 1;
  return requestRow(nextId, { created_at: '2026-11-10 10:00:00', refreshedAt: HOUR_AGO, ...rest });
}

async function list(status: RequestStatus, rest: Partial<RequestListRow> = {}) {
  const counts = { all: 40, paid: 20, done: 30 };
  const received = { counts, total: 40, lastPage: 3, refreshedAt: HOUR_AGO, ...rest };
  await cache.requestLists.put(requestList(status, received));
}

async function keep(...requests: RequestRow[]) {
  await cache.requests.bulkPut(requests);
  return requests.map(({ id }) => id);
}

describe('the sums', () => {
  it('are unknown while no list was ever loaded', async () => {
    expect(await read()).toEqual({ state: 'unknown' });
  });

  it('are not shown as a nought to somebody without requests', async () => {
    await list('all', { counts: { all: 0, paid: 0, done: 0 }, total: 0 });
    expect(await read()).toEqual({ state: 'empty' });
  });

  it("are the server's own where both lists are here, to the kopeck, as old as the older one", async () => {
    await keep(request({ paid: 1, percent: 7 }));
    await list('paid', { percentSum: 1000.1, refreshedAt: DAY_AGO });
    await list('done', { percentSum: 1500.3 });
    expect(await read()).toMatchObject({
      paid: 1000.1,
      waiting: 500.2,
      basis: null,
      isCounted: false,
      updatedAt: '2026-11-19 12:00:00',
    });
  });

  it.each([
    ['something was done', { all: 40, paid: 20, done: 31 }],
    ['something was paid', { all: 40, paid: 21, done: 30 }],
  ])('are not mixed from two moments when %s between them', async (_what, counts) => {
    await keep(request({ paid: 1, percent: 100 }), request({ tofirm: 1001 }));
    await list('paid', { percentSum: 1000, counts });
    await list('done', { percentSum: 1500 });
    expect(await read()).toMatchObject({ paid: 100, waiting: 300.3, basis: { known: 2, total: 40 } });
  });

  it('are never negative, whatever the server adds up', async () => {
    await keep(request({ percent: 5 }));
    await list('paid', { percentSum: 2000 });
    await list('done', { percentSum: 1500 });
    expect(await read()).toMatchObject({ waiting: 5, basis: { known: 1 } });
  });

  it('say of how many requests they are otherwise, as old as the oldest of these', async () => {
    await keep(
      request({ paid: 1, tofirm: 1000, percent: 250 }),
      request({ paid: -1, tofirm: 1000 }),
      request({ state: 'cancelled', tofirm: 9000 }),
      request({ refreshedAt: DAY_AGO }),
    );
    await list('all');
    expect(await read()).toMatchObject({
      paid: 250,
      waiting: 300,
      basis: { known: 4, total: 40 },
      updatedAt: '2026-11-19 12:00:00',
    });
  });

  it('are counted here where the server adds nothing up, and it is told when the firm gave no figure', async () => {
    await keep(request({ paid: 1, percent: 250 }), request({ tofirm: 1001 }));
    await list('paid', { percentSum: null });
    await list('done', { percentSum: 1500 });
    expect(await read()).toMatchObject({ paid: 250, waiting: 300.3, basis: { known: 2 }, isCounted: true });
  });

  it('wait for requests when only their number is here', async () => {
    await list('all');
    expect(await read()).toEqual({ state: 'unknown' });
  });

  it('take the length of the list where a backend tells no counts', async () => {
    await keep(request({ percent: 10 }));
    await list('all', { counts: { all: 0, paid: 0, done: 0 }, total: 12 });
    expect(await read()).toMatchObject({ basis: { known: 1, total: 12 } });
  });

  it('are unknown while a part of the requests brings nothing, as when the first page comes', async () => {
    await keep(request({}));
    await list('all', { counts: { all: 12, paid: 0, done: 0 }, total: 12 });
    expect(await read()).toEqual({ state: 'unknown' });
  });
});

describe('the month', () => {
  it('holds the requests of this month by the wall clock of the firm', async () => {
    // In UTC it is still November.
    now = Date.parse('2026-11-30T21:30:00Z');
    const ids = await keep(
      request({ percent: 10, created_at: '2026-12-01 00:10:00' }),
      request({ percent: 100, created_at: '2026-11-30 23:50:00' }),
    );
    await list('all', { ids, refreshedAt: now });
    expect(await read()).toMatchObject({ month: { sum: 10, count: 1, isWhole: true } });
  });

  it('is whole only when the list reaches into the month before, or to its end', async () => {
    const ids = await keep(request({ percent: 10 }));
    await keep(request({ percent: 20, created_at: '2026-10-10 10:00:00' }));
    await list('all', { ids });
    expect(await read()).toMatchObject({ month: { sum: 10, count: 1, isWhole: false } });
    await list('all', { ids, currentPage: 3 });
    expect(await read()).toMatchObject({ month: { isWhole: true } });
  });

  it('is unknown when what is here is older than the month', async () => {
    await keep(request({ percent: 10 }));
    await list('all', { refreshedAt: Date.parse('2026-10-31T09:00:00Z') });
    expect(await read()).toMatchObject({ month: null, updatedAt: '2026-10-31 12:00:00' });
  });
});
