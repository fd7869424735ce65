/** The database is stopped, started, full or read-only under a running server: a cluster of its own. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open.ts';
import { contacts } from '#server/db/schema.ts';
import { type OwnCluster, startOwnCluster } from '#tests/support/own-cluster.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const POOL = 4;
const CONNECTIONS = 10;
/** "Within a few seconds", on a machine that does other things too. */
const SOON_MS = 8_000;

let postgres: OwnCluster;
let opened: OpenDatabase;
let server: TestServer;
let headers: Record<string, string>;

beforeAll(async () => {
  postgres = await startOwnCluster([`max_connections=${CONNECTIONS}`]);
  opened = openPostgres(postgres.url, () => undefined, { size: POOL });
  await migrate(opened.db);
  server = await createTestServer({ database: opened });
  headers = await server.signIn(server.users.promoter);
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
});

type Answer = { status: number; retryAfter: string | null; ms: number };

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = performance.now();
  const response = await server.fetch(path, { ...init, headers: { ...headers, ...init.headers } });
  await response.arrayBuffer();
  const ms = performance.now() - startedAt;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms };
}

const list = () => ask('/api/promo/contacts/list');

function save(key: string): Promise<Answer> {
  const body = JSON.stringify({ first_name: key, contact_phones: [{ full_phone: '79990000000' }] });
  const type = { 'content-type': 'application/json', 'idempotency-key': key };
  return ask('/api/promo/contacts/save', { method: 'POST', body, headers: type });
}

/** More at once than the pool has connections, so that a lost one would be missed. */
const crowd = () =>
  Promise.all([...Array(POOL * 5).keys()].map(each => (each % 2 ? list() : save(randomUUID()))));

function expectAway(answers: Answer[]): void {
  for (const { status, retryAfter, ms } of answers) {
    expect(status).toBe(503);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(ms).toBeLessThan(SOON_MS);
  }
}

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(answer => answer.status))];

async function expectWhole(): Promise<void> {
  await expect.poll(async () => (await list()).status).toBe(200);
  expect(statusesOf(await crowd())).toEqual([200]);
  expect(opened.pool?.().total).toBeLessThanOrEqual(POOL);
  expect(opened.pool?.().waiting).toBe(0);
}

it('answers 503 while the database is stopped, lives, and works on when it is back', async () => {
  await expectWhole();
  await postgres.halt('fast');
  expectAway(await crowd());
  expectAway(await crowd());
  expect((await ask('/api/health/live')).status).toBe(200);
  expectAway([await ask('/api/health/ready')]);
  await postgres.resume();
  await expectWhole();
});

it('loses nothing and doubles nothing when the database dies in the middle of the work', async () => {
  const answered = new Map<string, number>();
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const key = randomUUID();
      answered.set(key, (await save(key)).status);
    }
  };
  const workers = [...Array(POOL * 2).keys()].map(work);
  await expect.poll(() => answered.size).toBeGreaterThan(20);
  await postgres.halt('immediate');
  await expect.poll(() => [...answered.values()].includes(503)).toBe(true);
  isOver = true;
  await Promise.all(workers);
  // 504: stopped in the middle of a commit.
  const meant = [200, 503, 504];
  expect([...answered.values()].filter(status => !meant.includes(status))).toEqual([]);
  await postgres.resume();
  await expectWhole();
  for (const key of answered.keys()) expect((await save(key)).status).toBe(200);
  const stored = await opened.db.select({ key: contacts.client_key }).from(contacts);
  const times = new Map<string | null, number>();
  for (const { key } of stored) times.set(key, (times.get(key) ?? 0) + 1);
  for (const key of answered.keys()) expect(times.get(key)).toBe(1);
});

it('answers 503 while others have all connections of the database', async () => {
  await opened.db.execute('select 1');
  const others: Client[] = [];
  const takeAll = async (): Promise<void> => {
    const other = new Client({ connectionString: postgres.url }).on('error', () => undefined);
    await other.connect();
    others.push(other);
    return takeAll();
  };
  await postgres.halt('fast');
  await postgres.resume();
  await expect(takeAll()).rejects.toMatchObject({ code: '53300' });
  expectAway([await list(), await save(randomUUID())]);
  await Promise.all(others.map(other => other.end()));
  await expectWhole();
});

it('answers 503 to what changes something while the database only reads, as a standby does', async () => {
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const readOnly = async (mode: 'on' | 'off') => {
    await admin.query(`alter system set default_transaction_read_only = ${mode}`);
    await admin.query('select pg_reload_conf()');
  };
  await readOnly('on');
  await expect.poll(async () => (await save(randomUUID())).status).toBe(503);
  expectAway([await save(randomUUID())]);
  expect((await list()).status).toBe(200);
  await admin.query('set default_transaction_read_only = off');
  await readOnly('off');
  await admin.end();
  await expect.poll(async () => (await save(randomUUID())).status).toBe(200);
  await expectWhole();
});
