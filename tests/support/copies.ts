/** Copies of whole databases, made, changed and put back. */
import { sql } from 'drizzle-orm';
import { readForeignKeys, readTables, textRows } from '#server/db/copy/catalogue.ts';
import { readCopyFile, writeCopyFile } from '#server/db/copy/file.ts';
import { type Loaded, loadCopy } from '#server/db/copy/load-copy.ts';
import type { Part } from '#server/db/copy/parts.ts';
import { digestsOf, inSnapshot, readCopy } from '#server/db/copy/read-copy.ts';
import type { Db } from '#server/db/database.ts';

export const COPIED_AT = new Date('2026-11-22T12:00:00Z');

/** The file of a copy; its parts can be looked at, or the source disturbed, on their way. */
export async function copyOf(
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
export async function* inPieces(bytes: Buffer, size = 4096): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function restoreFile(db: Db, bytes: Buffer): Promise<Loaded> {
  return loadCopy(db, { parts: readCopyFile(inPieces(bytes)), progress: () => undefined });
}

/** Number of rows and sum of every table. */
export const contentOf = (db: Db) => inSnapshot(db, digestsOf);

/** Tables, keys, indexes and checks. */
export async function shapeOf(db: Db) {
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
