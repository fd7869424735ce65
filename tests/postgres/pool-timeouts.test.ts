/** Timeouts of the sessions, and conflicts of real transactions. Each wait is as long as it is for users. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import { settings, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { sqlState, troubleOf } from '#server/db/trouble.ts';
import { deferred } from '#tests/support/deferred.ts';
import { openBeside, openTestDatabase } from '#tests/support/engine.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const NOW = new Date();

let server: TestServer;
beforeAll(async () => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: these tests need a PostgreSQL');
  const made = await openTestDatabase();
  // Here connections are meant to break.
  const database = await openBeside(made, url);
  const close = async () => {
    await database.close();
    await made.close();
  };
  server = await createTestServer({ database: { ...database, close } });
  const row = { value: 0, created_at: NOW, updated_at: NOW };
  await server.db.insert(settings).values(['a', 'b', 'c'].map(key => ({ key, ...row })));
});
afterAll(() => server?.close());

type Failure = { error: unknown; ms: number };

async function failureOf(work: () => Promise<unknown>): Promise<Failure> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    return { error, ms: performance.now() - startedAt };
  }
  throw new Error('it was to fail');
}

const add = (tx: Tx, key: string, by = 1) =>
  tx
    .update(settings)
    .set({ value: sql`to_jsonb(${settings.value}::text::int + ${by}::int)` })
    .where(eq(settings.key, key));

const valueIn = async (key: string) =>
  (await server.db.select().from(settings).where(eq(settings.key, key)))[0]?.value;

async function endlessStatement(): Promise<void> {
  const { error, ms } = await failureOf(() => server.db.execute(sql`select pg_sleep(60)`));
  expect([sqlState(error), troubleOf(error)]).toEqual(['57014', 'unavailable']);
  expect(ms).toBeGreaterThan(9_900);
  expect(ms).toBeLessThan(11_900);
}

/** Answered like any request: somebody has the promoter's own row of this key for longer than one waits. */
async function heldLock(): Promise<void> {
  const headers = { ...(await server.signIn(server.users.promoter)), 'content-type': 'application/json' };
  const key = randomUUID();
  const body = JSON.stringify({ first_name: 'x', contact_phones: [{ full_phone: '79990000000' }] });
  const save = () =>
    server.fetch('/api/promo/contacts/save', {
      ...{ method: 'POST', body },
      headers: { ...headers, 'idempotency-key': key },
    });
  const [holds, isAnswered] = [deferred(), deferred()];
  const holding = transact(server.db, async tx => {
    await tx.select().from(users).where(eq(users.id, server.users.promoter.id)).for('update');
    holds.resolve();
    // A transaction that does nothing for so long would be ended.
    for (let over = false; !over; ) {
      over = await Promise.race([isAnswered.promise.then(() => true), pause(500).then(() => false)]);
      await tx.execute(sql`select 1`);
    }
  });
  await holds.promise;
  const startedAt = performance.now();
  const response = await save();
  expect([response.status, response.headers.get('retry-after')]).toEqual([409, '1']);
  expect(performance.now() - startedAt).toBeGreaterThan(2_900);
  isAnswered.resolve();
  await holding;
  expect((await save()).status).toBe(200);
}

/** Its locks are free again before it comes back, and what it did is undone. */
async function abandonedTransaction(): Promise<void> {
  const { error } = await failureOf(() =>
    transact(server.db, async tx => {
      await add(tx, 'c', 100);
      await pause(6_000);
      await changeElsewhere();
      await add(tx, 'c', 100);
    }),
  );
  expect(troubleOf(error)).toBe('unavailable');
  expect(await valueIn('c')).toBe(1);
}

/** Its row is free: nobody waits here. */
async function changeElsewhere(): Promise<void> {
  await server.db.execute(sql`update settings set value = '1' where key = 'c'`);
}

it('ends a statement after 10 s, a wait for a lock after 3, a transaction left alone after 5', async () => {
  await Promise.all([endlessStatement(), heldLock(), abandonedTransaction()]);
});

it.each(['repeatable read', 'serializable'] as const)(
  'does a transaction again that the engine could not serialise (%s)',
  async isolationLevel => {
    const before = Number(await valueIn('a'));
    let runs = 0;
    await transact(
      server.db,
      async tx => {
        runs += 1;
        await tx.select().from(settings);
        // Somebody else, meanwhile, beside this transaction.
        if (runs <= 2) await server.db.execute(sql`update settings set updated_at = now() where key = 'a'`);
        await add(tx, 'a');
      },
      { isolationLevel },
    );
    expect([runs, await valueIn('a')]).toEqual([3, before + 1]);
  },
);

it('lets both of two transactions through that wait for each other', async () => {
  const [hasA, hasB] = [deferred(), deferred()];
  let runs = 0;
  const both = (first: string, second: string, mine: typeof hasA, theirs: typeof hasA) =>
    transact(server.db, async tx => {
      runs += 1;
      await add(tx, first);
      mine.resolve();
      await theirs.promise;
      await add(tx, second);
    });
  const before = Number(await valueIn('b'));
  await Promise.all([both('a', 'b', hasA, hasB), both('b', 'a', hasB, hasA)]);
  expect([runs, await valueIn('b')]).toEqual([3, before + 2]);
});

it('gives up on what cannot be serialised after five retries, and says that it is busy', async () => {
  let runs = 0;
  const { error } = await failureOf(() =>
    transact(
      server.db,
      async tx => {
        runs += 1;
        await tx.select().from(settings);
        await server.db.execute(sql`update settings set updated_at = now() where key = 'a'`);
        await add(tx, 'a');
      },
      { isolationLevel: 'repeatable read' },
    ),
  );
  expect([runs, sqlState(error), troubleOf(error)]).toEqual([6, '40001', 'unavailable']);
});
