import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getPayout, listPayouts, PAYOUT_SORTS, type PayoutRow } from '#contract/moderation.ts';
import * as calls from '#tests/support/calls.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { reports, users } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');

/** The newer one of two that are open. */
let newest: number;

const at = (instant: string) => ({ createdAt: new Date(instant) });

beforeAll(async () => {
  const { promoter, colleague, blocked, moderator } = server.users;
  const named = (id: number, name: string) => server.db.update(users).set({ name }).where(eq(users.id, id));
  await named(promoter.id, 'Анна Алёшина');
  await named(colleague.id, 'Борис Жук');
  const promoterId = promoter.id;
  const paidBy = moderator.id;
  const open = await seedReport(server, { number: 2 });
  newest = await seedReport(server, { number: 3 });
  const closed = await seedReport(server, { number: 1, closed_at: new Date(server.clock()) });
  // October's payday, and what was left of it.
  await seedDone(server, {
    promoterId,
    amounts: [1_000_00],
    paidBy,
    reportId: closed,
    ...at('2026-10-31T20:59:59Z'),
  });
  await seedDone(server, {
    promoterId,
    amounts: [2_000_00],
    paidBy,
    reportId: closed,
    ...at('2026-11-01T10:00:00Z'),
  });
  await seedDone(server, { promoterId, amounts: [10_00], reportId: closed, ...at('2026-10-20T10:00:00Z') });
  // What came since.
  await seedDone(server, {
    promoterId,
    amounts: [100_00, 200_00],
    reportId: open,
    ...at('2026-11-05T10:00:00Z'),
  });
  await seedDone(server, { promoterId, amounts: [50, 50, 400_00], ...at('2026-11-18T10:00:00Z') });
  await seedDone(server, { promoterId, amounts: [0], isDone: false });
  await seedDone(server, { promoterId: colleague.id, amounts: [5_000_00], ...at('2026-11-19T10:00:00Z') });
  await seedDone(server, { promoterId: moderator.id, amounts: [9_000_00] });
  await seedDone(server, {
    promoterId: blocked.id,
    amounts: [300_00],
    paidBy,
    ...at('2026-11-02T10:00:00Z'),
  });
});

const ask = async (question: Record<string, string | number> = {}) => {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  return calls.get(server, `${listPayouts.path}?${query}`, mine);
};
const namesOf = async (question: Record<string, string | number>) =>
  (await ask(question)).body.list.map(({ name }: PayoutRow) => name);

describe('whom to pay', () => {
  it('is told per promoter: what is in no report, in open ones and left in closed ones, since when, and what was paid', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    const { promoter, colleague } = server.users;
    expect(body).toMatchObject({ current_page: 1, last_page: 1, per_page: 50, from: 1, to: 2, total: 2 });
    const [first, second] = body.list;
    expect(first).toEqual({
      id: colleague.id,
      name: 'Борис Жук',
      owed: { count: 1, share: 1500 },
      due: { count: 1, share: 1500, sum: 5000 },
      open: { count: 0, share: 0, report_id: null, reports: 0 },
      closed: { count: 0, share: 0 },
      since_paid: { count: 1, share: 1500 },
      paid: 0,
      last_paid_at: null,
    });
    // Each request's share is rounded by itself: twice 0.15.
    expect(second).toEqual({
      id: promoter.id,
      name: 'Анна Алёшина',
      owed: { count: 6, share: 213.3 },
      due: { count: 3, share: 120.3, sum: 401 },
      open: { count: 2, share: 90, report_id: newest, reports: 2 },
      closed: { count: 1, share: 3 },
      since_paid: { count: 5, share: 210.3 },
      paid: 600,
      last_paid_at: '2026-11-01T10:00:00.000000Z',
    });
    expect(body.totals).toEqual({
      promoters: 2,
      owed: { count: 7, share: 1713.3 },
      due: { count: 4, share: 1620.3 },
      open: { count: 2, share: 90 },
      closed: { count: 1, share: 3 },
      paid: 690,
    });
  });

  it('has a period of the firm’s own days for what was paid; what is owed knows none', async () => {
    const october = await ask({ dateFrom: '2026-10-01', dateTo: '2026-10-31', state: 'all', search: 'анна' });
    expect(october.body.list[0]).toMatchObject({ paid: 300, owed: { count: 6, share: 213.3 } });
    expect((await ask({ dateFrom: '2026-10-01', search: 'анна' })).body.list[0].paid).toBe(900);
    expect((await ask({ dateTo: '2026-10-30', search: 'анна' })).body.list[0].paid).toBe(0);
    expect((await ask({ dateFrom: '2026-02-30' })).status).toBe(422);
  });

  it('is found by any words of the name, however they are written, and by nothing else', async () => {
    for (const search of ['алешина', 'АЛЁШИНА анна', ' нна  еши '])
      expect(await namesOf({ search })).toEqual(['Анна Алёшина']);
    for (const search of ['%', '_', "'", '\\', 'анна жук', 'нет такого'])
      expect(await namesOf({ search })).toEqual([]);
    expect((await ask({ search: 'нет такого' })).body.totals.owed).toEqual({ count: 0, share: 0 });
    expect((await ask({ search: 'я'.repeat(101) })).status).toBe(422);
  });

  it('can be asked of one promoter, whatever is owed to them', async () => {
    const { blocked, moderator } = server.users;
    const of = (id: number) => calls.get(server, getPayout.path.replace(':promoterId', String(id)), mine);
    expect((await of(blocked.id)).body).toMatchObject({ id: blocked.id, owed: { count: 0 }, paid: 90 });
    expect((await of(moderator.id)).status).toBe(404);
  });

  it('lists those to whom something is owed, who was paid, or everybody, in every order', async () => {
    const blocked = server.users.blocked.name;
    expect(await namesOf({ state: 'paid' })).toEqual(['Анна Алёшина', blocked]);
    const everybody = [blocked, 'Анна Алёшина', 'Борис Жук'];
    expect(await namesOf({ state: 'all', sortBy: 'name', sortOrder: 'asc' })).toEqual(everybody);
    const inOrder = async (sortBy: string, sortOrder: string) =>
      (await namesOf({ sortBy, sortOrder })).map((name: string) => name.charAt(0)).join('');
    for (const sortBy of PAYOUT_SORTS) {
      const descending = await inOrder(sortBy, 'desc');
      expect([sortBy, descending]).toEqual([sortBy, ['owed', 'due', 'name'].includes(sortBy) ? 'БА' : 'АБ']);
      // Whoever was never paid stands last, whichever way.
      const ascending = sortBy === 'last_paid_at' ? descending : [...descending].reverse().join('');
      expect([sortBy, await inOrder(sortBy, 'asc')]).toEqual([sortBy, ascending]);
    }
    expect(await inOrder('drop table users', 'sideways')).toBe('БА');
    expect((await ask({ page: 2 })).body).toMatchObject({ list: [], current_page: 2, from: null, total: 2 });
  });

  it('counts what stands in no report as due where no report is open either', async () => {
    await server.db.update(reports).set({ closed_at: new Date(server.clock()) });
    const [row] = (await ask({ search: 'анна' })).body.list;
    expect(row).toMatchObject({
      due: { count: 3 },
      open: { count: 0, share: 0 },
      closed: { count: 3, share: 93 },
    });
  });
});
