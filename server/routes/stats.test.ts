import { beforeAll, describe, expect, it } from 'vitest';
import {
  listPromoters,
  readStats,
  readStatsDays,
  STATS_POINTS_MAX,
  type StatsPoint,
} from '#contract/moderation.ts';
import * as calls from '#tests/support/calls.ts';
import { seedDone } from '#tests/support/reports.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');

beforeAll(async () => {
  const { promoter, colleague, moderator } = server.users;
  const at = (instant: string) => ({ createdAt: new Date(instant) });
  // Midnight in Moscow is 21:00 UTC: the last moment of the 1st, the first and the last of the 2nd, the first of the 3rd.
  const seed = (amounts: number[], instant: string) =>
    seedDone(server, { promoterId: promoter.id, amounts, ...at(instant) });
  await seed([100_00], '2026-10-01T20:59:59.999Z');
  await seed([200_00, 300_01], '2026-10-01T21:00:00.000Z');
  await seed([400_00], '2026-10-02T20:59:59.999Z');
  await seed([800_00], '2026-10-02T21:00:00.000Z');
  const open = { promoterId: promoter.id, amounts: [1], isDone: false };
  await seedDone(server, { ...open, ...at('2026-10-02T12:00:00Z') });
  await seedDone(server, { promoterId: colleague.id, amounts: [100], ...at('2026-10-05T12:00:00Z') });
  await seedDone(server, { promoterId: moderator.id, amounts: [100], ...at('2026-10-05T12:00:00Z') });
});

const ask = async (filter: Record<string, unknown> = {}) => calls.post(server, readStats.path, filter, mine);
const rowOf = async (dateFrom: unknown, dateTo: unknown) => {
  const { body } = await ask({ promoterId: server.users.promoter.id, dateFrom, dateTo });
  expect(body.list).toHaveLength(1);
  const [{ id: _, name: __, ...figures }] = body.list;
  return figures;
};

describe('the statistics', () => {
  it('of all promoters list everybody of that role by name, zeros included, and no moderator', async () => {
    for (const filter of [{}, { promoterId: -1 }, { promoterId: '-1', dateFrom: '', dateTo: null }]) {
      const { status, body } = await ask(filter);
      expect(status).toBe(200);
      const { blocked, colleague, promoter } = server.users;
      expect(body.list).toEqual([
        { id: blocked.id, name: blocked.name, count: 0, done: 0, avg: 0, sum: 0 },
        { id: colleague.id, name: colleague.name, count: 1, done: 1, avg: 1, sum: 1 },
        { id: promoter.id, name: promoter.name, count: 6, done: 5, avg: 360, sum: 1800.01 },
      ]);
      const { body: pickers } = await calls.get(server, listPromoters.path, mine);
      expect(pickers.list).toEqual(body.list.map(({ id, name }: typeof promoter) => ({ id, name })));
    }
  });

  it('count the days of the firm, both inclusive, to the millisecond', async () => {
    expect(await rowOf('2026-10-02', '2026-10-02')).toEqual({ count: 4, done: 3, avg: 300, sum: 900.01 });
    expect(await rowOf('2026-10-01', '2026-10-01')).toEqual({ count: 1, done: 1, avg: 100, sum: 100 });
    expect(await rowOf('2026-10-03', null)).toEqual({ count: 1, done: 1, avg: 800, sum: 800 });
    expect(await rowOf(null, '2026-10-02')).toEqual({ count: 5, done: 4, avg: 250, sum: 1000.01 });
    expect(await rowOf('2026-10-03', '2026-10-01')).toEqual({ count: 0, done: 0, avg: 0, sum: 0 });
  });

  it('round the average to kopecks and never the sum', async () => {
    const promoterId = server.users.blocked.id;
    const createdAt = new Date('2026-09-01T12:00:00Z');
    await seedDone(server, { promoterId, amounts: [1, 1, 3], createdAt });
    const { body } = await ask({ promoterId });
    expect(body.list).toEqual([
      { id: promoterId, name: expect.any(String), count: 3, done: 3, avg: 0.02, sum: 0.05 },
    ]);
  });

  it('refuse a promoter whom there is not, and days that there are not', async () => {
    for (const promoterId of [server.users.moderator.id, 999_999, 0, -2]) {
      const { status, body } = await ask({ promoterId });
      expect([status, body.errors]).toEqual([422, { promoterId: ['Промоутер не найден'] }]);
    }
    for (const day of ['2026-02-30', '20.11.2026', '2026-11-20T00:00', 5, "'; --"]) {
      expect((await ask({ dateFrom: day })).status).toBe(422);
      expect((await ask({ dateTo: day })).status).toBe(422);
    }
    for (const day of ['0000-01-01', '9999-12-31']) {
      expect((await ask({ dateFrom: day, dateTo: day })).status).toBe(200);
    }
  });
});

