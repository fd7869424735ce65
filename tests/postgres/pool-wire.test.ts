/** The wire to the database breaks, falls silent or swallows an answer; and connections are ended from its side. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { settings } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { sqlState, troubleOf } from '#server/db/trouble.ts';
import { openBeside, openTestDatabase } from '#tests/support/engine.ts';
import { type DatabaseWire, layDatabaseWire } from './database-wire.ts';

const POOL = 3;
const SILENCE_MS = 1_000;
const NOW = new Date();

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';
let direct: OpenDatabase;
let wire: DatabaseWire;
let opened: OpenDatabase;
let broken: Error[] = [];

beforeAll(async () => {
  if (!URL_OF_TESTS) throw new Error('TEST_DATABASE_URL is not set: these tests need a PostgreSQL');
  direct = await openTestDatabase();
});
afterAll(() => direct?.close());
beforeEach(async () => {
  broken = [];
  wire = await layDatabaseWire(URL_OF_TESTS);
  const onError = (error: Error) => void broken.push(error);
  opened = await openBeside(direct, wire.url, { size: POOL, silenceMs: SILENCE_MS, onError });
});
afterEach(async () => {
  await opened.close();
  await wire.close();
  await direct.db.delete(settings);
});

const one = () => opened.db.select({ one: sql<number>`1` }).from(sql`(select 1) as row`);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    error => error,
  );
}

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
  await wire.become('refused');
  const failures = await Promise.all([...Array(POOL * 3)].map(() => failureOf(store('x'))));
  for (const failure of failures) expect(troubleOf(failure)).toBe('unavailable');
  expect(troubleOf(await failureOf(one()))).toBe('unavailable');
  expect(broken.length).toBeGreaterThan(0);
  await wire.become('whole');
  await expectWhole();
});

it('gives a silent server up, in queries, transactions and while connecting, and connects anew', async () => {
  await expectWhole();
  await wire.become('silent');
  const startedAt = performance.now();
  const failures = await Promise.all(
    [...Array(POOL * 2)].flatMap(() => [failureOf(store('y')), failureOf(one())]),
  );
  for (const failure of failures) expect(troubleOf(failure)).toBe('unavailable');
  // One silence of the old connections and one attempt to connect.
  expect(performance.now() - startedAt).toBeLessThan(SILENCE_MS + 2 * 5_000 + 2_000);
  await wire.become('whole');
  await expectWhole();
});

it('never repeats a transaction whose commit was not answered, and says that nobody knows', async () => {
  await one();
  await wire.become('lose-commit');
  let runs = 0;
  const count = () => {
    runs += 1;
  };
  const failure = await failureOf(store('once', count));
  expect(failure).toSatisfy((error: unknown) => troubleOf(error) === 'unknown');
  expect([runs, await stored()]).toEqual([1, ['once']]);
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
  expect(troubleOf(failure)).toBe('unavailable');
  expect(await stored()).toEqual([]);
  await expectWhole();
});

it('does not call a mistake of its own an absence of the database', async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const failure = await failureOf(opened.db.execute(sql`select ${circular}::text`));
  expect(failure).toBeInstanceOf(Error);
  expect(troubleOf(failure)).toBeUndefined();
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
