/** Brings the database up to date; how migrations are written is in migrations/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Db, Queryable, Tx } from './database.ts';
import { problemOf, sqlState } from './database-problem.ts';
import { transact } from './transaction.ts';

// Not by new URL: in a test with a page around it, that is an address of the page.
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** What a migration does to programs that are older than it: nothing, nothing (rows in batches), or ends them. */
type Kind = 'expand' | 'backfill' | 'contract';

/** One migration: its name and its statements. */
export type Migration = ReturnType<typeof migrationOf>;

export function readMigrations(folder = FOLDER): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'));
  return names.sort().map(name => migrationOf(name, readFileSync(join(folder, name), 'utf8')));
}

/** Our SQL has no function bodies, so a semicolon ends a statement. */
export function migrationOf(name: string, text: string) {
  const statements = text.split(/;\s*(?:\n|$)/).map(statement => statement.trim());
  return { name, kind: kindOf(name), statements: statements.filter(statement => statement !== '') };
}

function kindOf(name: string): Kind {
  if (name.endsWith('.backfill.sql')) return 'backfill';
  return name.endsWith('_contract.sql') ? 'contract' : 'expand';
}

/** Unique violation in the catalogue, duplicate table. */
const MADE_MEANWHILE = new Set(['23505', '42P07']);

/** What one statement of a migration may take, and what others wait for whoever migrates. */
const STATEMENT_S = 900;

/** A change of a table waits for those who use it, and all who come later wait behind it: not for long. */
const CHANGE_LOCK_S = 3;

const PATIENCE_MS = 300_000;
const ASK_AGAIN_MS = 500;

/** The journal: which migrations the database has. */
export const JOURNAL = 'migrations';

export const CREATE_JOURNAL = sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;

const journal = pgTable(JOURNAL, {
  name: text().primaryKey(),
  applied_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** The database was changed by a newer program in a way that this one does not understand. */
export class DatabaseTooNew extends Error {
  readonly migration: string;

  constructor(migration: string) {
    super(`${migration} is not known here`);
    this.migration = migration;
  }
}

/** Others would not let a migration begin: they migrate themselves, or use what it changes, for minutes. */
export class DatabaseInUse extends Error {}

type MigrateOptions = {
  migrations?: readonly Migration[];
  patienceMs?: number;
  /** Called after each step that changed something, with the name of its migration. */
  progress?: (name: string) => void;
};

/**
 * Applies what is missing, step by step: each file is a transaction, a backfill is one per batch. Several processes may
 * start at once: the lock on the journal lets one of them do the next step, and whoever is killed leaves whole steps.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
  const { migrations = readMigrations(), patienceMs = PATIENCE_MS, progress = () => undefined } = options;
  const deadline = Date.now() + patienceMs;
  await ensureJournal(db);
  // What is up to date asks for no lock: it starts beside anything, also on a database that only reads.
  while ((await findNext(db, migrations)) !== undefined) {
    const done = await applyStep(db, migrations, deadline);
    if (done) progress(done);
  }
}

/** One file or one batch; undefined if there was nothing left, or others had the locks and there is time to wait. */
async function applyStep(db: Db, migrations: readonly Migration[], deadline: number) {
  try {
    return await transact(db, async tx => {
      const waitMs = Math.max(ASK_AGAIN_MS, deadline - Date.now());
      await tx.execute(sql.raw(`set local statement_timeout = ${STATEMENT_S * 1000}`));
      await tx.execute(sql.raw(`set local lock_timeout = ${waitMs}`));
      await tx.execute(sql`lock table migrations in exclusive mode`);
      const next = await findNext(tx, migrations);
      if (!next) return undefined;
      await tx.execute(sql.raw(`set local lock_timeout = ${CHANGE_LOCK_S * 1000}`));
      await applyMigration(tx, next);
      return next.name;
    });
  } catch (error) {
    if (problemOf(error) !== 'locked') throw error;
    if (Date.now() >= deadline)
      throw new DatabaseInUse('others have what a migration needs', { cause: error });
    await pause(ASK_AGAIN_MS);
    return undefined;
  }
}

async function applyMigration(tx: Tx, { name, kind, statements }: Migration): Promise<void> {
  let touched = 0;
  for (const statement of statements) touched = countChangedRows(await tx.execute(sql.raw(statement)));
  if (kind === 'backfill' && touched > 0) return;
  await tx.insert(journal).values({ name });
}

/** How many rows a statement has changed, as either driver tells it. */
function countChangedRows(result: unknown): number {
  const { rowCount, affectedRows } = Object(result);
  return Number(rowCount ?? affectedRows ?? 0);
}

/** The first migration that the database lacks. Refuses where it has one that this program must not work on. */
async function findNext(on: Queryable, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const applied = new Set((await on.select({ name: journal.name }).from(journal)).map(row => row.name));
  const known = new Set(migrations.map(each => each.name));
  const beyond = [...applied].find(name => !known.has(name) && kindOf(name) === 'contract');
  if (beyond !== undefined) throw new DatabaseTooNew(beyond);
  return migrations.find(each => !applied.has(each.name));
}

async function ensureJournal(db: Db): Promise<void> {
  const name = sql<string | null>`to_regclass('migrations')::text`;
  const [row] = await db.select({ name }).from(sql`(select 1) as one`);
  if (typeof row?.name === 'string') return;
  try {
    await transact(db, tx => tx.execute(CREATE_JOURNAL));
  } catch (error) {
    // Of two processes that create it at the same moment PostgreSQL lets one fail, in spite of "if not exists".
    if (!MADE_MEANWHILE.has(sqlState(error) ?? '')) throw error;
  }
}
