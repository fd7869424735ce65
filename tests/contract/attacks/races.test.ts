/** Something is taken back in the very moment in which something is made of it: nothing may be left over. */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokens, oauthCodes, refreshTokens } from '#server/db/schema.ts';
import { get, postForm, send } from '#tests/support/calls.ts';
import { ask } from '#tests/support/consent.ts';
import {
  authorizeAs,
  exchange,
  plantClient,
  refreshAs,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { hire } from '#tests/support/people.ts';
import { statusOf } from '#tests/support/program.ts';
import { createTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '#tests/support/server.ts';

/** By turns each of the two is sent first. */
const ROUNDS = [0, 1, 2, 3, 4, 5];

let server: TestServer;
let user: TestUser;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await createTestServer();
  user = await hire(server, 'promoter');
  headers = await server.signIn(user);
});
afterAll(() => server.close());

/** Both at once; `round` says which of them is sent first. */
async function race<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const later = other();
  return Promise.all([one(), later]);
}

/** What still lives of a client: tokens, refresh tokens and codes. */
async function livingOf({ id }: TestClient): Promise<number> {
  const { db } = server;
  const found = await Promise.all(
    [accessTokens, refreshTokens].map(table =>
      db
        .select({ family: table.family })
        .from(table)
        .where(and(eq(table.client_id, Number(id)), isNull(table.revoked_at))),
    ),
  );
  const codes = await db
    .select()
    .from(oauthCodes)
    .where(eq(oauthCodes.client_id, Number(id)));
  return found.flat().length + codes.length;
}

describe('client deleted', () => {
  const drop = ({ id }: TestClient) => send(server, 'DELETE', `/oauth/clients/${id}`, { headers });

  it.each(ROUNDS)('while its code is exchanged, round %i: no token of it lives', async round => {
    const client = await plantClient(server, user);
    const code = await authorizeAs(server, { client, user });
    const [tokens, dropped] = await race(
      round,
      () => exchange(server, client, code),
      () => drop(client),
    );
    expect(dropped.status).toBe(204);
    expect([200, 400, 401]).toContain(tokens.status);
    if (tokens.status === 200) expect(await statusOf(server, tokens.body.access_token)).toBe(401);
    expect(await livingOf(client)).toBe(0);
  });

  it.each(ROUNDS)('while its token is refreshed, round %i: no token of it lives', async round => {
    const client = await plantClient(server, user);
    const { refresh_token } = await tokensOf(server, { client, user });
    const [tokens, dropped] = await race(
      round,
      () => refreshAs(server, client, refresh_token),
      () => drop(client),
    );
    expect(dropped.status).toBe(204);
    expect([200, 400, 401]).toContain(tokens.status);
    if (tokens.status === 200) expect(await statusOf(server, tokens.body.access_token)).toBe(401);
    expect(await livingOf(client)).toBe(0);
  });

  it.each(ROUNDS)('while a user agrees to it, round %i: no code of it lives', async round => {
    const client = await plantClient(server, user);
    const page = await ask(server, client);
    const agree = () => page.press('Разрешить', { email: user.email, password: TEST_PASSWORD });
    const [answer, dropped] = await race(round, agree, () => drop(client));
    expect(dropped.status).toBe(204);
    expect([303, 400]).toContain(answer.status);
    expect(await livingOf(client)).toBe(0);
  });
});

describe('authorization taken back', () => {
  const end = async () => {
    const [row] = (await get(server, '/oauth/tokens', headers)).body;
    return send(server, 'DELETE', `/oauth/tokens/${row.id}`, { headers });
  };

  it.each(ROUNDS)('while it is refreshed, round %i: no token of it lives', async round => {
    const client = await plantClient(server, user);
    const first = await tokensOf(server, { client, user });
    const [tokens, ended] = await race(round, () => refreshAs(server, client, first.refresh_token), end);
    expect(ended.status).toBe(204);
    const all = [first.access_token, ...(tokens.status === 200 ? [tokens.body.access_token] : [])];
    for (const token of all) expect(await statusOf(server, token)).toBe(401);
    expect((await get(server, '/oauth/tokens', headers)).body).toEqual([]);
  });

  it.each(ROUNDS)('by the application while it refreshes, round %i: no token of it lives', async round => {
    const client = await plantClient(server, user);
    const first = await tokensOf(server, { client, user });
    const form = { client_id: client.id, client_secret: client.secret, token: first.refresh_token };
    const [tokens, ended] = await race(
      round,
      () => refreshAs(server, client, first.refresh_token),
      () => postForm(server, '/oauth/revoke', form),
    );
    expect(ended.status).toBe(200);
    const all = [first.access_token, ...(tokens.status === 200 ? [tokens.body.access_token] : [])];
    for (const token of all) expect(await statusOf(server, token)).toBe(401);
    expect((await get(server, '/oauth/tokens', headers)).body).toEqual([]);
  });
});

it('addresses changed between the page and the answer: the code is not sent to the old one', async () => {
  const client = await plantClient(server, user);
  const page = await ask(server, client);
  const body = { name: 'Moved', redirect: 'https://moved.example/' };
  expect((await send(server, 'PUT', `/oauth/clients/${client.id}`, { headers, body })).status).toBe(200);
  const answer = await page.press('Разрешить', { email: user.email, password: TEST_PASSWORD });
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
});
