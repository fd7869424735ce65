/**
 * Vitest's global setup: one PostgreSQL for the run, a throw-away one unless TEST_DATABASE_URL names another, and in it a
 * migrated database that every test database is a copy of (test-database.ts).
 */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { ROLE, SUPERUSER } from '#server/db/engine/cluster.ts';
import { startScratch } from '#server/db/engine/scratch.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open.ts';
import { databaseAt, TEMPLATE, URL_OF_TESTS } from './test-database-url.ts';

/** Each test database keeps its connections, and no table has many rows for long. */
const SETTINGS = ['max_connections=200', 'autovacuum=off'];

/** Every project that needs it names it: the first that is set up starts it for all. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[TEMPLATE]) return undefined;
  const own = process.env[URL_OF_TESTS] ? undefined : await startOwn();
  const url = process.env[URL_OF_TESTS] ?? '';
  const template = `test_${randomBytes(4).toString('hex')}`;
  await makeTemplate(url, template);
  process.env[TEMPLATE] = template;
  return async () => {
    delete process.env[TEMPLATE];
    if (!own) return dropAll(url, template);
    delete process.env[URL_OF_TESTS];
    await own.stop();
  };
}

async function startOwn() {
  const own = await startScratch(SETTINGS);
  // Databases are made here, and rows put back past the keys.
  process.env[URL_OF_TESTS] = own.url.replace(`//${ROLE}@`, `//${SUPERUSER}@`);
  return own;
}

async function makeTemplate(url: string, name: string): Promise<void> {
  await ask(url, `create database ${name}`);
  const { db, close } = openPostgres(databaseAt(url, name), error => {
    throw error;
  });
  await migrate(db);
  await close();
}

async function dropAll(url: string, template: string): Promise<void> {
  const made = await ask(url, `select datname as name from pg_database where datname like '${template}%'`);
  for (const { name } of made) await ask(url, `drop database ${name} with (force)`);
}

async function ask(url: string, statement: string): Promise<{ name: string }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
