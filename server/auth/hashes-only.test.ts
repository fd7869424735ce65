/** What lets somebody in is told once and kept nowhere: a copy of the database lets nobody in. */
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { postForm } from '#tests/support/calls.ts';
import { PARTNER, programsOf, seedApplication } from '#tests/support/seeded-credentials.ts';
import { CLIENT, createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import * as schema from '../db/schema.ts';

/** Every row of every table, as PostgreSQL writes it: bytes in hexadecimal. */
async function wholeDatabase({ db }: TestServer): Promise<string> {
  const tables = Object.values(schema).filter(table => is(table, PgTable));
  const texts = await Promise.all(
    tables.map(async table => {
      const row = sql.raw(`${getTableName(table)}::text`);
      const [read] = await db
        .select({ rows: sql<string>`coalesce(string_agg(${row}, ' '), '')` })
        .from(table);
      return read?.rows;
    }),
  );
  return texts.join('\n');
}

/** The ways in which a text may stand in a row or in a line of the log. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=*$/, ''),
];

it('no row of any table and no line of the log has a secret or a token that was handed out', async () => {
  const server = await createTestServer();
  const { promoter: user } = server.users;
  const login = { grant_type: 'password', ...CLIENT, username: user.email, password: TEST_PASSWORD };
  const { body: page } = await postForm(server, '/oauth/token', login);
  const programs = programsOf(server, { authorization: `Bearer ${page.access_token}` });
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const { body: client } = await programs.createClient(PARTNER, key());
  const changed = await programs.changeClient(client.id, PARTNER, key());
  const { body: personal } = await programs.createToken({ name: 'Выгрузка', scopes: ['promo'] }, key());
  const application = await seedApplication(server, { user, clientId: client.id });
  const { body: refreshed } = await postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: application.refreshToken,
    client_id: String(client.id),
    client_secret: client.secret,
  });
  const { body: replaced } = await programs.replaceSecret(client.id, key());
  expect([changed.status, changed.text.includes('secret')]).toEqual([200, false]);
  const secrets = {
    secret: client.secret,
    nextSecret: replaced.secret,
    personal: personal.accessToken,
    page: page.access_token,
    pageRefresh: page.refresh_token,
    access: application.accessToken,
    refresh: application.refreshToken,
    nextAccess: refreshed.access_token,
    nextRefresh: refreshed.refresh_token,
  };
  const [rows, log] = [await wholeDatabase(server), JSON.stringify(server.logged)];
  // What is looked for would be found: the answer to the change was kept under its key.
  expect(rows).toContain(Buffer.from(changed.text).toString('hex'));
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, typeof secret, String(secret).length]).toEqual([name, 'string', 43]);
    for (const form of formsOf(String(secret))) {
      expect([name, rows.includes(form), log.includes(form)]).toEqual([name, false, false]);
    }
  }
  await server.close();
});
