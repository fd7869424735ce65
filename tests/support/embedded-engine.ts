/** The embedded engine for tests of itself and of its folder. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { wrapEmbedded } from '#server/db/open.ts';

/** The embedded engine itself, in memory and migrated. */
export async function createEngine(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await migratedDump() });
}

/** The embedded engine of a new firm in a folder that is not there yet, migrated and closed. */
export async function fillEmptyFolder(folder: string): Promise<void> {
  await (await PGlite.create(folder, { loadDataDir: await migratedDump() })).close();
}

let dump: Promise<Blob> | undefined;

/** A migrated engine as a file, made once per state of the migrations and shared by all workers. */
function migratedDump(): Promise<Blob> {
  dump ??= readDump();
  return dump;
}

async function readDump(): Promise<Blob> {
  const state = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), 'promo-field-test-engine');
  const file = join(folder, `${state}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const engine = await PGlite.create();
  await migrate(wrapEmbedded(engine).db);
  const made = await engine.dumpDataDir('none');
  await engine.close();
  mkdirSync(folder, { recursive: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, Buffer.from(await made.arrayBuffer()));
  renameSync(part, file);
  return made;
}
