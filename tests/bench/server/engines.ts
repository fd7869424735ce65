/** The database under the server: a PostgreSQL of our own, one that was named, or the embedded folder. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Db } from '#server/db/database.ts';
import { lockFolder } from '#server/db/lock.ts';
import { openEmbedded, openPostgres } from '#server/db/open.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { startPostgres } from '../../runner/postgres.mjs';
import { findTools } from '../../runner/tools.mjs';

export const ENGINES = ['postgres', 'embedded'] as const;
export type EngineName = (typeof ENGINES)[number];

/** `durable` is PostgreSQL as it is installed; `quick` does not wait for the disk. The embedded engine never does. */
export type Durability = 'durable' | 'quick';

/** What there is to know about the database from outside. */
export type DatabaseState = { mb: number; connections: number };

export type Engine = {
  name: EngineName;
  environment: Record<string, string>;
  /** How many servers work on it at once. */
  processes: number;
  /** Works on the data; only while no server runs. */
  withData: <Value>(work: (db: Db) => Promise<Value>) => Promise<Value>;
  setDurability: (durability: Durability) => Promise<void>;
  /** As an engine that has lived for a while: what is measured must not depend on when the autovacuum comes. */
  vacuum: () => Promise<void>;
  state: () => Promise<DatabaseState>;
  /** The same data for another server beside it, while none runs: a copy where only one may open it. */
  forAnotherServer: () => Promise<Engine & { isCopy: boolean }>;
  end: () => Promise<void>;
};

/** `url`: a PostgreSQL that runs already. `folder`: where either engine keeps its data beyond this run. */
export type EngineOptions = {
  url?: string | undefined;
  folder?: string | undefined;
  /** Of the server, on PostgreSQL; the embedded engine has one. */
  processes: number;
  /** Of a PostgreSQL of our own, beside those that it always has. */
  settings?: readonly string[];
};

export function openEngine(name: EngineName, options: EngineOptions): Promise<Engine> {
  return name === 'postgres' ? openPostgresEngine(options) : openEmbeddedEngine(options.folder);
}

async function openPostgresEngine(options: EngineOptions): Promise<Engine> {
  const { url: named, folder: kept, processes, settings = [] } = options;
  const own = named === undefined ? await startOwn(kept, settings) : undefined;
  const url = own?.url ?? named ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'promo-load-'));
  const withData = async <Value>(work: (db: Db) => Promise<Value>) => {
    const { db, close } = openPostgres(url, error => console.error(error));
    return work(db).finally(close);
  };
  const engine: Engine = {
    name: 'postgres',
    processes,
    environment: { DATA_DIR: folder, DATABASE_URL: url, DEMO_PASSWORD },
    withData,
    setDurability: durability => (own ? withData(db => setDurability(db, durability)) : Promise.resolve()),
    // With a client of its own: the limits of the app's sessions are for what a user waits for.
    vacuum: () => vacuum(url),
    state: () => withData(readState),
    forAnotherServer: async () => ({ ...engine, isCopy: false, end: () => Promise.resolve() }),
    async end() {
      rmSync(folder, { recursive: true, force: true });
      await own?.stop();
    },
  };
  return engine;
}

/** As it is installed, but for a longer time between checkpoints, which every guide to tuning begins with. */
async function startOwn(kept: string | undefined, settings: readonly string[]) {
  const { postgres } = await findTools();
  if (postgres.error !== undefined) throw new Error(postgres.error);
  return startPostgres(postgres.bin, [...settings], ['max_wal_size=4GB'], kept && join(kept, 'postgres'));
}

async function vacuum(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
}

/** None of these needs a restart. */
async function setDurability(db: Db, durability: Durability): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await db.execute(sql.raw(`alter system set ${setting} = ${durability === 'durable' ? 'on' : 'off'}`));
  }
  await db.execute(sql`select pg_reload_conf()`);
}

async function readState(db: Db): Promise<DatabaseState> {
  const found = await db.execute(sql`
    select pg_database_size(current_database())::float8 / 1048576 as mb,
      (select count(*)::int from pg_stat_activity where application_name <> '' or backend_type = 'client backend') - 1
        as connections`);
  // The driver's own answer to the question above.
  const [row] = (found as unknown as { rows: DatabaseState[] }).rows;
  if (!row) throw new Error('the database told nothing of itself');
  return { mb: Math.round(row.mb), connections: row.connections };
}

async function openEmbeddedEngine(named: string | undefined): Promise<Engine> {
  const dataDir = named ?? mkdtempSync(join(tmpdir(), 'promo-load-'));
  mkdirSync(dataDir, { recursive: true });
  const withData: Engine['withData'] = async work => {
    const lock = await lockFolder(dataDir);
    try {
      const { db, close } = await openEmbedded(`${dataDir}/db`);
      return await work(db).finally(close);
    } finally {
      await lock.release();
    }
  };
  return {
    name: 'embedded',
    processes: 1,
    environment: { DATA_DIR: dataDir, DEMO_PASSWORD },
    withData,
    setDurability: () => Promise.resolve(),
    vacuum: () => withData(db => db.execute(sql`vacuum analyze`).then(() => undefined)),
    state: async () => ({ mb: Math.round(sizeOf(dataDir) / 1_048_576), connections: 1 }),
    async forAnotherServer() {
      const copy = mkdtempSync(join(tmpdir(), 'promo-floor-'));
      cpSync(join(dataDir, 'db'), join(copy, 'db'), { recursive: true });
      const end = async () => rmSync(copy, { recursive: true, force: true });
      return { ...(await openEmbeddedEngine(copy)), isCopy: true, end };
    },
    async end() {
      if (!named) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => {
    // A file of the engine may be gone between the listing and now.
    return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
