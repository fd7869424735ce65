import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COPIED_AT, contentOf, copyOf, restoreFile, shapeOf } from '#tests/support/copies.ts';
import { openTestDatabase } from '#tests/support/engine.ts';
import { onPostgres } from '#tests/support/only-on.ts';
import { plantHostile } from '#tests/support/plant-hostile.ts';
import type { OpenDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import { openEmbedded } from '../open.ts';
import { readSequences, readTables, textRows } from './catalogue.ts';
import type { Part } from './parts.ts';

/** Each fresh engine is a second's work, on a busy machine ten of them. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** In-memory for the embedded engine; on a PostgreSQL, where the suite has one, a schema of its own. */
let source: OpenDatabase;
/** Where nothing ever comes to stay: what is refused leaves it as it was. */
let empty: OpenDatabase;
let file: Buffer;
const opened: OpenDatabase[] = [];
const folder = mkdtempSync(join(tmpdir(), 'promo-copy-'));

async function unused(): Promise<OpenDatabase> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

beforeAll(async () => {
  source = await unused();
  await plantHostile(source.db, COPIED_AT.getTime());
  file = await copyOf(source.db);
  empty = await unused();
});
afterAll(async () => {
  vi.resetConfig();
  for (const { close } of opened) await close();
  rmSync(folder, { recursive: true, force: true });
});

it('holds every table, and every table has rows in the firm that is copied here', async () => {
  const content = await contentOf(source.db);
  for (const [table, { rows }] of content) expect([table, rows > 0]).toEqual([table, true]);
  for (const { key } of await readTables(source.db)) expect(key).not.toEqual([]);
});

describe('what comes back', () => {
  it('is the same, on this engine and on an embedded one in a folder, and so is a copy of that', async () => {
    const told = await contentOf(source.db);
    const first = await unused();
    expect((await restoreFile(first.db, file)).secret).toBe('the secret');
    expect(await contentOf(first.db)).toEqual(told);
    const embedded = await openEmbedded(join(folder, 'db'));
    await restoreFile(embedded.db, await copyOf(first.db));
    expect(await contentOf(embedded.db)).toEqual(told);
    expect(await readSequences(embedded.db)).toEqual(await readSequences(source.db));
    expect(await shapeOf(embedded.db)).toEqual(await shapeOf(first.db));
    const last = await unused();
    await restoreFile(last.db, await copyOf(embedded.db));
    expect(await contentOf(last.db)).toEqual(told);
    await embedded.close();
  });

  it('has the constraints and indexes of a database that was migrated, and its numbers go on', async () => {
    const restored = await unused();
    await restoreFile(restored.db, file);
    expect(await shapeOf(restored.db)).toEqual(await shapeOf(empty.db));
    for (const { name } of await readSequences(source.db)) {
      const next = sql`select nextval(quote_ident(${name}::text)::regclass)::text as id`;
      expect([name, await textRows(restored.db, next)]).toEqual([name, await textRows(source.db, next)]);
    }
  });

  it('can be brought up from an older state of the tables, and keeps what was there', async () => {
    const older = await openEmbedded(join(folder, 'older'));
    const first = readMigrations()[0];
    for (const statement of first?.statements ?? []) await older.db.execute(sql.raw(statement));
    await older.db.execute(
      sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    await older.db.execute(sql`insert into migrations values (${first?.name})`);
    await older.db.execute(sql`insert into users (name, email, password_hash, status, password_changed_at, created_at, updated_at)
      values ('Ё', 'a@b', 'h', 'active', now(), now(), now())`);
    const restored = await unused();
    await restoreFile(restored.db, await copyOf(older.db));
    await older.close();
    await migrate(restored.db);
    expect((await readTables(restored.db)).map(({ name }) => name)).toContain('warehouses');
    expect(await textRows(restored.db, sql`select name from users`)).toEqual([{ name: 'Ё' }]);
  });
});

// The embedded engine lets nobody write while a copy is read.
onPostgres('holds one moment, whoever writes while it is read', async () => {
  const told = await contentOf(source.db);
  async function* disturbed(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    for await (const part of parts) {
      yield part;
      if (part.kind !== 'table end') continue;
      await source.db.execute(sql`insert into contacts (id, promoter_id, first_name, created_at, updated_at)
        select (select max(id) from contacts) + id, id, 'Новый', now(), now() from users`);
      await source.db.execute(sql`insert into contact_phones (contact_id, pos, full_phone, created_at, updated_at)
        select max(id), 0, '70000000003', now(), now() from contacts`);
      await source.db.execute(sql`update users set name = name || '!'`);
    }
  }
  const disturbedFile = await copyOf(source.db, disturbed);
  expect(await contentOf(source.db)).not.toEqual(told);
  const restored = await unused();
  await restoreFile(restored.db, disturbedFile);
  expect(await contentOf(restored.db)).toEqual(told);
});
