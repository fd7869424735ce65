import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PER_PAGE } from '#contract/wire.ts';
import { beginLoad, finishLoad } from '#tests/support/load/load-firm.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import type { Db, OpenDatabase, Queryable } from '../db/database.ts';
import { seedDemo } from '../db/seed/demo.ts';
import { transact } from '../db/transaction.ts';
import { readContactPage } from './contact-rows.ts';
import { readRequestPage, readRequestTotals } from './request-rows.ts';

const NOW = new Date('2026-11-20T12:12:39Z');

let opened: OpenDatabase;
let promoterId: number;
beforeAll(async () => {
  opened = await openTestDatabase();
  const { db } = opened;
  await seedDemo(db, 'hash', 'demo', NOW);
  await transact(db, tx => beginLoad(tx, { promoters: 1, contacts: 200, requests: 600 }, 'hash', NOW));
  await finishLoad(db, () => undefined);
  promoterId =
    (await numbers(db, sql`select id from users where email like 'load%'`))[0] ?? expect.fail('nobody');
}, 60_000);
afterAll(() => opened.close());

/** The first column of all rows. */
async function numbers(on: Queryable, query: ReturnType<typeof sql>): Promise<number[]> {
  // Both drivers answer with `rows`.
  const { rows } = (await on.execute(query)) as unknown as { rows: Record<string, unknown>[] };
  return rows.map(row => Number(Object.values(row)[0]));
}

/** How often the phones were gone through in this transaction. */
async function scansOfPhones(on: Queryable): Promise<number> {
  const [scans = 0] = await numbers(
    on,
    sql`select seq_scan + idx_scan from pg_stat_xact_user_tables where relname = 'contact_phones'
      and schemaname = current_schema()`,
  );
  return scans;
}

describe('a page far behind', () => {
  it('of contacts looks up the phones of those on it, and not of all before it', async () => {
    await opened.db.transaction(async tx => {
      // A transaction can do all that is asked of a database here.
      const on = tx as unknown as Db;
      const before = await scansOfPhones(tx);
      const { items, count, total } = await readContactPage(on, promoterId, 180);
      expect([count, total]).toEqual([PER_PAGE, 200]);
      for (const each of JSON.parse(`[${items}]`)) expect(each.contact_phones.length).toBeGreaterThan(0);
      const scans = (await scansOfPhones(tx)) - before;
      expect(scans).toBeGreaterThan(0);
      expect(scans).toBeLessThanOrEqual(PER_PAGE);
    });
  });

  it.each(['all', 'done', 'paid'] as const)(
    'of %s requests goes on exactly where the one before ended',
    async status => {
      const { db } = opened;
      const { counts } = await readRequestTotals(db, promoterId);
      const met: number[] = [];
      for (let offset = 0; offset < counts[status]; offset += PER_PAGE) {
        met.push(
          ...(await readRequestPage(db, promoterId, status, { limit: PER_PAGE, offset })).map(({ id }) => id),
        );
      }
      const which = { all: sql`true`, done: sql`done_at is not null`, paid: sql`paid_at is not null` }[
        status
      ];
      expect(met).toEqual(
        await numbers(
          db,
          sql`select id from requests where promoter_id = ${promoterId} and ${which} order by created_at desc, id desc`,
        ),
      );
    },
  );
});
