import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { explainDatabase } from '../cli/explain-database.ts';
import type { OpenDatabase } from './database.ts';
import { sqlState } from './database-problem.ts';
import { DatabaseTooNew, type Migration, migrate, migrationOf, readMigrations } from './migrate.ts';

let opened: OpenDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const TABLE = migrationOf('9001_things.sql', 'create table things (id bigint primary key, size bigint);');
const ROWS = 25;
const BATCH = 10;
const FILL = migrationOf(
  '9002_sizes.backfill.sql',
  `update things set size = id * 2
   where id in (select id from things where size is null order by id limit ${BATCH});`,
);
const CONTRACT = migrationOf('9003_sizes_contract.sql', 'alter table things alter column size set not null;');

const after = (...more: Migration[]) => ({ migrations: [...readMigrations(), ...more] });

async function count(what: string): Promise<number> {
  const [row] = await opened.db.select({ many: sql`count(*)`.mapWith(Number) }).from(sql.raw(what));
  return row?.many ?? 0;
}

const seedThings = () =>
  opened.db.execute(sql`insert into things (id) select i from generate_series(1, ${ROWS}::int) as i`);

const isApplied = async (name: string) => (await count(`migrations where name = '${name}'`)) === 1;

it('tells kinds by name and reads a folder in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promo-migrations-'));
  const write = (name: string) => writeFileSync(join(folder, name), 'select 1;\n-- done\n\nselect 2;\n');
  for (const name of ['0002_b.backfill.sql', '0003_c_contract.sql', '0001_a.sql', 'README.md']) write(name);
  const read = readMigrations(folder);
  rmSync(folder, { recursive: true });
  expect(read.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    '0001_a.sql expand',
    '0002_b.backfill.sql backfill',
    '0003_c_contract.sql contract',
  ]);
  expect(read[0]?.statements).toEqual(['select 1', '-- done\n\nselect 2']);
});

it('expands, fills in batches and contracts, each once', async () => {
  const received: string[] = [];
  const progress = (name: string) => received.push(name);
  await migrate(opened.db, { ...after(TABLE), progress });
  await seedThings();
  await migrate(opened.db, { ...after(TABLE, FILL, CONTRACT), progress });
  await migrate(opened.db, { ...after(TABLE, FILL, CONTRACT), progress });
  // Three batches of rows, and one that finds none.
  expect(received).toEqual([TABLE.name, ...Array(4).fill(FILL.name), CONTRACT.name]);
  expect(await count('things where size = id * 2')).toBe(ROWS);
});

it('leaves nothing of a migration that fails, and all of those before it', async () => {
  const half = migrationOf('9004_half.sql', `insert into things (id) values (1);\nselect 1 / 0;`);
  const failure = await migrate(opened.db, after(TABLE, half)).then(
    () => undefined,
    error => error,
  );
  expect(sqlState(failure)).toBe('22012');
  expect([await isApplied(TABLE.name), await isApplied(half.name), await count('things')]).toEqual([
    ...[true, false, 0],
  ]);
});

it('composes names of which letters were two signs', async () => {
  const composed = readMigrations().find(({ name }) => name.includes('composed_names'));
  const names = ['Андрей Ёлкин', 'Йод Алёна', 'Zoé'].map(name => name.normalize('NFD'));
  for (const [at, name] of names.entries())
    await opened.db.execute(sql`insert into users (name, email, password_hash, status, password_changed_at, created_at, updated_at)
      values (${name}, ${`u${at}@test.example`}, '', 'active', now(), now(), now())`);
  await opened.db.execute(sql`delete from migrations where name = ${composed?.name}`);
  await migrate(opened.db);
  const found = await opened.db.execute(
    sql`select name, search_text from users where email like 'u_@test.example' order by email`,
  );
  expect(Object(found).rows).toEqual([
    { name: 'Андрей Ёлкин', search_text: 'андрей елкин u0@test.example' },
    { name: 'Йод Алёна', search_text: 'йод алена u1@test.example' },
    { name: names[2], search_text: expect.any(String) },
  ]);
});

it('goes on with a backfill where it was left', async () => {
  await migrate(opened.db, after(TABLE));
  await seedThings();
  await opened.db.execute(sql`update things set size = 0 where id <= ${BATCH}`);
  await migrate(opened.db, after(TABLE, FILL));
  expect(await count('things where size = 0')).toBe(BATCH);
  expect(await count('things where size is null')).toBe(0);
});

it('lets an older program work on a database that was expanded and filled, not on one that was contracted', async () => {
  await migrate(opened.db, after(TABLE, FILL));
  await migrate(opened.db, after());
  await migrate(opened.db, after(TABLE, FILL, CONTRACT));
  const failure = await migrate(opened.db, after(TABLE)).then(
    () => undefined,
    error => error,
  );
  expect(failure).toBeInstanceOf(DatabaseTooNew);
  expect(explainDatabase(failure)).toContain(`новее программы: после ее изменения ${CONTRACT.name}`);
});

it('applies nothing of its own to a database that is too new', async () => {
  await migrate(opened.db, after(TABLE, CONTRACT));
  const own = migrationOf('9000_own.sql', 'drop table things;');
  await expect(migrate(opened.db, after(own))).rejects.toThrow(DatabaseTooNew);
  expect([await isApplied(own.name), await count('things')]).toEqual([false, 0]);
});
