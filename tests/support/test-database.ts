/** Databases for tests: fast to get, one per test server, migrated. */
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client, escapeLiteral } from 'pg';
import type { Db, OpenDatabase } from '#server/db/database.ts';
import { JOURNAL } from '#server/db/migrate.ts';
import { forgetDrawn } from '#server/db/numbers.ts';
import { openPostgres } from '#server/db/open.ts';
import * as schema from '#server/db/schema.ts';
import { sentSql } from './sent-sql.ts';
import { databaseAt, postgresOfRun } from './test-database-url.ts';

/** An empty one. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return (await openSeeded(NOTHING.key, async () => undefined)).opened;
}

/** One in which there is nothing but what `seed` makes of an empty one, which is always the same for the same key. */
export async function openSeeded<Seeded>(
  key: string,
  seed: (db: Db) => Promise<Seeded>,
): Promise<{ opened: OpenDatabase; seeded: Seeded }> {
  const database = takeIdle(key) ?? (await createDatabase());
  const close = async () => {
    await database.rest();
    if (database.isSpoilt()) await database.drop();
    else idle.push(database);
    sentSql.check();
  };
  ofTests.set(database.opened.db, database);
  // It was remembered under this key by somebody who seeded the same.
  const seeded = (await database.fill(key, seed)) as Seeded;
  return { opened: { ...database.opened, close }, seeded };
}

/** More connections into the database of that one; `url` is another way to its server. */
export async function openBeside(
  { db }: OpenDatabase,
  url: string,
  options: Parameters<typeof openPostgres>[2] = {},
): Promise<OpenDatabase> {
  const database = ofTests.get(db);
  if (!database) throw new Error('it was not opened by a test');
  // Why a connection broke is told by what failed on it.
  const unheard = () => undefined;
  return openPostgres(databaseAt(url, database.name), unheard, { logger: database.logger, ...options });
}

type TestDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** Closed databases wait here for the next test of this worker: making one costs more than most tests. */
const idle: TestDatabase[] = [];

const ofTests = new WeakMap<Db, TestDatabase>();

/** What was made under a key, as JSON by table, and how far sequences have come. */
type Seed = { key: string; seeded: unknown; tables: Map<string, string>; sequences: Map<string, number> };

const NOTHING: Seed = { key: '', seeded: undefined, tables: new Map(), sequences: new Map() };

/** Shared by the databases of a worker: they are all alike. */
const remembered = new Map([[NOTHING.key, NOTHING]]);

/** More rows than so many leave a table that is slower for all tests after. */
const MANY_ROWS = 1_000;

/** Best is one that holds what is asked for but for what the last test has changed. */
function takeIdle(key: string): TestDatabase | undefined {
  const like = idle.findIndex(each => each.key() === key);
  const [taken] = like < 0 ? idle.splice(-1) : idle.splice(like, 1);
  return taken;
}

const TABLES = Object.values(schema)
  .filter(table => is(table, PgTable))
  .map(getTableName);

/** A copy of the template. */
async function createDatabase() {
  const { url, template } = postgresOfRun();
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await askServer(`create database ${name} template ${template} strategy wal_log`);
  let isDropped = false;
  const raise = (error: Error) => {
    // Its last connections may still be closing when it goes.
    if (!isDropped) throw error;
  };
  const written = listenToWrites();
  const { logger } = written;
  const opened = openPostgres(databaseAt(url, name), raise, { logger });
  const { db } = opened;
  const starts = await written.unheard(() => startsOf(db));
  /** What it holds beside what was written since. */
  let held = NOTHING;

  return {
    name,
    logger,
    opened,
    key: () => held.key,
    isSpoilt: () => written.isShapeTouched(),
    /** Until nothing runs on it: a test may have left a request under way. */
    async rest(): Promise<void> {
      while (isBusy(opened)) await turn();
    },
    /** Closes it for good. */
    async drop(): Promise<void> {
      isDropped = true;
      await opened.close();
      await askServer(`drop database ${name} with (force)`);
    },
    async fill(key: string, seed: (db: Db) => Promise<unknown>): Promise<unknown> {
      forgetDrawn(db);
      const known = remembered.get(key);
      const { tables } = known ?? NOTHING;
      const touched = written.forget();
      const old = TABLES.filter(name => touched.has(name) || held.tables.get(name) !== tables.get(name));
      await written.unheard(() => renew(db, old, known ?? NOTHING, starts));
      held = known ?? NOTHING;
      if (known) return structuredClone(known.seeded);
      const seeded = await seed(db);
      const rows = await written.unheard(() => readRows(db));
      written.forget();
      held = { key, seeded: structuredClone(seeded), ...rows };
      remembered.set(key, held);
      return seeded;
    },
  };
}