describe('the statistics by day', () => {
  const askDays = (filter: Record<string, unknown>) => calls.post(server, readStatsDays.path, filter, mine);
  const pointsOf = async (filter: Record<string, unknown>): Promise<StatsPoint[]> =>
    (await askDays(filter)).body.list;
  const day = (date: string, count = 0, done = 0, sum = 0) => ({
    dateFrom: date,
    dateTo: date,
    count,
    done,
    sum,
  });

  it('have each day of the firm, zeros included, and add up to the figures of the same range', async () => {
    const range = { dateFrom: '2026-09-30', dateTo: '2026-10-05' };
    const points = await pointsOf(range);
    expect(points).toEqual([
      day('2026-09-30'),
      day('2026-10-01', 1, 1, 100),
      day('2026-10-02', 4, 3, 900.01),
      day('2026-10-03', 1, 1, 800),
      day('2026-10-04'),
      // The moderator's own request is in no row of the table, so it is in no point either.
      day('2026-10-05', 1, 1, 1),
    ]);
    const { body } = await ask(range);
    const total = (rows: { sum: number }[]) => rows.reduce((all, { sum }) => all + Math.round(sum * 100), 0);
    expect(total(points)).toBe(total(body.list));
    const promoterId = server.users.colleague.id;
    expect((await pointsOf({ ...range, promoterId })).filter(({ count }) => count > 0)).toEqual([
      day('2026-10-05', 1, 1, 1),
    ]);
  });

  it('begin with the first request where the range is open, and end today', async () => {
    const points = await pointsOf({ promoterId: server.users.promoter.id });
    expect(points[0]).toEqual(day('2026-10-01', 1, 1, 100));
    expect(points.at(-1)).toEqual(day('2026-11-20'));
    expect(await pointsOf({ dateFrom: '2026-11-20', dateTo: '2026-11-25' })).toEqual([day('2026-11-20')]);
    expect(await pointsOf({ dateFrom: '2026-11-21' })).toEqual([]);
    expect(await pointsOf({ dateTo: '2001-01-01' })).toEqual([]);
    expect(await pointsOf({ dateFrom: '2026-10-03', dateTo: '2026-10-01' })).toEqual([]);
  });

  it('are months where there would be too many days, the first and the last cut as they are asked for', async () => {
    const { id: promoterId } = server.users.blocked;
    await seedDone(server, { promoterId, amounts: [5_00], createdAt: new Date('2025-09-30T21:00:00Z') });
    await seedDone(server, { promoterId, amounts: [7_00], createdAt: new Date('2026-11-19T12:00:00Z') });
    const points = await pointsOf({ promoterId });
    expect(points).toHaveLength(14);
    expect(points[0]).toEqual({ dateFrom: '2025-10-01', dateTo: '2025-10-31', count: 1, done: 1, sum: 5 });
    expect(points.at(-1)).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-20',
      count: 1,
      done: 1,
      sum: 7,
    });
    const dateTo = '2026-11-04'; // 400 days from the first request
    expect(await pointsOf({ promoterId, dateFrom: '1970-01-02', dateTo })).toHaveLength(STATS_POINTS_MAX);
  });

  it('refuse what the statistics refuse', async () => {
    const { status, body } = await askDays({ promoterId: server.users.moderator.id });
    expect([status, body.errors]).toEqual([422, { promoterId: ['Промоутер не найден'] }]);
    expect((await askDays({ dateFrom: '2026-02-30' })).status).toBe(422);
  });
});
