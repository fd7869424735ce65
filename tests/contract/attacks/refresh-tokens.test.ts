/** Attacks on refresh tokens (RFC 6749, 10.4; RFC 9700, 4.14), and what must not be taken for one. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { postForm } from '#tests/support/calls.ts';
import { refreshAs, seedClient, type TestClient, tokensOf } from '#tests/support/oauth.ts';
import { blockUser, createUserWithRole } from '#tests/support/people.ts';
import { callEndpoint } from '#tests/support/seeded-credentials.ts';
import { CLIENT, serverForAll, TEST_PASSWORD, type TestUser } from '#tests/support/server.ts';
import { changesNothing } from '../read-all.ts';

type Pair = { access_token: string; refresh_token: string };

const THE_PAGE: TestClient = { id: CLIENT.client_id, secret: CLIENT.client_secret, redirects: [] };
const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

const server = serverForAll();
let books: TestClient;
let rival: TestClient;
beforeAll(async () => {
  books = await seedClient(server, server.users.admin);
  rival = await seedClient(server, server.users.moderator);
});

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

  it('refresh reuse: other logins of the same user go on', async () => {
    const other = await begin(server.users.promoter);
    const second = await renew(first);
    await renew(second);
    await refreshAs(server, holder(), first.refresh_token);
    expect(await callEndpoint(server, other.access_token)).toBe(200);
    await renew(other);
  });

  it('refresh token of another client: refused, and its owner is not hurt', async () => {
    const thieves = [rival, whose === 'the page' ? books : THE_PAGE];
    for (const thief of thieves) {
      const refused = await changesNothing(server, () => refreshAs(server, thief, first.refresh_token));
      expect(refused).toMatchObject({ ...INVALID_GRANT, body: { hint: 'Token is not linked to client' } });
    }
    const second = await renew(first);
    // A spent one in strange hands is no reason either: only its own client can have lost it.
    server.clock.advance(2 * MINUTE_MS);
    for (const thief of thieves) await refreshAs(server, thief, first.refresh_token);
    expect(await callEndpoint(server, second.access_token)).toBe(200);
  });

  it('revoked by another client: nothing happens', async () => {
    const { id: client_id, secret: client_secret } = rival;
    for (const token of [first.access_token, first.refresh_token]) {
      const { status } = await postForm(server, '/oauth/revoke', { client_id, client_secret, token });
      expect(status).toBe(200);
    }
    expect(await callEndpoint(server, first.access_token)).toBe(200);
    await renew(first);
  });

  it('with a wrong secret: invalid_client, and the token is not spent', async () => {
    const refused = await changesNothing(server, () =>
      refreshAs(server, { ...holder(), secret: 'wrong' }, first.refresh_token),
    );
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    await renew(first);
  });

  it('one for the other: an access token is no refresh token, and a refresh token opens nothing', async () => {
    expect(await refreshAs(server, holder(), first.access_token)).toMatchObject(INVALID_GRANT);
    expect(await callEndpoint(server, first.refresh_token)).toBe(401);
    await renew(first);
  });

  it('token of a blocked user: neither renews nor opens, within the grace too', async () => {
    const user = await createUserWithRole(server, 'promoter');
    const [kept, renewed] = [await begin(user), await begin(user)];
    const next = await renew(renewed);
    await blockUser(server, user);
    await changesNothing(server, async () => {
      for (const { access_token, refresh_token } of [kept, renewed, next]) {
        expect(await callEndpoint(server, access_token)).toBe(401);
        const refused = await refreshAs(server, holder(), refresh_token);
        expect(refused).toMatchObject({
          ...INVALID_GRANT,
          body: { error: 'invalid_grant', hint: 'Token has been revoked' },
        });
      }
    });
  });
});

it('application of a blocked user: others who authorized it go on', async () => {
  const owner = await createUserWithRole(server, 'admin');
  const theirs = await seedClient(server, owner);
  const { access_token } = await tokensOf(server, { client: theirs, user: server.users.promoter });
  await blockUser(server, owner);
  expect(await callEndpoint(server, access_token)).toBe(200);
});
