import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COPIED_AT, contentOf, copyOf, inPieces, restoreFile } from '#tests/support/copies.ts';
import { openTestDatabase } from '#tests/support/engine.ts';
import { plantHostile } from '#tests/support/plant-hostile.ts';
import type { Db, OpenDatabase } from '../database.ts';
import { seedBase } from '../seed/base.ts';
import { transact } from '../transaction.ts';
import { BadCopy, type CopyTrouble } from './bad-copy.ts';
import { readCopyFile } from './file.ts';
import { loadCopy } from './load-copy.ts';
import type { Part } from './parts.ts';

/** Each fresh engine is a second's work, on a busy machine ten of them. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Where nothing ever comes to stay: what is refused leaves it as it was. */
let empty: OpenDatabase;
let file: Buffer;
const opened: OpenDatabase[] = [];

async function unused(): Promise<OpenDatabase> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

beforeAll(async () => {
  const source = await unused();
  await plantHostile(source.db, COPIED_AT.getTime());
  file = await copyOf(source.db);
  empty = await unused();
});
afterAll(async () => {
  vi.resetConfig();
  for (const { close } of opened) await close();
});

async function troubleOf(work: Promise<unknown>): Promise<CopyTrouble | 'none'> {
  return work.then(
    () => 'none',
    error => {
      if (error instanceof BadCopy) return error.trouble;
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

describe('a copy that says', () => {
  it.each<[string, (part: Part) => Part | undefined, CopyTrouble]>([
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
  ])('%s is refused, and nothing stays', async (_what, change, trouble) => {
    const before = await contentOf(empty.db);
    expect(await taking(empty.db, change)).toBe(trouble);
    expect(await contentOf(empty.db)).toEqual(before);
  });
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
    // The next test finds it as this one did.
    await target.db.execute(sql`create table migrations (name text primary key, applied_at timestamptz)`);
  });

  it('that two restore into at once gets one of them', async () => {
    const target = await unused();
    const both = await Promise.all([1, 2].map(() => troubleOf(restoreFile(target.db, file))));
    expect(both.sort()).toEqual(['none', 'used']);
  });
});
