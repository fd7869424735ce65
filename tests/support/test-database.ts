/** Database engines for tests: fast to get, one per test server, empty and migrated. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Db, OpenDatabase } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { forgetDrawn } from '#server/db/numbers.ts';
import { openPostgres, wrapEmbedded } from '#server/db/open.ts';
import * as schema from '#server/db/schema.ts';

/** All that the tests of this worker send to their databases; whoever closes one is told if it was not portable. */
export const sentSql = listenToSql();

const { logger } = sentSql;

/** PostgreSQL when TEST_DATABASE_URL is set (a schema of its own per call), else the embedded engine in memory. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openSchema(url) : openInMemory();
}

/** Why a connection broke is told by what failed on it. */
const unheard = () => undefined;

/** Another way into the schema that a test database is in. */
export async function openBeside(
  { db }: OpenDatabase,
  url: string,
  options: Parameters<typeof openPostgres>[2] = {},
): Promise<OpenDatabase> {
  const [row] = await db.select({ name: sql<string>`current_schema()` }).from(sql`(select 1) as one`);
  return openPostgres(url, unheard, { searchPath: row?.name, logger, ...options });
}

async function openSchema(url: string): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const raise = (error: Error) => {
    throw error;
  };
  const opened = openPostgres(url, raise, { searchPath: name, logger });
  await opened.db.execute(sql.raw(`create schema ${name}`));
  await migrate(opened.db);
  return {
    ...opened,
    close: async () => {
      await opened.db.execute(sql.raw(`drop schema ${name} cascade`));
      await opened.close();
      sentSql.check();
    },
  };
}

/** Closed engines wait here, emptied: starting one costs more than most tests. */
const idle: EmbeddedDatabase[] = [];

/** Where a test's database can be emptied and filled in few milliseconds. */
const embedded = new WeakMap<Db, EmbeddedDatabase>();

async function openInMemory(): Promise<OpenDatabase> {
  const taken = idle.pop() ?? (await createEmbedded());
  const { db, engine } = taken.opened;
  const close = async () => {
    if (await taken.empty()) idle.push(taken);
    else await taken.opened.close();
    sentSql.check();
  };
  embedded.set(db, taken);
  return { db, engine, close };
}

/**
 * What `seed` makes of an empty database, which is always the same for the same key. On the embedded engine its rows
 * are remembered and put back the next time, because one by one they cost more than most tests.
 */
export async function seedOnce<Seeded>(db: Db, key: string, seed: () => Promise<Seeded>): Promise<Seeded> {
  const taken = embedded.get(db);
  return taken ? taken.seedOnce(key, seed) : seed();
}

type EmbeddedDatabase = Awaited<ReturnType<typeof createEmbedded>>;

const TABLES = Object.values(schema)
  .filter(table => is(table, PgTable))
  .map(getTableName);

/** Rows of many tables as JSON, and how far sequences have come. */
type Rows = { seeded: unknown; tables: Map<string, string>; sequences: Map<string, number> };

/** Shared by the engines of a worker: they are all alike. */
const remembered = new Map<string, Rows>();

/** More rows than so many are quicker to truncate, and leave the next test no table full of dead ones. */
const MANY_ROWS = 1_000;

/** The embedded engine itself, in memory and migrated. */
export async function createEngine(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await migratedDump() });
}

async function createEmbedded() {
  const written = listenToWrites();
  const opened = wrapEmbedded(await createEngine(), written);
  const { db } = opened;
  const starts = await written.unheard(async () => startsOf(db));

  /** False where it is of no use any more. */
  async function empty(): Promise<boolean> {
    const { tables, isShapeTouched } = written.forget();
    return written.unheard(async () => {
      const isLarge = isShapeTouched || (await deleteRows(db, tables, starts));
      if (isLarge) await truncateAll(db);
      // Who has tried copies may leave the journal of no known state; a migrated engine is what the next one wants.
      return !isShapeTouched || (await db.$count(sql`migrations`)) === readMigrations().length;
    });
  }

  async function seedRows<Seeded>(key: string, seed: () => Promise<Seeded>): Promise<Seeded> {
    const known = remembered.get(key);
    if (!known) {
      const seeded = await seed();
      const rows = await written.unheard(async () => readRows(db, starts));
      remembered.set(key, { seeded: structuredClone(seeded), ...rows });
      return seeded;
    }
    written.note(known.tables.keys());
    await written.unheard(() => putBack(db, known));
    // It was remembered under this key by somebody who seeded the same.
    return structuredClone(known.seeded) as Seeded;
  }

  return { opened, empty, seedOnce: seedRows };
}

