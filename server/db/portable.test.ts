import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { sentSql, unportable } from '#tests/support/sent-sql.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { readMigrations } from './migrate.ts';
import { transact } from './transaction.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

it('creates only what distributed PostgreSQL engines know too', () => {
  const statements = readMigrations().flatMap(migration => migration.statements);
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) expect([statement, unportable(statement)]).toEqual([statement, []]);
});

/** Every text of SQL in the source, whoever runs it and when. */
function sqlOfSource(): { file: string; text: string }[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  return files
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(file => {
      const source = readFileSync(join('server', file), 'utf8');
      const templates = source.matchAll(/\bsql(?:\.raw\()?(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g);
      return [...templates].map(([, text = '']) => ({ file, text: text.replaceAll(/\$\{[^}]*\}/g, 'x') }));
    });
}

it('writes only such SQL by hand', () => {
  const written = sqlOfSource();
  expect(written.length).toBeGreaterThan(40);
  const found = written.flatMap(({ file, text }) =>
    unportable(text).map(each => `${file}: ${each} in ${text}`),
  );
  // Names of tables are placeholders here; migrate-to locks those of the own engine alone.
  expect(found.filter(each => !/(load-copy|migrate-to)\.ts: a lock of a whole table/.test(each))).toEqual([]);
});

it('asks Drizzle for no types, views or transactions that others lack', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const product = files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const forbidden = /\b(pgEnum|pgMaterializedView|bigserial|smallserial|serial|pgSequence)\(/;
  expect(product.filter(file => forbidden.test(readFileSync(join('server', file), 'utf8')))).toEqual([]);
});

it.each([
  ['savepoint sp1', 'a savepoint'],
  ['select pg_advisory_xact_lock(1)', 'an advisory lock'],
  ['create table t (id bigserial)', 'serial'],
  ['alter table t add unique (a) DEFERRABLE', 'a deferrable constraint'],
  ['create trigger t after insert on x', 'a trigger'],
  ['do $$ begin end $$', 'a function, a procedure or a rule'],
  ['lock table requests in share mode', 'a lock of a whole table'],
  ['create index i on t using gin (a)', 'an index other than a tree'],
])('would find it: %s', (statement, name) => {
  expect(unportable(statement)).toEqual([name]);
});

it('does not look for it in texts, comments and longer words', () => {
  expect(unportable(`select 'listen', "serialized" -- trigger\n from t`)).toEqual([]);
});

it('hears what is really sent, and what is not portable makes the file fail', async () => {
  server = await createTestServer();
  const headers = await server.signIn(server.users.promoter);
  const body = JSON.stringify({ first_name: 'x', contact_phones: [{ full_phone: '79990000000' }] });
  const save = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
  expect((await server.fetch('/api/promo/contacts/save', save)).status).toBe(200);
  for (const heard of [
    /\binsert into "contacts"/,
    /^select .* for update/s,
    /^update "/,
    /^with |^select /,
  ]) {
    expect([heard, sentSql.knows(heard)]).toEqual([heard, true]);
  }
  sentSql.check();
  await transact(server.db, tx => tx.transaction(inner => inner.execute(sql`select 1`)));
  expect(() => sentSql.check()).toThrow('a savepoint: savepoint sp1');
});
