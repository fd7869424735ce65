import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FoundReport, findReports, REPORT_SORTS } from '#contract/reports.ts';
import * as calls from '#tests/support/calls.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { users } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');

/** In the order of their numbers: Anna's closed one, Boris's open one, Anna's open one. */
let [closed, boris, open] = [0, 0, 0];

beforeAll(async () => {
  const { promoter, colleague, moderator } = server.users;
  const named = (id: number, name: string) => server.db.update(users).set({ name }).where(eq(users.id, id));
  await named(promoter.id, 'Анна Алёшина');
  await named(colleague.id, 'Борис Жук');
  closed = await seedReport(server, {
    closed_at: new Date('2026-11-02T09:00:00Z'),
    created_at: new Date('2026-11-01T09:00:00Z'),
  });
  boris = await seedReport(server, {
    promoter_id: colleague.id,
    created_at: new Date('2026-11-10T09:00:00Z'),
  });
  open = await seedReport(server, { number: 2, created_at: new Date('2026-11-15T09:00:00Z') });
  const seed = (promoterId: number, amounts: number[], more: object) =>
    seedDone(server, { promoterId, amounts, ...more });
  await seed(promoter.id, [1_000_00], { reportId: closed, paidBy: moderator.id });
  await seed(promoter.id, [10_00], { reportId: closed });
  await seed(promoter.id, [50, 50, 400_00], { reportId: open });
  await seed(promoter.id, [900_00], {});
  await seed(colleague.id, [5_000_00], { reportId: boris, paidBy: moderator.id });
});

const ask = async (question: Record<string, string | number> = {}) => {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  return calls.get(server, `${findReports.path}?${query}`, mine);
};
const idsOf = async (question: Record<string, string | number>) =>
  (await ask(question)).body.list.map(({ id }: FoundReport) => id);

describe('the reports of all promoters', () => {
  it('come newest first, each with what is unpaid in it, and with the sums over all', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, last_page: 1, per_page: 50, from: 1, to: 3, total: 3 });
    const { promoter, colleague } = server.users;
    expect(body.list).toEqual([
      {
        id: open,
        user: { id: promoter.id, name: 'Анна Алёшина' },
        created_at: '2026-11-15T09:00:00.000000Z',
        closed_at: null,
        returned_at: null,
        // Each request's share is rounded by itself: twice 0.15.
        unpaid: { count: 3, share: 120.3 },
      },
      expect.objectContaining({
        user: { id: colleague.id, name: 'Борис Жук' },
        unpaid: { count: 0, share: 0 },
      }),
      expect.objectContaining({
        id: closed,
        closed_at: '2026-11-02T09:00:00.000000Z',
        returned_at: null,
        unpaid: { count: 1, share: 3 },
      }),
    ]);
    expect(body.totals).toEqual({ open: 2, closed: 1, unpaid: { count: 4, share: 123.3, reports: 2 } });
  });

  it('are listed by their state, and the sums stay those of all that is found', async () => {
    expect(await idsOf({ state: 'open' })).toEqual([open, boris]);
    expect(await idsOf({ state: 'closed' })).toEqual([closed]);
    expect(await idsOf({ state: 'unpaid' })).toEqual([open, closed]);
    expect(await idsOf({ state: "' or true --" })).toEqual([open, boris, closed]);
    const { body } = await ask({ state: 'closed', page: 2 });
    expect(body).toMatchObject({ list: [], total: 1, totals: { open: 2, closed: 1 } });
  });

  it('are found by number, by any words of a name, by one promoter, and by nothing else', async () => {
    for (const search of [String(boris), `№${boris}`, `№ ${boris}`, 'ЖУК борис', `жук ${boris}`])
      expect([search, await idsOf({ search })]).toEqual([search, [boris]]);
    expect(await idsOf({ search: 'алешина' })).toEqual([open, closed]);
    for (const search of ['%', '_', "'", `анна ${boris}`, '987654321'])
      expect([search, await idsOf({ search })]).toEqual([search, []]);
    expect((await ask({ search: 'я'.repeat(101) })).status).toBe(422);
    const { colleague, blocked } = server.users;
    const { body } = await ask({ promoterId: colleague.id });
    expect(body).toMatchObject({ total: 1, totals: { open: 1, closed: 0, unpaid: { count: 0 } } });
    expect(await idsOf({ promoterId: blocked.id })).toEqual([]);
    for (const promoterId of ['all', 987_654_321]) expect((await ask({ promoterId })).status).toBe(422);
  });

  it('stand in every order, both ways', async () => {
    const orders = {
      id: [open, boris, closed],
      name: [boris, open, closed],
      date: [open, boris, closed],
      unpaid: [open, closed, boris],
    };
    for (const sortBy of REPORT_SORTS) {
      expect([sortBy, await idsOf({ sortBy, sortOrder: 'desc' })]).toEqual([sortBy, orders[sortBy]]);
      const upwards = await idsOf({ sortBy, sortOrder: 'asc' });
      expect([sortBy, upwards]).toEqual([sortBy, [...orders[sortBy]].reverse()]);
    }
    expect(await idsOf({ sortBy: 'drop table users' })).toEqual([open, boris, closed]);
  });
});
