import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase } from '#tests/support/firm-on-postgres.ts';
import { seedHostile } from '#tests/support/seed-hostile.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import type { Db, OpenDatabase } from '../database.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { openPostgres } from '../open.ts';
import { seedBase } from '../seed/base.ts';
import { transact } from '../transaction.ts';
import { BadCopy, type CopyProblem, type Part } from './copy.ts';
import { readCopyFile, writeCopyFile } from './file.ts';
import { type Loaded, loadCopy } from './load-copy.ts';
import { inSnapshot, readCopy, readDigests } from './read-copy.ts';
import { readForeignKeys, readSequences, readTables, textRows } from './tables.ts';

const COPIED_AT = new Date('2026-11-22T12:00:00Z');

let source: OpenDatabase;
/** Where nothing ever comes to stay: what is refused leaves it as it was. */
let empty: OpenDatabase;
let file: Buffer;

/** Opened by a test, and closed after it. */
const opened: OpenDatabase[] = [];

async function unused(): Promise<OpenDatabase> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

beforeAll(async () => {
  source = await openTestDatabase();
  await seedHostile(source.db, COPIED_AT.getTime());
  file = await copyOf(source.db);
  empty = await openTestDatabase();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});
afterAll(async () => {
  await source.close();
  await empty.close();
});

/** The file of a copy; its parts can be looked at, or the source disturbed, on their way. */
async function copyOf(
  db: Db,
  passing: (parts: AsyncIterable<Part>) => AsyncIterable<Part> = parts => parts,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await inSnapshot(db, tx =>
    writeCopyFile(passing(readCopy(tx, 'the secret', COPIED_AT)), async chunk => void chunks.push(chunk)),
  );
  return Buffer.concat(chunks);
}

/** Bytes as a disk gives them. */
async function* inPieces(bytes: Buffer, size = 4096): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function restoreFile(db: Db, bytes: Buffer): Promise<Loaded> {
  return loadCopy(db, { parts: readCopyFile(inPieces(bytes)), progress: () => undefined });
}

/** Number of rows and sum of every table. */
const contentOf = (db: Db) => inSnapshot(db, readDigests);

/** Tables, keys, indexes and checks. */
async function shapeOf(db: Db) {
  const indexes = await textRows<'definition'>(
    db,
    sql`select replace(indexdef, current_schema() || '.', '') as definition from pg_indexes where schemaname = current_schema() order by 1`,
  );
  // Newer versions list also what is not null, which the tables tell.
  const checks = await textRows<'definition'>(
    db,
    sql`select c.conname || pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_namespace n on n.oid = c.connamespace where n.nspname = current_schema() and c.contype <> 'n' order by 1`,
  );
  return { tables: await readTables(db), keys: await readForeignKeys(db), indexes, checks };
}

it('holds every table, and every table has rows in the firm that is copied here', async () => {
  const content = await contentOf(source.db);
  for (const [table, { rows }] of content) expect([table, rows > 0]).toEqual([table, true]);
  for (const { key } of await readTables(source.db)) expect(key).not.toEqual([]);
});

describe('what comes back', () => {
  it('is the same, and so is a copy of that', async () => {
    const received = await contentOf(source.db);
    const first = await unused();
    expect((await restoreFile(first.db, file)).secret).toBe('the secret');
    expect(await contentOf(first.db)).toEqual(received);
    const second = await unused();
    await restoreFile(second.db, await copyOf(first.db));
    expect(await contentOf(second.db)).toEqual(received);
    expect(await readSequences(second.db)).toEqual(await readSequences(source.db));
    expect(await shapeOf(second.db)).toEqual(await shapeOf(first.db));
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
    const made = await makeDatabase();
    const older = openPostgres(made.url, error => {
      throw error;
    });
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
    await made.drop();
    await migrate(restored.db);
    expect((await readTables(restored.db)).map(({ name }) => name)).toContain('warehouses');
    expect(await textRows(restored.db, sql`select name from users`)).toEqual([{ name: 'Ё' }]);
  });
});

it('holds one moment, whoever writes while it is read', async () => {
  const received = await contentOf(source.db);
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
  expect(await contentOf(source.db)).not.toEqual(received);
  const restored = await unused();
  await restoreFile(restored.db, disturbedFile);
  expect(await contentOf(restored.db)).toEqual(received);
});

async function troubleOf(work: Promise<unknown>): Promise<CopyProblem | 'none'> {
  return work.then(
    () => 'none',
    error => {
      if (error instanceof BadCopy) return error.problem;
      throw error;
    },
  );
}

/** The file with one other bit, at the first place from here on where that makes another content. */
function alter(bytes: Buffer, from: number): Buffer {
  const altered = Buffer.from(bytes);
  for (let at = from; at < bytes.length; at += 1) {
    altered[at] = (bytes[at] ?? 0) ^ 0x10;
    if (!isSameContent(altered, bytes)) return altered;
    altered[at] = bytes[at] ?? 0;
  }
  throw new Error('no bit makes a difference');
}

