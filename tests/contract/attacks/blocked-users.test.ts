/** A user who was blocked is nobody from then on, whatever was handed out before. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { get } from '#tests/support/calls.ts';
import { ask } from '#tests/support/consent.ts';
import {
  authorizeAs,
  exchange,
  plantClient,
  refreshAs,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { block, hire, workAs } from '#tests/support/people.ts';
import { personalTokenOf, statusOf, statusOfPersonal } from '#tests/support/program.ts';
import { createTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '#tests/support/server.ts';
import { leavesAlone } from './leaves-alone.ts';

let server: TestServer;
let books: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin);
});
afterAll(() => server.close());

let user: TestUser;
beforeEach(async () => {
  user = await hire(server, 'admin');
});

const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

/** It lived, and does not any more. */
async function dies(token: string, statusOfToken = statusOf): Promise<void> {
  expect(await statusOfToken(server, token)).toBe(200);
  await block(server, user);
  await leavesAlone(server, async () => expect(await statusOfToken(server, token)).toBe(401));
}

it('token of a blocked user, of the page: refused', async () => {
  const { authorization = '' } = await server.signIn(user);
  await dies(authorization.replace('Bearer ', ''));
});

it('token of a blocked user, of an application: refused, and not renewed', async () => {
  const tokens = await tokensOf(server, { client: books, user });
  await dies(tokens.access_token);
  expect(await refreshAs(server, books, tokens.refresh_token)).toMatchObject(INVALID_GRANT);
});

it('token of a blocked user, personal: refused', async () => {
  await dies(await personalTokenOf(server, user, ['promo']), statusOfPersonal);
});

it('token of a blocked administrator who works as somebody else: refused', async () => {
  const { authorization = '' } = await workAs(server, await server.signIn(user), server.users.promoter);
  await dies(authorization.replace('Bearer ', ''));
});

it('code of a blocked user: not exchanged', async () => {
  const code = await authorizeAs(server, { client: books, user });
  await block(server, user);
  const refused = await leavesAlone(server, () => exchange(server, books, code), ['oauth_codes']);
  expect(refused).toMatchObject(INVALID_GRANT);
});

it('consent of a blocked user: answered as a wrong password is', async () => {
  const page = await ask(server, books);
  const wrong = await page.press('Разрешить', { email: user.email, password: 'wrong' });
  await block(server, user);
  const refused = await leavesAlone(
    server,
    () => page.press('Разрешить', { email: user.email, password: TEST_PASSWORD }),
    ['login_attempts'],
  );
  expect([refused.status, await refused.text()]).toEqual([422, await wrong.text()]);
});

it('application of a blocked user: others who authorized it go on, nobody manages it', async () => {
  const mine = await plantClient(server, user);
  const tokens = await tokensOf(server, { client: mine, user: server.users.promoter });
  const headers = await server.signIn(user);
  await block(server, user);
  expect(await statusOf(server, tokens.access_token)).toBe(200);
  expect((await get(server, '/oauth/clients', headers)).status).toBe(401);
});
