/** The small firm in a PostgreSQL database of its own, for server processes that share it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { it } from 'vitest';
import { deviceClock } from '#kit/clock.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open.ts';
import { type Answering, postForm } from './calls.ts';
import { CLIENT, seedFixture, TEST_PASSWORD, type TestFirm, type TestUser } from './fixture.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { databaseAt, postgresOfRun } from './test-database-url.ts';

export type FirmOnPostgres = TestFirm & {
  /** Of its database. */
  url: string;
  /** Closes the connections and drops the database, whoever still uses it. */
  drop: () => Promise<void>;
};

/** A server process, as something to call. */
export type ServerInstance = Answering & { origin: string; process: ServerProcess };

/** A database in which there is nothing, not even tables. */
export type EmptyDatabase = Pick<FirmOnPostgres, 'url' | 'drop'>;

export async function makeDatabase(): Promise<EmptyDatabase> {
  const { url, template } = postgresOfRun();
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await describeAnswer(url, `create database ${name}`);
  return {
    url: databaseAt(url, name),
    drop: () => describeAnswer(url, `drop database ${name} with (force)`),
  };
}

/** Makes a database, brings it up to date and plants the firm. */
export async function seedOnPostgres(): Promise<FirmOnPostgres> {
  const made = await makeDatabase();
  // Its connections are cut when the database is dropped.
  const opened = openPostgres(made.url, () => undefined);
  await migrate(opened.db);
  const seeded = await seedFixture(opened.db, Date.now());
  const drop = async () => {
    await opened.close();
    await made.drop();
  };
  return { ...seeded, db: opened.db, clock: deviceClock, url: made.url, drop };
}

async function describeAnswer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A server process on that database; `program` is what Node is started with. */
export async function startInstance(url: string, program?: readonly string[]): Promise<ServerInstance> {
  const environment = { DATABASE_URL: url, CLIENT_SECRET: CLIENT.client_secret };
  return instanceOf(await startServer(environment, program));
}

export function instanceOf(process: ServerProcess): ServerInstance {
  const call: typeof fetch = (input, init) =>
    fetch(typeof input === 'string' ? new URL(input, process.origin) : input, init);
  return { origin: process.origin, process, fetch: call };
}

export type TwoInstances = {
  firm: FirmOnPostgres;
  here: ServerInstance;
  there: ServerInstance;
  close: () => Promise<void>;
};

/** Two processes on one database. */
export async function startTwoInstances(): Promise<TwoInstances> {
  const firm = await seedOnPostgres();
  const [here, there] = await Promise.all([startInstance(firm.url), startInstance(firm.url)]);
  const close = async () => {
    await Promise.all([here.process.remove(), there.process.remove()]);
    await firm.drop();
  };
  return { firm, here, there, close };
}

export type Pair = { access_token: string; refresh_token: string; expires_in: number };

export const tryLogin = (instance: Answering, { email }: TestUser, password = TEST_PASSWORD) =>
  postForm(instance, '/oauth/token', {
    grant_type: 'password',
    ...CLIENT,
    scope: '',
    username: email,
    password,
  });

export const refresh = (instance: Answering, refresh_token: string) =>
  postForm(instance, '/oauth/token', { grant_type: 'refresh_token', ...CLIENT, scope: '', refresh_token });

export const bearer = ({ access_token }: Pair) => ({ authorization: `Bearer ${access_token}` });

/** Signs in; refused, it is an error. */
export async function login(instance: Answering, user: TestUser): Promise<Pair> {
  const { status, body } = await tryLogin(instance, user);
  if (status !== 200) throw new Error(`sign-in of ${user.email} failed: ${status}`);
  return body;
}

export type OwnDatabase = {
  folder: string;
  /** What tells a process where it is. */
  environment: Record<string, string>;
  open: () => Promise<OpenDatabase>;
  remove: () => Promise<void>;
};

/** An empty database, and a folder for files. */
export async function createOwnDatabase(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-own-'));
  const { url, drop } = await makeDatabase();
  const open = async () =>
    openPostgres(url, error => {
      throw error;
    });
  const remove = async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, environment: { DATA_DIR: folder, DATABASE_URL: url }, open, remove };
}

type Named = (name: string, work: () => Promise<void> | void, patienceMs?: number) => void;

/** A test that makes sense where the condition holds. Elsewhere it is not there: a skipped test is a failed one. */
export function itIf(condition: boolean): Named {
  return condition ? it : () => undefined;
}
