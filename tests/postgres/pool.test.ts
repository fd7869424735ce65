/** What the pool does with PostgreSQL's timeouts and conflicts, and when its wire breaks, falls silent or loses an answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import type { OpenDatabase, Tx } from '#server/db/database.ts';
import { problemOf, sqlState } from '#server/db/database-problem.ts';
import { settings, users } from '#server/db/schema.ts';
import { transact, transactOne } from '#server/db/transaction.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { openBeside, openTestDatabase } from '#tests/support/test-database.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';

const NOW = new Date();
const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';

/** The schema of these tests, by connections that nobody breaks. */
let direct: OpenDatabase;
beforeAll(async () => {
  if (!URL_OF_TESTS) throw new Error('TEST_DATABASE_URL is not set: these tests need a PostgreSQL');
  direct = await openTestDatabase();
});
afterAll(() => direct?.close());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  );

describe('timeouts of the sessions, and conflicts of real transactions', () => {
  // Each wait is as long as it is for users.
  let server: TestServer;
  beforeAll(async () => {
    // Here connections are meant to break.
    server = await createTestServer({ database: await openBeside(direct, URL_OF_TESTS) });
    const row = { value: 0, created_at: NOW, updated_at: NOW };
    await server.db.insert(settings).values(['a', 'b', 'c'].map(key => ({ key, ...row })));
  });
  afterAll(() => server?.close());

  const add = (tx: Tx, key: string, by = 1) =>
    tx
      .update(settings)
      .set({ value: sql`to_jsonb(${settings.value}::text::int + ${by}::int)` })
      .where(eq(settings.key, key));

  const valueIn = async (key: string) =>
    (await server.db.select().from(settings).where(eq(settings.key, key)))[0]?.value;

  async function endlessStatement(): Promise<void> {
    const startedAt = performance.now();
    const error = await failureOf(server.db.execute(sql`select pg_sleep(60)`));
    const ms = performance.now() - startedAt;
    expect([sqlState(error), problemOf(error)]).toEqual(['57014', 'unavailable']);
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
        method: 'POST',
        body,
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
    const error = await failureOf(
      transact(server.db, async tx => {
        await add(tx, 'c', 100);
        await pause(6_000);
        // Its row is free: nobody waits here.
        await server.db.execute(sql`update settings set value = '1' where key = 'c'`);
        await add(tx, 'c', 100);
      }),
    );
    expect(problemOf(error)).toBe('unavailable');
    expect(await valueIn('c')).toBe(1);
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
});

describe('the wire to the database', () => {
  const POOL = 3;
  const SILENCE_MS = 1_000;

  let wire: DatabaseProxy;
  let opened: OpenDatabase;
  let broken: Error[] = [];

  beforeEach(async () => {
    broken = [];
    wire = await openDatabaseProxy(URL_OF_TESTS);
    const onError = (error: Error) => void broken.push(error);
    opened = await openBeside(direct, wire.url, { size: POOL, silenceMs: SILENCE_MS, onError });
  });
  afterEach(async () => {
    await opened.close();
    await wire.close();
    await direct.db.delete(settings);
  });

  const one = () => opened.db.select({ one: sql<number>`1` }).from(sql`(select 1) as row`);

  const store = (key: string, count = () => {}) =>
    transact(opened.db, async tx => {
      count();
      await tx.insert(settings).values({ key, value: 1, created_at: NOW, updated_at: NOW });
    });

  const stored = async () => (await direct.db.select().from(settings)).map(row => row.key);

  /** Every connection of the pool at once, inside transactions and beside them. */
  async function expectWhole(): Promise<void> {
    await expect.poll(() => failureOf(one())).toBeUndefined();
    const keys = [...Array(POOL * 4)].map(() => randomUUID());
    await Promise.all(keys.flatMap(key => [store(key), one()]));
    expect(await stored()).toEqual(expect.arrayContaining(keys));
    expect(opened.pool?.().total).toBeLessThanOrEqual(POOL);
  }

  it('calls itself by its name, in UTC, with its timeouts, over every connection', async () => {
    const setting = (name: string) => sql<string>`current_setting(${sql.raw(`'${name}'`)})`;
    const [row] = await opened.db
      .select({
        name: setting('application_name'),
        zone: setting('timezone'),
        statement: setting('statement_timeout'),
        lock: setting('lock_timeout'),
        idle: setting('idle_in_transaction_session_timeout'),
      })
      .from(sql`(select 1) as row`);
    expect(row).toEqual({ name: 'promo-field', zone: 'UTC', statement: '10s', lock: '3s', idle: '5s' });
  });

  it('is cut off and works again when the wire is back', async () => {
    await expectWhole();
    await wire.setState('refused');
    const failures = await Promise.all([...Array(POOL * 3)].map(() => failureOf(store('x'))));
    for (const failure of failures) expect(problemOf(failure)).toBe('unavailable');
    expect(problemOf(await failureOf(one()))).toBe('unavailable');
    expect(broken.length).toBeGreaterThan(0);
    await wire.setState('whole');
    await expectWhole();
  });

  it('gives a silent server up, in queries, transactions and while connecting, and connects anew', async () => {
    await expectWhole();
    await wire.setState('silent');
    const startedAt = performance.now();
    const failures = await Promise.all(
      [...Array(POOL * 2)].flatMap(() => [failureOf(store('y')), failureOf(one())]),
    );
    for (const failure of failures) expect(problemOf(failure)).toBe('unavailable');
    // One silence of the old connections and one attempt to connect.
    expect(performance.now() - startedAt).toBeLessThan(SILENCE_MS + 2 * 5_000 + 2_000);
    await wire.setState('whole');
    await expectWhole();
  });

  it('waits as long as the database for whoever has asked it for more time', async () => {
    const slept = transact(opened.db, async tx => {
      await tx.execute(sql`set local statement_timeout = '60s'`);
      await tx.execute(sql`select pg_sleep(${SILENCE_MS / 1000 + 0.3})`);
    });
    await expect(slept).resolves.toBeUndefined();
  });

  it('never repeats a transaction whose commit was not answered, and says that nobody knows', async () => {
    await one();
    await wire.setState('lose-commit');
    let runs = 0;
    const count = () => {
      runs += 1;
    };
    const failure = await failureOf(store('once', count));
    expect(failure).toSatisfy((error: unknown) => problemOf(error) === 'unknown');
    expect([runs, await stored()]).toEqual([1, ['once']]);
    await expectWhole();
  });

  it('says of one statement whose answer was lost that nobody knows, never that nothing was done', async () => {
    await one();
    const row = { key: 'alone', value: 1, created_at: NOW, updated_at: NOW };
    const write = () => failureOf(transactOne(opened.db, db => db.insert(settings).values(row)));
    await wire.setState('lose-insert');
    expect(problemOf(await write())).toBe('unknown');
    expect(await stored()).toEqual(['alone']);
    // What only reads has done nothing, and what could not even be asked has not either.
    await wire.setState('lose-select');
    expect(problemOf(await failureOf(one()))).toBe('unavailable');
    await wire.setState('refused');
    expect(problemOf(await write())).toBe('unavailable');
    await wire.setState('whole');
    await expectWhole();
  });

  it('says that nothing was done where a connection is ended before anything was asked over it', async () => {
    await wire.setState('end-new');
    const row = { key: 'never', value: 1, created_at: NOW, updated_at: NOW };
    const failures = await Promise.all([
      failureOf(transactOne(opened.db, db => db.insert(settings).values(row))),
      failureOf(store('never')),
      failureOf(one()),
    ]);
    expect(failures.map(problemOf)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(broken).toHaveLength(3);
    await wire.setState('whole');
    expect(await stored()).toEqual([]);
    await expectWhole();
  });

  it('outlives a transaction whose connection the server ends while nothing runs on it', async () => {
    const failure = await failureOf(
      transact(opened.db, async tx => {
        const [row] = await tx.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(select 1) as row`);
        await direct.db.execute(sql`select pg_terminate_backend(${row?.pid})`);
        await expect.poll(() => broken.length).toBeGreaterThan(0);
        await tx.insert(settings).values({ key: 'z', value: 1, created_at: NOW, updated_at: NOW });
      }),
    );
    expect(problemOf(failure)).toBe('unavailable');
    expect(await stored()).toEqual([]);
    await expectWhole();
  });

  it('does not call a mistake of its own an absence of the database', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const failure = await failureOf(opened.db.execute(sql`select ${circular}::text`));
    expect(failure).toBeInstanceOf(Error);
    expect(problemOf(failure)).toBeUndefined();
    expect(sqlState(await failureOf(opened.db.execute(sql`select 1 / 0`)))).toBe('22012');
    await expectWhole();
  });

  it('says so where a transaction that had failed is to be committed all the same', async () => {
    const failure = await failureOf(
      transact(opened.db, async tx => {
        await failureOf(tx.execute(sql`select 1 / 0`));
      }),
    );
    expect(String(failure instanceof Error && (failure.cause ?? failure))).toContain('was to be committed');
    await expectWhole();
  });
});
