import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { serverForAll } from '#tests/support/server.ts';
import type { Tx } from './database.ts';
import { problemOf } from './database-problem.ts';
import * as schema from './schema.ts';
import { backOffMs, transact } from './transaction.ts';

const server = serverForAll();

it('has in the database exactly the columns that the code knows', async () => {
  const tables = Object.values(schema).filter(table => is(table, PgTable));
  const known = tables.flatMap(table =>
    getTableConfig(table).columns.map(
      ({ name, notNull }) => `${getTableName(table)}.${name}${notNull ? ' not null' : ''}`,
    ),
  );
  const { rows } = await (
    server.db as unknown as { execute: (query: unknown) => Promise<{ rows: Record<string, string>[] }> }
  ).execute(sql`
    select table_name, column_name, is_nullable from information_schema.columns
    where table_schema = current_schema() and table_name <> 'migrations'`);
  const present = rows.map(
    ({ table_name, column_name, is_nullable }) =>
      `${table_name}.${column_name}${is_nullable === 'NO' ? ' not null' : ''}`,
  );
  expect(present.sort()).toEqual(known.sort());
});

it('tries a transaction again when the engine could not serialise it, and gives up on anything else', async () => {
  let tries = 0;
  const failing = (code: string, times: number) => async () => {
    tries += 1;
    if (tries <= times) throw new Error('wrapped', { cause: Object.assign(new Error('pg'), { code }) });
    return tries;
  };
  expect(await transact(server.db, failing('40001', 2))).toBe(3);
  tries = 0;
  const busy = (error: unknown) => problemOf(error) === 'unavailable';
  await expect(transact(server.db, failing('40001', 99))).rejects.toSatisfy(busy);
  expect(tries).toBe(6);
  tries = 0;
  await expect(transact(server.db, failing('40P01', 99))).rejects.toThrow('wrapped');
  expect(tries).toBe(6);
  tries = 0;
  await expect(transact(server.db, failing('23505', 99))).rejects.toThrow('wrapped');
  expect(tries).toBe(1);
});

it('says that nobody knows where the connection broke at the commit, and else that nothing was done', async () => {
  const gone = () => Object.assign(new Error('gone'), { code: '08006' });
  // The work is done, and the answer to its commit never comes.
  const committing = Object.create(server.db, {
    transaction: {
      value: async (work: (tx: Tx) => Promise<unknown>) => {
        await server.db.transaction(work);
        throw gone();
      },
    },
  });
  const lost = transact(committing, async () => 'done');
  await expect(lost).rejects.toSatisfy(error => problemOf(error) === 'unknown');
  const undone = transact(server.db, () => Promise.reject(gone()));
  await expect(undone).rejects.toSatisfy(error => problemOf(error) === 'unavailable');
});

it('waits about 10 ms before the first retry, twice as long before each other one, never as long as others', () => {
  const attempts = [1, 2, 3, 4, 5];
  expect(attempts.map(attempt => backOffMs(attempt, 1))).toEqual([10, 20, 40, 80, 160]);
  expect(attempts.map(attempt => backOffMs(attempt, 0))).toEqual([5, 10, 20, 40, 80]);
  expect(new Set(attempts.map(() => backOffMs(5))).size).toBeGreaterThan(1);
});

it('refuses a transaction inside another one, of the same database or of the transaction itself', async () => {
  const nested = transact(server.db, () => transact(server.db, async () => 'inner'));
  await expect(nested).rejects.toThrow('inside another one');
  // @ts-expect-error A transaction is no database to begin one on.
  await expect(transact(server.db, tx => transact(tx, async () => 'inner'))).rejects.toThrow('inside');
  expect(await transact(server.db, async () => 'after')).toBe('after');
});