/** Which tables were written since it was last asked, by the statements that were sent. */
function listenToWrites() {
  let tables = new Set<string>();
  let isShapeTouched = false;
  let isHeard = true;
  const logQuery = (statement: string) => {
    if (!isHeard) return;
    logger.logQuery(statement);
    for (const [, name = ''] of statement.matchAll(/\b(?:insert into|update|delete from) "?(\w+)/gi))
      tables.add(name);
    isShapeTouched ||= /^\s*(?!insert|update|delete|select|with|lock|set)\w/i.test(statement);
  };
  return {
    logger: { logQuery },
    note: (names: Iterable<string>) => {
      for (const name of names) tables.add(name);
    },
    forget: () => {
      const received = { tables: TABLES.filter(name => tables.has(name)), isShapeTouched };
      tables = new Set();
      isShapeTouched = false;
      return received;
    },
    /** What is sent meanwhile is no test's. */
    unheard: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      isHeard = false;
      return work().finally(() => {
        isHeard = true;
      });
    },
  };
}

/** Where every sequence begins. */
async function startsOf(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: sql<string>`sequencename`, start: sql`start_value`.mapWith(Number) })
    .from(sql`pg_sequences`);
  return new Map(rows.map(({ name, start }) => [name, start]));
}

/** Whether there were many of them. */
async function deleteRows(db: Db, tables: string[], starts: Map<string, number>): Promise<boolean> {
  forgetDrawn(db);
  return db.transaction(async tx => {
    await tx.execute(sql`set local session_replication_role = replica`);
    let most = 0;
    for (const name of tables) {
      // The engine's answer; only the embedded one comes here.
      const { affectedRows } = (await tx.execute(sql.raw(`delete from ${name}`))) as {
        affectedRows?: number;
      };
      most = Math.max(most, affectedRows ?? 0);
    }
    const restarts = [...starts].map(([name, start]) => `setval('${name}', ${start}, false)`);
    await tx.execute(sql.raw(`select ${restarts.join(', ')}`));
    return most > MANY_ROWS;
  });
}

async function truncateAll(db: Db): Promise<void> {
  await db.execute(sql.raw(`truncate ${TABLES.join(', ')} restart identity cascade`));
  await db.execute(sql`alter sequence request_code_number restart`);
}

async function readRows(db: Db, starts: Map<string, number>): Promise<Omit<Rows, 'seeded'>> {
  const tables = new Map<string, string>();
  for (const name of TABLES) {
    const [row] = await db.select({ rows: sql<string | null>`json_agg(t)::text` }).from(sql.raw(`${name} t`));
    if (row?.rows) tables.set(name, row.rows);
  }
  const used = await db
    .select({ name: sql<string>`sequencename`, last: sql`last_value`.mapWith(Number) })
    .from(sql`pg_sequences where last_value is not null`);
  return {
    tables,
    sequences: new Map(used.filter(({ name }) => starts.has(name)).map(({ name, last }) => [name, last])),
  };
}

async function putBack(db: Db, { tables, sequences }: Rows): Promise<void> {
  forgetDrawn(db);
  await db.transaction(async tx => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [name, rows] of tables) {
      const columns = columnsOf(name);
      const insert = sql.raw(
        `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name},`,
      );
      await tx.execute(sql`${insert} ${rows}::json)`);
    }
    const moves = [...sequences].map(([name, last]) => `setval('${name}', ${last})`);
    if (moves.length > 0) await tx.execute(sql.raw(`select ${moves.join(', ')}`));
  });
}

