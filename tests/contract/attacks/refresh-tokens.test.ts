/** Attacks on refresh tokens (RFC 6749, 10.4; RFC 9700, 4.14), and what must not be taken for one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { get, postForm } from '#tests/support/calls.ts';
import { plantClient, refreshAs, type TestClient, tokensOf } from '#tests/support/oauth.ts';
import { block, hire } from '#tests/support/people.ts';
import { statusOf } from '#tests/support/program.ts';
import {
  CLIENT,
  createTestServer,
  TEST_PASSWORD,
  type TestServer,
  type TestUser,
} from '#tests/support/server.ts';
import { leavesAlone } from './leaves-alone.ts';

type Pair = { access_token: string; refresh_token: string };

const THE_PAGE: TestClient = { id: CLIENT.client_id, secret: CLIENT.client_secret, redirects: [] };
const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

let server: TestServer;
let books: TestClient;
let rival: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin);
  rival = await plantClient(server, server.users.moderator);
});
afterAll(() => server.close());

async function signIn(user: TestUser): Promise<Pair> {
  const form = { grant_type: 'password', ...CLIENT, username: user.email, password: TEST_PASSWORD };
  return (await postForm(server, '/oauth/token', form)).body;
}

describe.each(['the page', 'an application'] as const)('of %s', whose => {
  const holder = () => (whose === 'the page' ? THE_PAGE : books);
  const begin = (user: TestUser) =>
    whose === 'the page' ? signIn(user) : tokensOf(server, { client: books, user });
  const renew = async ({ refresh_token }: Pair): Promise<Pair> => {
    const { status, body, text } = await refreshAs(server, holder(), refresh_token);
    if (status !== 200) throw new Error(`not refreshed: ${status} ${text}`);
    return body;
  };

  let first: Pair;
  beforeEach(async () => {
    first = await begin(server.users.promoter);
  });

  const isDead = async (...pairs: Pair[]) => {
    for (const { access_token, refresh_token } of pairs) {
      expect(await statusOf(server, access_token)).toBe(401);
      expect(await refreshAs(server, holder(), refresh_token)).toMatchObject(INVALID_GRANT);
    }
  };

  it('refresh reuse: who shows a spent one ends the whole family', async () => {
    const second = await renew(first);
    expect(await statusOf(server, second.access_token)).toBe(200);
    server.clock.advance(MINUTE_MS + 1);
    expect(await refreshAs(server, holder(), first.refresh_token)).toMatchObject(INVALID_GRANT);
    await isDead(first, second);
  });

  it('refresh reuse of one before the last: the grace is not for it', async () => {
    const second = await renew(first);
    const third = await renew(second);
    expect(await refreshAs(server, holder(), first.refresh_token)).toMatchObject(INVALID_GRANT);
    await isDead(first, second, third);
  });

  it('refresh reuse: other logins of the same user go on', async () => {
    const other = await begin(server.users.promoter);
    const second = await renew(first);
    await renew(second);
    await refreshAs(server, holder(), first.refresh_token);
    expect(await statusOf(server, other.access_token)).toBe(200);
    await renew(other);
  });

  it('two tabs racing, twenty of them: one and the same successor, and nobody is thrown out', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refreshAs(server, holder(), first.refresh_token)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size).toBe(1);
    const [answer] = answers;
    expect(await statusOf(server, answer?.body.access_token)).toBe(200);
    await renew(answer?.body);
  });

  it('lost refresh answer: the same successor within the minute, used or not', async () => {
    const second = await renew(first);
    expect(await statusOf(server, second.access_token)).toBe(200);
    server.clock.advance(MINUTE_MS);
    const again = await leavesAlone(server, () => renew(first));
    expect(again).toMatchObject({ access_token: second.access_token, refresh_token: second.refresh_token });
  });

  it('lost refresh answer: the same successor a day later, until it was used', async () => {
    const second = await renew(first);
    server.clock.advance(DAY_MS);
    const again = await renew(first);
    expect(again.refresh_token).toBe(second.refresh_token);
    expect(await statusOf(server, again.access_token)).toBe(200);
    expect(await refreshAs(server, holder(), first.refresh_token)).toMatchObject(INVALID_GRANT);
    await isDead(again);
  });

  it('refresh token of another client: refused, and its owner is not hurt', async () => {
    const thieves = [rival, whose === 'the page' ? books : THE_PAGE];
    for (const thief of thieves) {
      const refused = await leavesAlone(server, () => refreshAs(server, thief, first.refresh_token));
      expect(refused).toMatchObject({ ...INVALID_GRANT, body: { hint: 'Token is not linked to client' } });
    }
    const second = await renew(first);
    // A spent one in strange hands is no reason either: only its own client can have lost it.
    server.clock.advance(2 * MINUTE_MS);
    for (const thief of thieves) await refreshAs(server, thief, first.refresh_token);
    expect(await statusOf(server, second.access_token)).toBe(200);
  });

  it('revoked by another client: nothing happens', async () => {
    const { id: client_id, secret: client_secret } = rival;
    for (const token of [first.access_token, first.refresh_token]) {
      const { status } = await postForm(server, '/oauth/revoke', { client_id, client_secret, token });
      expect(status).toBe(200);
    }
    expect(await statusOf(server, first.access_token)).toBe(200);
    await renew(first);
  });

  it('with a wrong secret: invalid_client, and the token is not spent', async () => {
    const refused = await leavesAlone(server, () =>
      refreshAs(server, { ...holder(), secret: 'wrong' }, first.refresh_token),
    );
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    await renew(first);
  });

  it('one for the other: an access token is no refresh token, and a refresh token opens nothing', async () => {
    expect(await refreshAs(server, holder(), first.access_token)).toMatchObject(INVALID_GRANT);
    expect(await statusOf(server, first.refresh_token)).toBe(401);
    await renew(first);
  });

  it('token of a blocked user: neither renews nor opens, within the grace too', async () => {
    const user = await hire(server, 'promoter');
    const [kept, renewed] = [await begin(user), await begin(user)];
    const next = await renew(renewed);
    await block(server, user);
    await leavesAlone(server, () => isDead(kept, renewed, next));
  });
});

it('revoked on the screen while it is being renewed: nothing lives, whoever came first', async () => {
  const user = await hire(server, 'promoter');
  const headers = await server.signIn(user);
  for (let round = 0; round < 5; round++) {
    const first = await tokensOf(server, { client: books, user });
    const [row] = (await get(server, '/oauth/tokens', headers)).body;
    const end = () => server.fetch(`/oauth/tokens/${row.id}`, { method: 'DELETE', headers });
    const renew = () => refreshAs(server, books, first.refresh_token);
    const [renewed, ended] = await (round % 2 === 0
      ? Promise.all([renew(), end()])
      : Promise.all([end(), renew()]).then(([gone, next]) => [next, gone] as const));
    expect(ended.status).toBe(204);
    expect(await statusOf(server, first.access_token)).toBe(401);
    if (renewed.status === 200) expect(await statusOf(server, renewed.body.access_token)).toBe(401);
    expect((await get(server, '/oauth/tokens', headers)).body).toEqual([]);
  }
});
