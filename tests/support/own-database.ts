/** A database for processes of their own: a folder, or where the suite has a PostgreSQL a schema of its own there. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#server/db/database.ts';
import { openEmbedded, openPostgres } from '#server/db/open.ts';

export type OwnDatabase = {
  folder: string;
  /** What tells a process where it is. */
  environment: Record<string, string>;
  open: () => Promise<OpenDatabase>;
  remove: () => Promise<void>;
};

export async function createOwnDatabase(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-own-'));
  const url = process.env.TEST_DATABASE_URL;
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const raise = (error: Error) => {
    throw error;
  };
  const open = async () =>
    url ? openPostgres(url, raise, { searchPath: schema }) : openEmbedded(join(folder, 'db'));
  const say = async (statement: string) => {
    if (!url) return;
    const { db, close } = await open();
    await db.execute(sql.raw(statement));
    await close();
  };
  await say(`create schema ${schema}`);
  const remove = async () => {
    await say(`drop schema ${schema} cascade`);
    rmSync(folder, { recursive: true, force: true });
  };
  const here = { DATA_DIR: folder };
  const there = { DATABASE_URL: `${url}?options=-c%20search_path%3D${schema}` };
  return { folder, environment: url ? { ...here, ...there } : here, open, remove };
}
