/** A PostgreSQL database of its own, never analysed and without autovacuum, and the plans of what is asked of it. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Db, OpenDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import * as schema from '#server/db/schema.ts';
import { makeDatabase } from './firm-on-postgres.ts';

/** A node of `explain (analyze, format json)`. Rows are those of one loop, on average. */
type Node = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Subplan Name'?: string;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};

/** A statement as it was sent, and the plan by which it was just carried out. */
export type Explained = { text: string; plan: Node };

export type ExplainedDatabase = Pick<OpenDatabase, 'db' | 'close'> & {
  /** What `work` asks of the database, statement by statement. */
  explain: (work: () => Promise<unknown>) => Promise<Explained[]>;
  /** The tables that were analysed. */
  analysed: () => Promise<string[]>;
};

/** PostgreSQL's own module tells the plan of each statement that the driver sends, over the same connection. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '-1',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  jit: 'off',
  timezone: 'UTC',
};

export async function openExplained(): Promise<ExplainedDatabase> {
  const made = await makeDatabase();
  const options = Object.entries(SETTINGS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  // One connection: whatever is prepared by name is known to it the next time.
  const url = new URL(made.url);
  // Options of the address go before those of the pool.
  url.searchParams.set('options', options);
  const pool = new Pool({ connectionString: url.href, max: 1 });
  const heard: Explained[] = [];
  pool.on('connect', client =>
    client.on('notice', ({ message = '' }) => heard.push(...explainedIn(message))),
  );
  const db = drizzle({ client: pool, schema });
  await migrate(db);
  await leaveAlone(db);
  const explain = async (work: () => Promise<unknown>) => {
    await db.execute(sql`set auto_explain.log_min_duration = 0`);
    heard.length = 0;
    await work();
    const plans = [...heard];
    await db.execute(sql`set auto_explain.log_min_duration = -1`);
    return plans;
  };
  const close = async () => {
    await pool.end();
    await made.drop();
  };
  return { db, close, explain, analysed: () => readAnalysed(db) };
}

function explainedIn(message: string): Explained[] {
  const json = /^duration: .* plan:\n(.*)$/s.exec(message)?.[1];
  if (!json) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
  return [{ text, plan }];
}

async function leaveAlone(db: Db): Promise<void> {
  const tables = await db.select({ name: sql<string>`relname` }).from(sql`pg_stat_user_tables`);
  for (const { name } of tables) {
    await db.execute(sql`alter table ${sql.identifier(name)} set (autovacuum_enabled = off)`);
  }
}

async function readAnalysed(db: Db): Promise<string[]> {
  const found = await db
    .select({ name: sql<string>`relname` })
    .from(
      sql`pg_stat_user_tables where analyze_count + autoanalyze_count + vacuum_count + autovacuum_count > 0`,
    );
  return found.map(({ name }) => name);
}

/**
 * How many rows a plan has touched: of each of its nodes the times that it was begun, and the rows that it gave or threw away
 * each time. `withoutTotals`: without what is counted beside the rows by a query of its own.
 */
export function rowsTouched(node: Node, withoutTotals = false): number {
  if (withoutTotals && node['Subplan Name']?.startsWith('InitPlan')) return 0;
  if (node['Node Type'] === 'Bitmap Index Scan') return 0;
  const removed = ['Filter', 'Join Filter', 'Index Recheck'] as const;
  const rows = removed.reduce((sum, by) => sum + (node[`Rows Removed by ${by}`] ?? 0), node['Actual Rows']);
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsTouched(each, withoutTotals), 0);
  return node['Actual Loops'] * (1 + rows) + below;
}
