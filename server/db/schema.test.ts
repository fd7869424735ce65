import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { migrate, readMigrations } from './migrate.ts';
import * as schema from './schema.ts';
import { permissions } from './schema.ts';
import { transact } from './transaction.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const FORBIDDEN =
  /\b(trigger|plpgsql|language|function|procedure|do \$\$|advisory|listen|notify|enum|savepoint|deferrable|create type|create extension|serial|bigserial)\b/i;

it('uses only what distributed PostgreSQL engines know too', () => {
  const statements = readMigrations().flatMap(migration => migration.statements);
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) expect(statement).not.toMatch(FORBIDDEN);
});

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

it('migrates a second time without doing anything', async () => {
  await migrate(server.db);
  expect(await server.db.$count(permissions)).toBe(3);
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
  await expect(transact(server.db, failing('40P01', 99))).rejects.toThrow('wrapped');
  expect(tries).toBe(6);
  tries = 0;
  await expect(transact(server.db, failing('23505', 99))).rejects.toThrow('wrapped');
  expect(tries).toBe(1);
});