function isBusy({ pool }: OpenDatabase): boolean {
  const { idle: resting, total, waiting } = pool?.() ?? { idle: 0, total: 0, waiting: 0 };
  return resting < total || waiting > 0;
}

async function askServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresOfRun().url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** What a test may do without making its database of no use to the next. */
const COMMON =
  /^\s*(insert|update|delete|select|with|lock|set|begin|commit|rollback|savepoint|release|explain)\b/i;

/** Which tables were written since it was last asked, by the statements that were sent. */
function listenToWrites() {
  let tables = new Set<string>();
  let isShapeTouched = false;
  let isHeard = true;
  const logQuery = (statement: string) => {
    if (!isHeard) return;
    sentSql.logger.logQuery(statement);
    for (const [, name = ''] of statement.matchAll(/\b(?:insert into|update|delete from) "?(\w+)/gi))
      tables.add(name);
    isShapeTouched ||= !COMMON.test(statement) || tables.has(JOURNAL);
  };
  return {
    logger: { logQuery },
    isShapeTouched: () => isShapeTouched,
    forget: (): Set<string> => {
      const received = tables;
      tables = new Set();
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

/** Makes the rows of these tables, and all sequences, those of `seed`: in one message, for the way costs more than the work. */
async function renew(db: Db, tables: string[], seed: Seed, starts: Map<string, number>): Promise<void> {
  const moves = [...starts].map(([name, start]) => {
    const last = seed.sequences.get(name);
    return last === undefined ? `setval('${name}', ${start}, false)` : `setval('${name}', ${last})`;
  });
  const statements = [
    'set local session_replication_role = replica',
    ...tables.map(name => `delete from ${name}`),
    ...tables.flatMap(name => {
      const rows = seed.tables.get(name);
      return rows === undefined ? [] : [insertRows(name, rows)];
    }),
    `select ${moves.join(', ')}`,
  ];
  // One answer for each statement.
  const answers = (await db.execute(sql.raw(statements.join('; ')))) as unknown as {
    rowCount: number | null;
  }[];
  const large = tables.filter((_, at) => (answers[at + 1]?.rowCount ?? 0) > MANY_ROWS);
  if (large.length > 0) await db.execute(sql.raw(`vacuum ${large.join(', ')}`));
}

function insertRows(name: string, rows: string): string {
  const columns = columnsOf(name);
  return `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${escapeLiteral(rows)}::json)`;
}

/** The columns of a table that can be written: those that the database makes of others are not. */
function columnsOf(name: string): string {
  const table = Object.values(schema).find(each => is(each, PgTable) && getTableName(each) === name);
  const columns = is(table, PgTable) ? getTableConfig(table).columns : [];
  return columns.flatMap(column => (column.generated ? [] : [`"${column.name}"`])).join(', ');
}

async function readRows(db: Db): Promise<Pick<Seed, 'tables' | 'sequences'>> {
  const parts = TABLES.map(name => `select '${name}' as name, json_agg(t)::text as rows from ${name} t`);
  const found = await db
    .select({ name: sql<string>`name`, rows: sql<string | null>`rows` })
    .from(sql.raw(`(${parts.join(' union all ')}) as found`));
  const used = await db
    .select({ name: sql<string>`sequencename`, last: sql`last_value`.mapWith(Number) })
    .from(sql`pg_sequences where last_value is not null`);
  return {
    tables: new Map(found.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows] as const]))),
    sequences: new Map(used.map(({ name, last }) => [name, last])),
  };
}