/** Text that repeats itself can be packed in more than one way. */
function isSameContent(altered: Buffer, bytes: Buffer): boolean {
  try {
    return gunzipSync(altered).equals(gunzipSync(bytes));
  } catch {
    // It cannot even be unpacked.
    return false;
  }
}

describe('a copy that is not whole', () => {
  it('is known wherever it was cut off, and leaves the place as it was', async () => {
    const before = await contentOf(empty.db);
    const cuts = [0, 1, 9, 200, file.length >> 1, file.length - 9, file.length - 1];
    for (const at of cuts) {
      const found = await troubleOf(restoreFile(empty.db, file.subarray(0, at)));
      expect([at, found]).toEqual([at, 'cut off']);
    }
    expect(await contentOf(empty.db)).toEqual(before);
  });

  it('is never taken for a good one where a byte was changed', async () => {
    const before = await contentOf(empty.db);
    for (const share of [0.02, 0.3, 0.6, 0.99]) {
      const altered = alter(file, Math.floor(file.length * share));
      const found = await troubleOf(restoreFile(empty.db, altered));
      expect(['damaged', 'cut off'], `${share}`).toContain(found);
    }
    expect(await contentOf(empty.db)).toEqual(before);
  });
});

/** The copy without contacts, as if there had never been any. */
function withoutContacts(part: Part): Part | undefined {
  if (!('table' in part) || part.table !== 'contacts') return part;
  return part.kind === 'rows' ? undefined : { ...part, digest: { rows: 0, sha256: '0'.repeat(64) } };
}

/** The parts of the good copy, changed on their way. */
async function* changed(change: (part: Part) => Part | undefined): AsyncGenerator<Part> {
  for await (const part of readCopyFile(inPieces(file))) {
    const other = change(part);
    if (other) yield other;
  }
}

const taking = (db: Db, change: (part: Part) => Part | undefined) =>
  troubleOf(loadCopy(db, { parts: changed(change), progress: () => undefined }));

it.each<[string, (part: Part) => Part | undefined, CopyProblem]>([
  [
    'that it is complete, without one table',
    part => ('table' in part && part.table === 'users' ? undefined : part),
    'cut off',
  ],
  [
    'that a table has other rows',
    part =>
      part.kind === 'table end' && part.table === 'users'
        ? { ...part, digest: { ...part.digest, rows: 1 } }
        : part,
    'damaged',
  ],
  [
    'the same rows twice',
    part =>
      part.kind === 'rows' && part.table === 'users'
        ? { ...part, lines: [...part.lines, ...part.lines] }
        : part,
    'damaged',
  ],
  ['what refers to nothing', withoutContacts, 'damaged'],
  [
    'what no sequence is',
    part =>
      part.kind === 'sequences'
        ? { ...part, sequences: [{ name: 'users_id_seq', lastValue: '-5', isCalled: true }] }
        : part,
    'damaged',
  ],
  ['nothing of sequences', part => (part.kind === 'sequences' ? undefined : part), 'cut off'],
  [
    'a migration that is not known',
    part =>
      part.kind === 'header'
        ? {
            ...part,
            header: { ...part.header, migrations: [...part.header.migrations, '9999_future.sql'] },
          }
        : part,
    'newer schema',
  ],
  [
    'columns that are not there',
    part => (part.kind === 'header' ? { ...part, header: { ...part.header, tables: [] } } : part),
    'damaged',
  ],
])('a copy that says %s is refused, and nothing stays', async (_what, change, problem) => {
  const before = await contentOf(empty.db);
  expect(await taking(empty.db, change)).toBe(problem);
  expect(await contentOf(empty.db)).toEqual(before);
});

describe('a place', () => {
  it('that a server has begun is taken over, one where somebody works is not', async () => {
    const target = await unused();
    await transact(target.db, tx => seedBase(tx, COPIED_AT));
    await restoreFile(target.db, file);
    expect(await troubleOf(restoreFile(target.db, file))).toBe('used');
    const imported = await unused();
    await imported.db.execute(
      sql`insert into warehouses (title, created_at, updated_at) values ('Склад', now(), now())`,
    );
    expect(await troubleOf(restoreFile(imported.db, file))).toBe('used');
  });

  it('of somebody else is left alone', async () => {
    const target = await unused();
    await target.db.execute(sql`create table strange (id integer)`);
    expect(await troubleOf(restoreFile(target.db, file))).toBe('foreign tables');
    await target.db.execute(sql`drop table strange`);
    await target.db.execute(sql`drop table migrations`);
    expect(await troubleOf(restoreFile(target.db, file))).toBe('foreign tables');
  });

  it('that two restore into at once gets one of them', async () => {
    const target = await unused();
    const both = await Promise.all([1, 2].map(() => troubleOf(restoreFile(target.db, file))));
    expect(both.sort()).toEqual(['none', 'used']);
  });
});
