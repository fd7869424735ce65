import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { sqlState, transact } from './transaction.ts';

// Not by new URL: in a test with a page around it, that is an address of the page.
const FOLDER = `${dirname(fileURLToPath(import.meta.url))}/migrations/`;

/** Unique violation in the catalogue, duplicate table. */
const MADE_MEANWHILE = new Set(['23505', '42P07']);

const migrations = pgTable('migrations', {
  name: text().primaryKey(),
  applied_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** One migration: its name and its statements. Our SQL has no function bodies, so a semicolon ends a statement. */
export type Migration = { name: string; statements: string[] };

/** Every migration in order. */
export function readMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.sql'));
  return names.sort().map(name => ({ name, statements: splitSql(readFileSync(FOLDER + name, 'utf8')) }));
}

function splitSql(text: string): string[] {
  const statements = text.split(/;\s*(?:\n|$)/).map(statement => statement.trim());
  return statements.filter(statement => statement !== '');
}

/** Brings the database up to date. Several processes may start at once: the table lock lets one of them work. */
export async function migrate(db: Db): Promise<void> {
  await createJournal(db);
  await transact(db, async tx => {
    await tx.execute(sql`set local lock_timeout = '60s'`);
    await tx.execute(sql`lock table migrations in exclusive mode`);
    const applied = new Set((await tx.select().from(migrations)).map(row => row.name));
    for (const { name, statements } of readMigrations()) {
      if (applied.has(name)) continue;
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.insert(migrations).values({ name });
    }
  });
}

/** Of two processes that create it at the same moment PostgreSQL lets one fail, in spite of "if not exists". */
async function createJournal(db: Db): Promise<void> {
  try {
    await db.execute(
      sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
  } catch (error) {
    if (!MADE_MEANWHILE.has(sqlState(error) ?? '')) throw error;
  }
}
