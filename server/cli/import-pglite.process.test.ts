/** A firm of the versions with PGlite moves by the command line. PGlite is fetched as the command does, so this needs a network. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killAdminWhileLoading, runAdmin } from '#tests/support/admin.ts';
import { seedHostile } from '#tests/support/seed-hostile.ts';
import type { Digest } from '../db/copy/copy.ts';
import { inSnapshot, readDigests } from '../db/copy/read-copy.ts';
import { readSequences, type Sequence } from '../db/copy/tables.ts';
import type { Db } from '../db/database.ts';
import { openEngine } from '../db/engine/engine.ts';
import { clusterIn, FormerFolder } from '../db/engine/former-folder.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/open.ts';
import { settings } from '../db/schema.ts';
import { fetchPglite } from './admin/pglite/fetch-pglite.ts';
import { openPglite } from './admin/pglite/open-pglite.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-import-'));
const old = join(folder, 'old');
const SLOW_MS = 240_000;

type Content = { rows: Map<string, Digest>; sequences: Sequence[] };
let content: Content;
/** The package's file, as a machine without a network gets it. */
let file: string;

const contentOf = async (db: Db): Promise<Content> => ({
  rows: await inSnapshot(db, readDigests),
  sequences: await readSequences(db),
});

beforeAll(async () => {
  mkdirSync(old, { mode: 0o700 });
  const pglite = await fetchPglite(join(folder, 'package'), undefined);
  const [name = ''] = readdirSync(join(folder, 'package')).filter(each => each.endsWith('.tgz'));
  file = join(folder, 'package', name);
  const { db, close } = await openPglite(pglite, join(old, 'db'));
  await migrate(db);
  await seedHostile(db, Date.parse('2026-11-22T12:00:00Z'));
  content = await contentOf(db);
  await close();
  writeFileSync(join(old, 'secret.key'), 'the secret');
}, SLOW_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder of the older version, for one test. */
function copyOfOld(name: string): string {
  const dataDir = join(folder, name);
  cpSync(old, dataDir, { recursive: true });
  return dataDir;
}

const importIn = (dataDir: string, environment: Record<string, string> = {}, given = file) =>
  runAdmin({ DATA_DIR: dataDir, ...environment }, 'import-pglite', '--package', given);

/** Names and contents of all files. */
function sumOf(path: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }).sort()) {
    const name = join(entry.parentPath, entry.name);
    hash.update(name.slice(path.length));
    if (entry.isFile()) hash.update(readFileSync(name));
  }
  return hash.digest('hex');
}

/** What the engine of this version holds. */
async function imported(dataDir: string): Promise<Content & { secret: unknown }> {
  const engine = await openEngine(dataDir, { log: () => undefined });
  const { db, close } = openPostgres(engine.url, () => undefined);
  const stored = await db.select().from(settings);
  const secret = stored.find(({ key }) => key === 'client_secret')?.value;
  await db.delete(settings).where(eq(settings.key, 'client_secret'));
  const found = await contentOf(db);
  await close();
  await engine.close();
  return { ...found, secret };
}

it(
  'with every row, number and the client’s secret; the folder stays as it is, and nothing begins beside it before',
  async () => {
    const dataDir = copyOfOld('moved');
    const before = sumOf(join(dataDir, 'db'));
    expect(clusterIn(join(dataDir, 'db'))).toBe('pglite');
    await expect(openEngine(dataDir, { log: () => undefined })).rejects.toBeInstanceOf(FormerFolder);
    expect(await importIn(dataDir)).toMatchObject({ exit: 0, out: expect.stringContaining('суммы совпали') });
    expect(await imported(dataDir)).toEqual({ ...content, secret: 'the secret' });
    expect(sumOf(join(dataDir, 'db'))).toBe(before);
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'postgres', 'secret.key']);
    const again = await importIn(dataDir);
    expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('уже есть база') });
  },
  SLOW_MS,
);

it(
  'killed in the middle it leaves no engine that a start would take, and is given again',
  async () => {
    const dataDir = copyOfOld('killed');
    await killAdminWhileLoading({ DATA_DIR: dataDir }, 'import-pglite', '--package', file);
    await expect(openEngine(dataDir, { log: () => undefined })).rejects.toBeInstanceOf(FormerFolder);
    expect(await importIn(dataDir)).toMatchObject({ exit: 0 });
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'postgres', 'secret.key']);
    expect((await imported(dataDir)).rows).toEqual(content.rows);
  },
  SLOW_MS,
);

it(
  'not while a server of the older version runs, from a damaged folder, or with another package',
  async () => {
    const dataDir = copyOfOld('refused');
    const server = createServer().listen(join(dataDir, 'admin.sock'));
    await once(server, 'listening');
    const running = await importIn(dataDir);
    server.close();
    await once(server, 'close');
    const other = await importIn(dataDir, {}, 'package.json');
    rmSync(join(dataDir, 'db', 'global', 'pg_control'));
    const damaged = await importIn(dataDir);
    expect([running.exit, other.exit, damaged.exit]).toEqual([1, 1, 1]);
    expect(running.errors).toContain('работает сервер прежней версии');
    expect(other.errors).toContain('это не @electric-sql/pglite@0.5.16');
    expect(damaged.errors).toContain('Прежняя база не читается');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'secret.key']);
  },
  SLOW_MS,
);

it(
  'without a network it says in which ways it goes on',
  async () => {
    const dataDir = copyOfOld('offline');
    const nowhere = { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder, 'cache') };
    const received = await runAdmin({ DATA_DIR: dataDir, ...nowhere }, 'import-pglite');
    expect(received.exit).toBe(1);
    expect(received.errors).toMatch(/не скачался.*--package <файл>.*restore/s);
  },
  SLOW_MS,
);
