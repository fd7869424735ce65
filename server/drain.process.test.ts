/** The end of a process under load: what was answered is stored, and nothing else is. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { basaDistrictList, basaWorkList, sendOrder } from '#contract/orders.ts';
import { enginePid } from '#tests/support/engine-of.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/firm-on-postgres.ts';
import { freePort, type LaunchedServer, launchServer } from '#tests/support/server-process.ts';
import { requests } from './db/schema.ts';

const running: LaunchedServer[] = [];
let database: OwnDatabase;
beforeAll(async () => {
  database = await createOwnDatabase();
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await database.remove();
});

/** Starts the server and does not wait for it. */
function launch(origin: string, env: Record<string, string> = {}) {
  const usual = { PORT: new URL(origin).port, DEMO_PASSWORD: 'demo-demo' };
  return launchWith({ ...database.environment, ...usual, ...env });
}

function launchWith(env: Record<string, string>) {
  const launched = launchServer(env);
  running.push(launched);
  return launched;
}

/** A client that is signed in and can order, and one that has no faults of its own. */
async function signIn(origin: string) {
  const config = await (await fetch(`${origin}/application/config.json`)).json();
  const form = { grant_type: 'password', client_id: config.clientId, client_secret: config.clientSecret };
  const body = new URLSearchParams({ ...form, username: 'novice@example.com', password: 'demo-demo' });
  const { access_token } = await (await fetch(`${origin}/oauth/token`, { method: 'POST', body })).json();
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const call = (path: string, input?: unknown, key = randomUUID() as string) =>
    fetch(
      origin + path,
      input === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: JSON.stringify(input) },
    );
  const leafOf = async (path: string) => {
    let [item] = (await (await call(path)).json()).list;
    while (item.children?.length > 0) [item] = item.children;
    return item.id;
  };
  const anna = { first_name: 'Анна', last_name: '', contact_phones: [{ full_phone: '0001234567' }] };
  const { id: contact_id } = await (await call(saveContact.path, anna)).json();
  const [district_id, work_id] = [await leafOf(basaDistrictList.path), await leafOf(basaWorkList.path)];
  const order = {
    type: 'basa',
    contact_id,
    district_id,
    work_id,
    broken: 'Не включается',
    street: 'Садовая',
    house: '5',
    korp: '',
    flat: '12',
  };
  return { order: (key: string) => call(sendOrder.path, order, key) };
}

/** What came of one order: its status, or that there was no answer. */
type Outcome = { key: string; status: number; closes: boolean };

/** Orders without a pause until there is nobody to order from any more. */
async function orderOn(order: (key: string) => Promise<Response>, outcomes: Outcome[]): Promise<void> {
  for (;;) {
    const key: string = randomUUID();
    try {
      const answer = await order(key);
      await answer.arrayBuffer();
      outcomes.push({ key, status: answer.status, closes: answer.headers.get('connection') === 'close' });
    } catch {
      // Refused, or closed before it was taken up: which of the two, the database tells in the end.
      outcomes.push({ key, status: 0, closes: true });
      return;
    }
  }
}

it('answers what it has taken up, stores exactly what it has answered, and says before that it is not ready', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const server = launch(origin, { DRAIN_MS: '4000', MAX_AT_WORK: '2', MAX_WAITING: '2' });
  await server.said('Открыто:');
  const { order } = await signIn(origin);
  const outcomes: Outcome[] = [];
  const clients = Array.from({ length: 16 }, () => orderOn(order, outcomes));
  const stored = () => outcomes.filter(({ status }) => status === 200).length;
  await expect.poll(stored, { timeout: 120_000 }).toBeGreaterThan(40);
  server.child.kill('SIGTERM');
  await server.said('"stopping"');
  const before = stored();
  const ready = await fetch(`${origin}/api/health/ready`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
  expect(await server.exited).toBe(0);
  await Promise.all(clients);
  // While it says that it is not ready it still works.
  expect(stored()).toBeGreaterThan(before);
  expect(outcomes.some(({ status, closes }) => status === 200 && closes)).toBe(true);
  // The sixteen may be more than it takes on: some are then asked to come again.
  expect(outcomes.filter(({ status }) => ![200, 503, 0].includes(status))).toEqual([]);
  const { db, close } = await database.open();
  const rows = await db
    .select({ key: requests.client_key })
    .from(requests)
    .where(isNotNull(requests.client_key));
  await close();
  const kept = outcomes.filter(({ status }) => status === 200).map(({ key }) => key);
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(kept));
  expect(rows).toHaveLength(kept.length);
});

it('ends at once when it is told a second time', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const patient = launch(origin, { DRAIN_MS: '600000' });
  await patient.said('Открыто:');
  patient.child.kill('SIGTERM');
  await patient.said('"stopping"');
  // What comes within a second may be the first signal again, passed on by npm.
  const again = () => !patient.child.kill('SIGTERM') || patient.child.exitCode !== null;
  await expect.poll(again, { timeout: 60_000, interval: 200 }).toBe(true);
  expect(await patient.exited).toBe(1);
});

it('ends in the middle of its first start, and the next one finds nothing half made', async () => {
  const { DATABASE_URL: _, ...own } = database.environment;
  const first = join(database.folder, 'first');
  const startFirst = async () => launchWith({ ...own, DATA_DIR: first, PORT: String(await freePort()) });
  const early = await startFirst();
  await expect
    .poll(() => existsSync(`${first}/postgres.making`), { timeout: 60_000, interval: 1 })
    .toBe(true);
  early.child.kill('SIGTERM');
  expect(await early.exited).toBe(0);
  expect(enginePid(first)).toBeUndefined();
  const after = await startFirst();
  await after.said('Открыто:');
  after.child.kill('SIGTERM');
  expect(await after.exited).toBe(0);
  expect(enginePid(first)).toBeUndefined();
});

it('ends in the middle of a start that waits for somebody else’s migration', async () => {
  const held = await database.open();
  const server = await held.db.transaction(async tx => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`lock table migrations in access exclusive mode`);
    const waiting = launch(`http://127.0.0.1:${await freePort()}`);
    await expect
      .poll(
        async () => {
          const waiting = sql`select 1 from pg_locks where not granted and relation = 'migrations'::regclass`;
          // The driver's answer.
          const { rows } = (await tx.execute(waiting)) as { rows: unknown[] };
          return rows.length;
        },
        { timeout: 120_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    waiting.child.kill('SIGTERM');
    expect(await waiting.exited).toBe(0);
    return waiting;
  });
  expect(server.child.exitCode).toBe(0);
  await held.close();
});
