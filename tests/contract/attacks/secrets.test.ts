/** What is secret stands in no line of the log, and in no row but as a hash. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTokens } from '#server/db/schema.ts';
import { readAll } from '#tests/contract/read-all.ts';
import { get, post, postForm } from '#tests/support/calls.ts';
import { ask, locationOf } from '#tests/support/consent.ts';
import { exchange, RFC_VERIFIER, refreshAs, type TestClient } from '#tests/support/oauth.ts';
import { bearer, personalTokenOf, registerClient, statusOf } from '#tests/support/program.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let books: TestClient;
/** Every secret of this file, by what it is. */
const secrets = new Map<string, string>();
beforeAll(async () => {
  server = await createTestServer();
  books = await registerClient(server);
  await liveThrough();
});
afterAll(() => server.close());

const right = () => ({ email: server.users.admin.email, password: TEST_PASSWORD });

/** A whole life of an application and of a personal token, with everything that goes wrong on the way. */
async function liveThrough(): Promise<void> {
  secrets.set('client secret', books.secret).set('password', TEST_PASSWORD).set('verifier', RFC_VERIFIER);
  const page = await ask(server, books, { state: 'a-secret-state' });
  await page.press('Разрешить', { ...right(), password: 'a-wrong-password' });
  secrets.set('state', 'a-secret-state').set('wrong password', 'a-wrong-password');
  const code = locationOf(await page.press('Разрешить', right())).searchParams.get('code') ?? '';
  const { body: first } = await exchange(server, books, code);
  const { body: second } = await refreshAs(server, books, first.refresh_token);
  secrets.set('code', code).set('access token', first.access_token).set('refresh token', first.refresh_token);
  secrets.set('second access token', second.access_token).set('second refresh token', second.refresh_token);
  await statusOf(server, second.access_token);
  await get(server, `/api/promo/contacts/fullList?access_token=${second.access_token}`);
  await exchange(server, books, code);
  await refreshAs(server, books, second.refresh_token);
  const personal = await personalTokenOf(server, server.users.admin, ['integration']);
  secrets.set('personal token', personal);
  await post(server, '/api/integration/requests/1', { tofirm: 1 }, bearer(personal));
  const client = { client_id: books.id, client_secret: books.secret };
  await postForm(server, '/oauth/revoke', { ...client, token: personal });
  await postForm(server, '/oauth/token', { ...client, grant_type: 'magic' });
  await server.fetch(`/oauth/token?code=${code}&client_secret=${books.secret}`);
}

function isNowhereIn(place: string, text: string): void {
  for (const [what, secret] of secrets) {
    expect(secret.length, what).toBeGreaterThan(10);
    expect([what, place, text.includes(secret)]).toEqual([what, place, false]);
  }
}

it('secrets in the log: none, nor an e-mail', () => {
  const lines = JSON.stringify(server.logged);
  expect(lines).toContain('/oauth/authorize');
  isNowhereIn('the log', lines);
  expect(lines).not.toContain(server.users.admin.email);
});

it('secrets in the database: hashes alone', async () => {
  isNowhereIn(
    'the database',
    JSON.stringify([await readAll(server), await server.db.select().from(accessTokens)]),
  );
});