/** The columns of a table that can be written: those that the database makes of others are not. */
function columnsOf(name: string): string {
  const table = Object.values(schema).find(each => is(each, PgTable) && getTableName(each) === name);
  const columns = is(table, PgTable) ? getTableConfig(table).columns : [];
  return columns.flatMap(column => (column.generated ? [] : [`"${column.name}"`])).join(', ');
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

/** What distributed PostgreSQL engines (YugabyteDB, CockroachDB, Citus) lack, or do not share. */

type Construct = { name: string; pattern: RegExp };

const construct = (name: string, pattern: RegExp): Construct => ({ name, pattern });

const CONSTRUCTS: readonly Construct[] = [
  construct('a trigger', /\btrigger\b/),
  construct(
    'a function, a procedure or a rule',
    /\b(plpgsql|language|create (or replace )?(function|procedure|rule))\b|\bdo \$/,
  ),
  construct('an advisory lock', /\bpg_(try_)?advisory\w*/),
  construct('listen or notify', /\b(un)?listen\b|\bnotify\b/),
  construct('a type of its own', /\bcreate (type|domain)\b|\benum\b/),
  construct('an extension', /\bcreate extension\b/),
  construct('a savepoint', /\bsavepoint\b/),
  construct('a deferrable constraint', /\bdeferr(able|ed)\b/),
  construct('serial', /\b(small|big)?serial\b/),
  construct('an exclusion constraint', /\bexclude\b/),
  construct('inheritance', /\binherits\b|\bpartition of\b/),
  construct('a materialized view', /\bmaterialized view\b/),
  construct('a temporary or unlogged table', /\b(temp|temporary|unlogged) table\b|\bon commit\b/),
  construct('a place on the disk', /\btablespace\b|\bfillfactor\b/),
  construct('an index other than a tree', /\busing (hash|gin|gist|spgist|brin)\b/),
  construct('a system column', /\b(ctid|xmin|xmax|cmin|cmax|tableoid)\b/),
  construct('a cursor', /\bdeclare \w+ .*\bcursor\b/),
  construct('a lock of a whole table', /\block table\b/),
];

/** Needed on PostgreSQL, and to be replaced on the way to another engine (server/SCALING.md). */
const EXCEPTIONS: readonly { statement: RegExp; why: string }[] = [
  { statement: /^lock table "?migrations"? in /, why: 'one process at a time migrates, or takes a copy in' },
  { statement: /contacts\.xmin/, why: 'the tag of a book: two changes within a millisecond are two' },
  { statement: /^lock table users in exclusive mode$/, why: 'one process fills an unused database' },
];

/** The names of what a statement uses and should not; texts in quotes and comments are not looked at. */
export function unportable(statement: string): string[] {
  const code = statement
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  if (EXCEPTIONS.some(each => each.statement.test(code))) return [];
  return CONSTRUCTS.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name);
}

/** Beyond this a statement is a long list of rows: the shorter ones of its kind say the same. */
const LONGEST = 20_000;

export type SentSql = {
  logger: { logQuery: (statement: string) => void };
  /** How many statements were sent so far, the ends of transactions left out: not every engine tells of these. */
  sent: () => number;
  /** How many different statements were sent. */
  different: () => number;
  /** Whether one like this was sent. */
  knows: (pattern: RegExp) => boolean;
  /** Throws, and forgets, if any was not portable. */
  check: () => void;
};

/** Listens to all that is sent to a database; each different statement is looked at once. */
export function listenToSql(): SentSql {
  const seen = new Set<string>();
  let troubles: string[] = [];
  let sent = 0;
  const logQuery = (statement: string) => {
    if (!/^(begin|commit|rollback)$/.test(statement)) sent += 1;
    if (statement.length > LONGEST || seen.has(statement)) return;
    seen.add(statement);
    const found = unportable(statement);
    if (found.length > 0) troubles.push(`${found.join(', ')}: ${statement.slice(0, 500)}`);
  };
  const check = () => {
    const received = troubles;
    troubles = [];
    if (received.length > 0)
      throw new Error(`SQL that distributed engines lack was sent:\n${received.join('\n')}`);
  };
  return {
    logger: { logQuery },
    sent: () => sent,
    different: () => seen.size,
    knows: pattern => [...seen].some(statement => pattern.test(statement)),
    check,
  };
}
