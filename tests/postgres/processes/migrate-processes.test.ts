/** Several real processes at the migrations of one database, some of them killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open.ts';
import { type EmptyDatabase, makeDatabase } from '#tests/support/firm-on-postgres.ts';

const PROCESSES = 3;
const ROWS = 60;
const BATCH = 5;

let folder: string;
let database: EmptyDatabase;
let url: string;
let client: Client;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'promo-migrations-'));
  cpSync('server/db/migrations', folder, { recursive: true });
  database = await makeDatabase();
  url = database.url;
  client = new Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (file: string, statements: string) => writeFileSync(join(folder, file), statements);

type Migrating = {
  child: ChildProcess;
  ended: Promise<{ exit: number | null; steps: string[]; errors: string }>;
};

function begin(patienceMs = 60_000): Migrating {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/postgres/processes/migrate.ts'], {
    env: { ...process.env, DATABASE_URL: url, MIGRATIONS: folder, PATIENCE_MS: String(patienceMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, errors]) => ({ exit: child.exitCode, steps: out.split('\n').filter(Boolean), errors }),
  );
  return { child, ended };
}

/** The database as it is before the process of interest starts. */
async function makeHere(): Promise<void> {
  const opened = openPostgres(url, () => undefined);
  await migrate(opened.db, { migrations: readMigrations(folder) });
  await opened.close();
}

const beginAll = () => [...Array(PROCESSES)].map(() => begin());

async function numberOf(query: string): Promise<number> {
  const { rows } = await client.query(`select (${query})::int as number`);
  return rows[0].number;
}

/** All ended well, and each step was done by exactly one of them. */
async function expectEachOnce(all: Migrating[], steps: string[]): Promise<void> {
  const ended = await Promise.all(all.map(each => each.ended));
  expect(ended.map(({ exit, errors }) => ({ exit, errors }))).toEqual(
    ended.map(() => ({ exit: 0, errors: '' })),
  );
  expect(ended.flatMap(each => each.steps).sort()).toEqual(steps.sort());
}

/** Waits inside the database until somebody there waits for a lock, or sleeps. */
const somebodyWaits = (how: string) => {
  const others = `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return expect.poll(() => numberOf(`${others} and ${how}`), { timeout: 60_000 }).toBeGreaterThan(0);
};

it('lets several that start at once on an empty database make it, and then add what is new', async () => {
  const before = readMigrations(folder).map(each => each.name);
  await expectEachOnce(beginAll(), before);
  write('9001_more.sql', 'create table more (id bigint primary key);\nselect pg_sleep(0.5);');
  await expectEachOnce(beginAll(), ['9001_more.sql']);
  expect(await numberOf('select count(*) from migrations')).toBe(before.length + 1);
});

it('leaves nothing of a migration whose process is killed in the middle, and those who wait do it', async () => {
  await makeHere();
  // A statement that was begun is carried out to its end, also for nobody: the killed one's are short.
  write(
    '9001_slow.sql',
    `create table slow (id bigint primary key);\n${'select pg_sleep(0.5);\n'.repeat(30)}`,
  );
  const first = begin();
  await somebodyWaits(`wait_event = 'PgSleep'`);
  const others = [begin(), begin()];
  await somebodyWaits(`wait_event_type = 'Lock'`);
  first.child.kill('SIGKILL');
  write('9001_slow.sql', 'create table slow (id bigint primary key);');
  await expectEachOnce(others, ['9001_slow.sql']);
  expect(await numberOf(`select count(*) from slow`)).toBe(0);
});

it('fills in batches with several processes, one killed between them, and touches each row once', async () => {
  await makeHere();
  await client.query('create table things (id bigint primary key, filled int not null default 0)');
  await client.query(`insert into things select i from generate_series(1, ${ROWS}) as i`);
  const batch = `select id from things where filled = 0 order by id limit ${BATCH}`;
  const slowly = `update things set filled = filled + 1 where id in (${batch}) and (select pg_sleep(0.1)) is not null;`;
  write('9001_fill.backfill.sql', slowly);
  const all = beginAll();
  const isHalf = () => numberOf('select count(*) from things where filled = 1');
  await expect.poll(isHalf, { interval: 20, timeout: 60_000 }).toBeGreaterThan(BATCH);
  all[0]?.child.kill('SIGKILL');
  await all[0]?.ended;
  expect(await isHalf()).toBeLessThan(ROWS);
  const rest = await Promise.all(all.slice(1).map(each => each.ended));
  expect(rest.map(each => each.exit)).toEqual([0, 0]);
  expect(await numberOf('select count(*) from things where filled = 1')).toBe(ROWS);
  expect(await numberOf(`select count(*) from migrations where name = '9001_fill.backfill.sql'`)).toBe(1);
});

it('lets those who use a table finish, comes again, and says in one line when they never do', async () => {
  await makeHere();
  write('9001_wider.sql', 'alter table users add column nickname text;');
  const user = new Client({ connectionString: url });
  await user.connect();
  await user.query('begin; select 1 from users');
  const hopeless = await begin(2_000).ended;
  const busy =
    'База данных занята: другой процесс обновляет ее или держит нужные таблицы слишком долго. Попробуйте позже.\n';
  expect([hopeless.exit, hopeless.errors]).toEqual([1, busy]);
  const patient = begin();
  await somebodyWaits(`wait_event_type = 'Lock'`);
  // For those who come meanwhile the table is free again after some seconds.
  await expect
    .poll(() => numberOf(`select count(*) from pg_locks where not granted and relation = 'users'::regclass`))
    .toBe(0);
  await user.query('commit');
  await user.end();
  await expectEachOnce([patient], ['9001_wider.sql']);
});

it('says in one line that the database is away', async () => {
  url = 'postgres://nobody@127.0.0.1:1/nothing';
  const away = await begin().ended;
  expect([away.exit, away.errors]).toEqual([1, 'PostgreSQL из DATABASE_URL не отвечает (ECONNREFUSED).\n']);
});
