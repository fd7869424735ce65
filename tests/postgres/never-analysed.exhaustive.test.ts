import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRequests } from '#server/commands/search.ts';
import * as calls from '#tests/support/calls.ts';
import {
  type Explained,
  type ExplainedDatabase,
  openExplained,
  rowsTouched,
} from '#tests/support/explained-database.ts';
import { createGrowingFirm, type GrownFirm } from '#tests/support/grown-firm.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** So many of everything, and so many times as many. */
const N = 40;
const FOLD = 4;

/** On a busy machine. */
const FILL_MS = 300_000;

/** From the sixth on PostgreSQL may take a plan that is made for no values in particular. */
const TIMES = 7;

/** Whole lists, counts, sums and searches may grow with the answer, the rows of a page alone and one thing hardly at all. */
const LIMITS = { whole: 4.5, page: 1.2, one: 1.2 };

type Path = string | ((ids: GrownFirm['ids']) => string);
type Row = [
  what: string,
  kind: keyof typeof LIMITS,
  as: 'promoter' | 'moderator' | 'admin',
  path: Path,
  body?: object | undefined,
];

const EVER = { dateFrom: '2000-01-01', dateTo: '2026-11-30' };
const MONTH = { ...EVER, dateFrom: '2026-11-01' };
const NAMED = { search: 'промо' };

const moderation = (what: string, path: Path, body?: object): Row => [what, 'whole', 'moderator', path, body];
const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;
const reports = (fields: Record<string, string>) =>
  moderation(
    `reports of all ${new URLSearchParams(fields)}`,
    `/api/promo/moderation/reports${query(fields)}`,
  );
const payouts = (fields: Record<string, string>) =>
  moderation(`payouts ${new URLSearchParams(fields)}`, `/api/promo/moderation/payouts${query(fields)}`);
const stats = (path: string, range: object) =>
  moderation(`${path} ${Object.values(range)}`, `/api/promo/moderation/${path}`, {
    promoterId: -1,
    ...range,
  });
const users = (kind: keyof typeof LIMITS, fields: Record<string, string>): Row => [
  `users searched ${new URLSearchParams(fields)}`,
  kind,
  'admin',
  `/api/users/search${query(fields)}`,
];
const search = (text: string): Row => [
  `search ${text}`,
  'whole',
  'admin',
  `/api/search${query({ query: text })}`,
];
const contacts = (page: number): Row => [
  `page ${page} of contacts`,
  'page',
  'promoter',
  `/api/promo/contacts/list?page=${page}`,
];
const requests = (status: string): Row => [
  `requests ${status}`,
  status === 'all' ? 'page' : 'whole',
  'promoter',
  '/api/promo/orders/getRequests?page=1',
  { status },
];

const ROWS: Row[] = [
  ['the whole book', 'whole', 'promoter', '/api/promo/contacts/fullList'],
  ...[1, 2].map(contacts),
  ['a contact', 'one', 'promoter', ({ contact }) => `/api/promo/contacts/edit/${contact}`],
  ...['all', 'done', 'paid'].map(requests),
  ['a request', 'one', 'promoter', ({ code }) => `/api/promo/request/${code}`],
  moderation('reports of a promoter', ({ promoter }) => `/api/promo/moderation/reports/${promoter}`),
  moderation('a report with its requests', ({ report }) => `/api/promo/moderation/report/${report}`),
  ...['all', 'open', 'closed', 'unpaid'].map(state => reports({ state })),
  ...['name', 'date', 'unpaid'].map(sortBy => reports({ sortBy })),
  ...['id', 'name', 'unpaid'].map(sortBy => reports({ sortBy, state: 'unpaid', ...NAMED })),
  reports({ sortBy: 'unpaid', state: 'open', ...NAMED }),
  moderation('reports of one', ({ promoter }) => `/api/promo/moderation/reports?promoterId=${promoter}`),
  moderation('promoters', '/api/promo/moderation/promoters'),
  ...['owed', 'paid', 'all'].map(state => payouts({ state })),
  ...['due', 'last_paid_at', 'name'].map(sortBy => payouts({ sortBy, state: 'all', ...NAMED })),
  payouts(EVER),
  moderation('a payout', ({ promoter }) => `/api/promo/moderation/payouts/${promoter}`),
  ...[EVER, MONTH].flatMap(range => [stats('stats', range), stats('stats/days', range)]),
  ['users', 'whole', 'admin', '/api/users/list'],
  ['names of users', 'whole', 'admin', '/api/user/list'],
  ...['id', 'name'].map(sortBy => users('page', { sortBy })),
  users('whole', { sortBy: 'email', role: 'promoter', ...NAMED }),
  ['a user', 'whole', 'admin', ({ promoter }) => `/api/users/${promoter}`],
  ['who is signed in', 'one', 'admin', '/api/getUser', {}],
  ...['промоутер', 'p1', 'оп-', '17'].map(search),
  ['a page of receipts', 'page', 'moderator', '/api/enter?page=1'],
  ['a page of write-offs', 'page', 'moderator', '/api/loss?page=1'],
  moderation('a receipt with its lines', ({ receipt }) => `/api/enter/${receipt}`),
  moderation('nomenclature', `/api/nomenclature/nomenclatureByTitle/${encodeURIComponent('ремень')}`),
];

