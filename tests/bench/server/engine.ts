/** The database under the server: the PostgreSQL that the server itself runs in a folder, or one that was named. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Db } from '#server/db/database.ts';
import { SUPERUSER } from '#server/db/engine/cluster.ts';
import { openEngine } from '#server/db/engine/engine.ts';
import { engineFolder } from '#server/db/engine/former-folder.ts';
import { openPostgres } from '#server/db/open.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';

/** `durable` is the engine as the server starts it; `quick` does not wait for the disk. */
export type Durability = 'durable' | 'quick';

/** What there is to know about the database from outside. */
export type DatabaseState = { mb: number; connections: number };

export type Engine = {
  environment: Record<string, string>;
  url: string;
  /** How many servers work on it at once. */
  processes: number;
  withData: <Value>(work: (db: Db) => Promise<Value>) => Promise<Value>;
  /** Changes settings that need no restart; a PostgreSQL that was named keeps its own. */
  set: (settings: Readonly<Record<string, 'on' | 'off'>>) => Promise<void>;
  /** As an engine that has lived for a while: what is measured must not depend on when the autovacuum comes. */
  vacuum: () => Promise<void>;
  state: () => Promise<DatabaseState>;
  /** The process that all others of it come from; undefined for one that was named. */
  pid: () => number | undefined;
  end: () => Promise<void>;
};

/** `url`: a PostgreSQL that runs already. `folder`: a DATA_DIR that is kept beyond this run. */
export type EngineOptions = { url?: string | undefined; folder?: string | undefined; processes: number };

export async function openBenchEngine({ url: named, folder, processes }: EngineOptions): Promise<Engine> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'promo-load-'));
  const own = named === undefined ? await openEngine(dataDir, { log: console.error }) : undefined;
  const url = own?.url ?? named ?? '';
  const withData: Engine['withData'] = work => {
    const { db, close } = openPostgres(url, error => console.error(error));
    return work(db).finally(close);
  };
  return {
    url,
    processes,
    environment: {
      DATA_DIR: dataDir,
      DEMO_PASSWORD,
      ...(named === undefined ? {} : { DATABASE_URL: named }),
    },
    withData,
    async set(settings) {
      if (!own) return;
      const changes = Object.entries(settings).map(([name, value]) => `alter system set ${name} = ${value}`);
      await ask(asSuperuser(url), [...changes, 'select pg_reload_conf()']);
    },
    // With a client of its own: the limits of the app's sessions are for what a user waits for.
    vacuum: () => ask(own ? asSuperuser(url) : url, ['vacuum analyze']),
    state: () => withData(readState),
    pid: () =>
      own
        ? Number.parseInt(readFileSync(join(engineFolder(dataDir), 'postmaster.pid'), 'utf8'), 10)
        : undefined,
    async end() {
      await own?.close();
      if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function setDurability(engine: Engine, durability: Durability): Promise<void> {
  const value = durability === 'durable' ? 'on' : 'off';
  return engine.set({ fsync: value, synchronous_commit: value, full_page_writes: value });
}

function asSuperuser(url: string): string {
  const changed = new URL(url);
  changed.username = SUPERUSER;
  return changed.href;
}

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Without the connections by which processes hold the engine, and without this one. */
async function readState(db: Db): Promise<DatabaseState> {
  const found = await db.execute(sql`
    select pg_database_size(current_database())::float8 / 1048576 as mb,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and application_name <> 'promo-field: engine') - 1 as connections`);
  // The driver's own answer to the question above.
  const [row] = (found as unknown as { rows: DatabaseState[] }).rows;
  if (!row) throw new Error('the database told nothing of itself');
  return { mb: Math.round(row.mb), connections: row.connections };
}
