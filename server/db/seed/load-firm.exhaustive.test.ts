import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { contacts, requests, users } from '#server/db/schema.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { transact } from '#server/db/transaction.ts';
import { beginLoad, fillLoad, finishLoad, type LoadProgress } from '#tests/support/load/load-firm.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const NOW = new Date('2026-11-20T12:12:39Z');
const PLAN = { promoters: 120, contacts: 2_000, requests: 6_000 };

let opened: OpenDatabase;
let before: { users: number; contacts: number; requests: number };
let madeOf: { before: string[]; within: string[]; after: string[] };
const received: LoadProgress[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
  const { db } = opened;
  await seedDemo(db, 'hash', 'demo', NOW);
  before = {
    users: await db.$count(users),
    contacts: await db.$count(contacts),
    requests: await db.$count(requests),
  };
  const migrated = await keysAndIndexes();
  await transact(db, tx => beginLoad(tx, PLAN, 'hash', NOW));
  await stopAfter(3);
  const within = await keysAndIndexes();
  // While it makes indexes and keys again.
  await stopAfter(40);
  await finishLoad(db, progress => received.push(progress));
  madeOf = { before: migrated, within, after: await keysAndIndexes() };
}, 120_000);
afterAll(() => opened.close());

/** As a start that is killed in the middle. */
async function stopAfter(steps: number): Promise<void> {
  const stop = new Error('killed');
  const filling = finishLoad(opened.db, progress => {
    received.push(progress);
    if (received.length === steps) throw stop;
  });
  await expect(filling).rejects.toBe(stop);
}

/** All that the engine keeps beside the rows, in its own words. */
async function keysAndIndexes(): Promise<string[]> {
  const { rows } = (await opened.db.execute(sql`
    select indexdef as words from pg_indexes where schemaname = current_schema()
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(k.oid), convalidated)
      from pg_constraint k join pg_namespace n on n.oid = connamespace where nspname = current_schema()`)) as unknown as {
    rows: { words: string }[];
  };
  return rows.map(({ words }) => words).sort();
}

/** One row of numbers. */
async function numbers(query: SQL): Promise<Record<string, number>> {
  // Both drivers answer with `rows`; what is in them this test asked for itself.
  const { rows } = (await opened.db.execute(query)) as unknown as { rows: Record<string, unknown>[] };
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const OF_LOAD = sql`promoter_id in (select id from users where email like 'load______@example.com')`;

describe('the load', () => {
  it('goes on where a killed start left it, and is exactly as large as planned', async () => {
    const { db } = opened;
    expect(received.map(({ step }) => step)).toEqual(
      Array.from({ length: received[0]?.of ?? 0 }, (_, at) => at + 1),
    );
    expect((await db.$count(users)) - before.users).toBe(PLAN.promoters);
    expect((await db.$count(contacts)) - before.contacts).toBe(PLAN.contacts);
    expect((await db.$count(requests)) - before.requests).toBe(PLAN.requests);
    await fillLoad(db, 'hash', () => expect.fail('it was done'));
    expect((await db.$count(contacts)) - before.contacts).toBe(PLAN.contacts);
  });

  it('is filled without indexes and foreign keys, and has all of them at the end', () => {
    expect(madeOf.before.length - madeOf.within.length).toBeGreaterThan(20);
    const ofRequests = madeOf.within.filter(each =>
      /^requests \w+_fkey |_newest ON \S*\brequests /.test(each),
    );
    expect(ofRequests).toEqual([]);
    expect(madeOf.after).toEqual(madeOf.before);
  });

  it('is spread unevenly, leaves nobody without a contact, and calls no two promoters the same', async () => {
    const spread = await numbers(sql`
      select min(total) as least, max(total) as most, count(*) as people
      from (select count(*) as total from contacts where ${OF_LOAD} group by promoter_id) as books`);
    expect(spread.people).toBe(PLAN.promoters);
    expect(spread.least).toBeGreaterThan(0);
    expect(spread.most).toBeGreaterThan((20 * PLAN.contacts) / PLAN.promoters);
    expect(
      await numbers(sql`select count(distinct name) as names from users where email like 'load%'`),
    ).toEqual({ names: PLAN.promoters });
  });

  it('is of one piece: every request is for an own contact that was there, with its name and phones', async () => {
    expect(
      await numbers(sql`
      select count(*) as rows,
        count(*) filter (where contacts.promoter_id <> requests.promoter_id) as foreign_ones,
        count(*) filter (where contacts.created_at > requests.created_at) as too_early,
        count(*) filter (where client_fio <> concat_ws(' ', last_name, first_name)) as misnamed,
        count(*) filter (where phones <> (select jsonb_agg(full_phone order by pos) from contact_phones
          where contact_id = contacts.id)) as misphoned
      from requests join contacts on contacts.id = contact_id where requests.${OF_LOAD}`),
    ).toEqual({ rows: PLAN.requests, foreign_ones: 0, too_early: 0, misnamed: 0, misphoned: 0 });
    const phones = await numbers(sql`
      select min(total) as least, max(total) as most, count(*) filter (where outside) as outside
      from (select count(contact_phones.id) as total, bool_or(full_phone not like '7000%') as outside
        from contacts left join contact_phones on contact_id = contacts.id where ${OF_LOAD} group by contacts.id) as each`);
    expect(phones).toEqual({ least: 1, most: 3, outside: 0 });
  });

  it('has amounts on done requests only, payments in closed reports only, and reports of their own promoter', async () => {
    const sums = await numbers(sql`
      select count(*) filter (where (state_code = 'done') <> (tofirm_kop is not null)) as amounts,
        count(*) filter (where (paid_at is not null) <> (closed_at is not null)) as payments,
        count(*) filter (where reports.promoter_id <> requests.promoter_id) as foreign_ones,
        count(*) filter (where percent_kop <> (tofirm_kop * 30 + 50) / 100) as percents,
        count(distinct state_code) as states, count(*) filter (where paid_at is not null) as paid,
        count(*) filter (where done_at is not null and report_id is null) as reportable,
        count(*) filter (where report_id is not null and closed_at is null) as in_open
      from requests left join reports on reports.id = report_id where requests.${OF_LOAD}`);
    expect(sums).toMatchObject({ amounts: 0, payments: 0, foreign_ones: 0, percents: 0, states: 4 });
    for (const some of [sums.paid, sums.reportable, sums.in_open]) expect(some).toBeGreaterThan(20);
    const empty = sql`select count(*) as empty from reports
      where ${OF_LOAD} and not exists (select from requests where report_id = reports.id)`;
    expect(await numbers(empty)).toEqual({ empty: 0 });
  });

  it('covers two years in the order of the code numbers, and the sequences stand behind it', async () => {
    const order = await numbers(sql`
      select count(*) filter (where earlier > created_at) as backwards,
        extract(day from max(created_at) - min(created_at)) as days, max(code_number) as last
      from (select created_at, code_number, lag(created_at) over (order by code_number) as earlier
        from requests where ${OF_LOAD}) as numbered`);
    expect(order).toMatchObject({ backwards: 0, days: expect.toSatisfy((days: number) => days > 720) });
    const next = await numbers(sql`select nextval('request_code_number') as next`);
    expect(next.next).toBe((order.last ?? 0) + 1);
  });
});