/** Of requests by their client a few are read, of however many: by a name that all have, in both layouts, and by digits. */
const CLIENTS = ['анна', 'ан', 'fyyf', 'анна иванова', '0012', '70000000012', '99999', 'нет'];

/** As the driver is answered; with plans for any values; and with every join a loop over both lists where it can be one. */
const PLANNERS: Record<string, [setting: ReturnType<typeof sql>, times: number]> = {
  'as it is': [sql`set plan_cache_mode = auto`, TIMES],
  'for any values': [sql`set plan_cache_mode = force_generic_plan`, 1],
  'in loops': [sql`set enable_hashjoin = off; set enable_mergejoin = off`, 1],
};

let database: ExplainedDatabase;
let server: TestServer;
let firm: GrownFirm;

/** What was asked of the database, by planner, row and size. */
const found = new Map<string, Explained[]>();

beforeAll(async () => {
  database = await openExplained();
  server = await createTestServer({ database });
  firm = await createGrowingFirm(server);
  for (const size of [N, N * FOLD]) {
    await firm.growTo(size);
    for (const [planner, [setting, times]] of Object.entries(PLANNERS)) {
      await database.db.execute(setting);
      for (const row of ROWS) found.set(`${planner} ${row[0]} ${size}`, await explain(row, times));
      for (const client of CLIENTS) {
        const plans = await database.explain(() => findRequests(database.db, client));
        found.set(`${planner} ${client} ${size}`, plans);
      }
      await database.db.execute(sql`reset all`);
    }
  }
}, FILL_MS);
afterAll(() => server.close());

function explain([what, , as, path, body]: Row, times: number): Promise<Explained[]> {
  const address = typeof path === 'string' ? path : path(firm.ids);
  return database.explain(async () => {
    for (let time = 0; time < times; time += 1) {
      const ask = body ? calls.post(server, address, body, firm[as]) : calls.get(server, address, firm[as]);
      const { status, text } = await ask;
      if (status !== 200) throw new Error(`${what} was answered ${status}: ${text}`);
    }
  });
}

/** Of a page, its own statement alone, without the totals. */
function touched(kind: keyof typeof LIMITS, statements: readonly Explained[]): number {
  const isPage = kind === 'page';
  const counted = isPage ? statements.filter(({ text }) => /\blimit\b/.test(text)) : statements;
  return counted.reduce((sum, { plan }) => sum + rowsTouched(plan, isPage), 0);
}

describe.each(Object.keys(PLANNERS))('planned %s, on tables that were never analysed', planner => {
  it.each(ROWS)('%s touches no more rows than its answer has grown by', (what, kind) => {
    const [small = 0, large = 0] = [N, N * FOLD].map(size =>
      touched(kind, found.get(`${planner} ${what} ${size}`) ?? []),
    );
    expect(small).toBeGreaterThan(0);
    expect(large / small).toBeLessThanOrEqual(LIMITS[kind]);
  });

  it.each(CLIENTS)('requests of a client «%s» are found by indexes alone', client => {
    const [small = 0, large = 0] = [N, N * FOLD].map(size =>
      touched('page', found.get(`${planner} ${client} ${size}`) ?? []),
    );
    expect(small).toBeGreaterThan(0);
    expect(large / small).toBeLessThanOrEqual(LIMITS.one);
  });
});

it('no table was analysed meanwhile', async () => {
  expect(await database.analysed()).toEqual([]);
});
