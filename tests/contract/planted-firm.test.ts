import { count, isNotNull, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports, requests } from '#server/db/schema.ts';
import { type PlantedModeration, plantModeration } from '#tests/support/plant-moderation.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let planted: PlantedModeration;
beforeAll(async () => {
  server = await createTestServer();
  const now = new Date(server.clock());
  const plan = { promoters: 40, requestsEach: 30, contactsEach: 3, openReports: [60, 5], now };
  planted = await plantModeration(server.db, plan);
});
afterAll(() => server.close());

const numbers = async (column: 'promoter_id' | 'report_id') => {
  const rows = await server.db
    .select({ id: requests[column], total: count() })
    .from(requests)
    .groupBy(requests[column]);
  return new Map(rows.map(({ id, total }) => [id, total]));
};

it('plants exactly so many promoters and requests, and not the same number for each', async () => {
  const each = await numbers('promoter_id');
  expect([...each.keys()].sort()).toEqual(planted.promoters.map(({ id }) => id).sort());
  expect(new Set(planted.promoters.map(({ name }) => name)).size).toBe(40);
  expect([...each.values()].reduce((sum, total) => sum + total, 0)).toBe(40 * 30);
  expect(Math.max(...each.values())).toBeGreaterThan(2 * Math.min(...each.values()));
});

it('fills the open reports as asked, all of it still to be paid', async () => {
  const inReport = await numbers('report_id');
  expect(planted.openReports.map(({ id }) => inReport.get(id))).toEqual([60, 5]);
  const open = await server.db.select({ id: reports.id }).from(reports).where(isNull(reports.closed_at));
  expect(open.map(({ id }) => id)).toEqual(planted.openReports.map(({ id }) => id));
});

it('leaves no request in a shape that the server would not have made', async () => {
  const countIf = (condition: string) => sql`count(*) filter (where ${sql.raw(condition)})`.mapWith(Number);
  const owner = '(select promoter_id from contacts where contacts.id = contact_id)';
  const [strange] = await server.db
    .select({
      done: countIf(`(state_code = 'done') <> (done_at is not null)`),
      sums: countIf(`(state_code = 'done') <> (tofirm_kop is not null)`),
      paid: countIf('paid_at is not null and report_id is null'),
      future: countIf(`created_at > '${new Date(server.clock()).toISOString()}'`),
      codes: sql`count(*) - count(distinct fullcode)`.mapWith(Number),
      foreign: countIf(`promoter_id <> ${owner}`),
    })
    .from(requests);
  expect(strange).toEqual({ done: 0, sums: 0, paid: 0, future: 0, codes: 0, foreign: 0 });
  const states = await server.db.selectDistinct({ state: requests.state_code }).from(requests);
  expect(states.map(({ state }) => state).sort()).toEqual(['cancelled', 'done', 'in_work', 'new']);
  expect(await server.db.$count(requests, isNotNull(requests.paid_at))).toBeGreaterThan(500);
});
