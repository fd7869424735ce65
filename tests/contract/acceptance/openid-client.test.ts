/** Acceptance by a client that nobody here wrote: openid-client, over a real socket. */
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { locationOf, openConsent } from '#tests/support/consent.ts';
import { type Listening, listen } from '#tests/support/listening.ts';
import type { TestClient } from '#tests/support/oauth.ts';
import { registerClient } from '#tests/support/program.ts';
import { CLIENT, createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

type Proof = typeof client.ClientSecretPost;

/** Without a query: the package takes it from where the browser came back to, and leaves the query out. */
const REDIRECT = 'https://books.example/callback';

let server: TestServer;
let line: Listening;
let books: TestClient & { redirect: string };
beforeAll(async () => {
  server = await createTestServer();
  line = await listen(server);
  books = { ...(await registerClient(server, REDIRECT)), redirect: REDIRECT };
});
afterAll(async () => {
  await line.close();
  await server.close();
});

const ways = [
  ['client_secret_post', client.ClientSecretPost],
  ['client_secret_basic', client.ClientSecretBasic],
] as const;

function configure(id: string, secret: string, proof: Proof): client.Configuration {
  const metadata = {
    issuer: line.origin,
    authorization_endpoint: `${line.origin}/oauth/authorize`,
    token_endpoint: `${line.origin}/oauth/token`,
    revocation_endpoint: `${line.origin}/oauth/revoke`,
  };
  const config = new client.Configuration(metadata, id, {}, proof(secret));
  client.allowInsecureRequests(config);
  return config;
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    error => error,
  );

async function whoAmI(config: client.Configuration, token: string): Promise<unknown> {
  const url = new URL('/api/getUser', line.origin);
  return (await client.fetchProtectedResource(config, token, url, 'POST')).json();
}

describe.each(ways)('password and refresh by %s', (_way, proof) => {
  const page = (secret = CLIENT.client_secret) => configure(CLIENT.client_id, secret, proof);
  const login = (config: client.Configuration, password = TEST_PASSWORD) => {
    const fields = { username: server.users.promoter.email, password };
    return client.genericGrantRequest(config, 'password', fields);
  };

  it('signs in, calls, refreshes and calls again', async () => {
    const config = page();
    const first = await login(config);
    expect([first.token_type, first.expiresIn()]).toEqual(['bearer', expect.any(Number)]);
    expect(await whoAmI(config, first.access_token)).toMatchObject({ id: server.users.promoter.id });
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await whoAmI(config, second.access_token)).toMatchObject({ id: server.users.promoter.id });
  });

  it('reads the refusal of a spent refresh token, a wrong password and a wrong secret', async () => {
    const config = page();
    const first = await login(config);
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    await whoAmI(config, second.access_token);
    server.clock.advance(MINUTE_MS + 1);
    const spent = await errorOf(client.refreshTokenGrant(config, first.refresh_token ?? ''));
    expect(spent).toBeInstanceOf(client.ResponseBodyError);
    expect(spent).toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await errorOf(login(config, 'wrong'))).toMatchObject({
      ...{ error: 'invalid_grant', status: 400 },
      error_description: 'The user credentials were incorrect.',
    });
    const stranger = await errorOf(login(page('wrong')));
    const kind =
      proof === client.ClientSecretBasic ? client.WWWAuthenticateChallengeError : client.ResponseBodyError;
    expect(stranger).toBeInstanceOf(kind);
    expect(stranger).toMatchObject({ status: 401 });
  });
});

describe.each(ways)('code and PKCE by %s', (_way, proof) => {
  const program = () => configure(books.id, books.secret, proof);

  async function authorize(config: client.Configuration, press: 'Разрешить' | 'Отказать') {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const url = client.buildAuthorizationUrl(config, {
      ...{ redirect_uri: books.redirect, scope: 'profile', state: expectedState },
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const consent = await openConsent(fetch, url.href);
    const typed = { email: server.users.promoter.email, password: TEST_PASSWORD };
    const back = locationOf(await consent.press(press, typed));
    return { back, checks: { pkceCodeVerifier, expectedState } };
  }

  it('is authorized, calls, refreshes and revokes', async () => {
    const config = program();
    const { back, checks } = await authorize(config, 'Разрешить');
    const first = await client.authorizationCodeGrant(config, back, checks);
    expect(first.scope).toBe('profile');
    expect(await whoAmI(config, first.access_token)).toMatchObject({ id: server.users.promoter.id });
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '', { scope: 'profile' });
    expect(await whoAmI(config, second.access_token)).toMatchObject({ id: server.users.promoter.id });
    await client.tokenRevocation(config, second.access_token, { token_type_hint: 'access_token' });
    const refused = await errorOf(whoAmI(config, second.access_token));
    expect(refused).toBeInstanceOf(client.WWWAuthenticateChallengeError);
    const again = await errorOf(client.refreshTokenGrant(config, second.refresh_token ?? ''));
    expect(again).toMatchObject({ error: 'invalid_grant' });
  });

  it('spends its refresh token', async () => {
    const config = program();
    const { back, checks } = await authorize(config, 'Разрешить');
    const first = await client.authorizationCodeGrant(config, back, checks);
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    await whoAmI(config, second.access_token);
    server.clock.advance(MINUTE_MS + 1);
    const spent = await errorOf(client.refreshTokenGrant(config, first.refresh_token ?? ''));
    expect(spent).toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('reads the user’s no as access_denied, and refuses an answer to another question', async () => {
    const config = program();
    const { back, checks } = await authorize(config, 'Отказать');
    const denied = await errorOf(client.authorizationCodeGrant(config, back, checks));
    expect(denied).toBeInstanceOf(client.AuthorizationResponseError);
    expect(denied).toMatchObject({ error: 'access_denied' });
    const { back: other } = await authorize(config, 'Разрешить');
    const mixed = await errorOf(client.authorizationCodeGrant(config, other, checks));
    expect(mixed).toBeInstanceOf(client.ClientError);
  });

  it('reads the refusal of a code that was used, and of a scope that nobody knows', async () => {
    const config = program();
    const { back, checks } = await authorize(config, 'Разрешить');
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    const replay = await errorOf(client.authorizationCodeGrant(config, back, checks));
    expect(replay).toBeInstanceOf(client.ResponseBodyError);
    expect(replay).toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await errorOf(whoAmI(config, tokens.access_token))).toMatchObject({ status: 401 });
    const url = client.buildAuthorizationUrl(config, { redirect_uri: books.redirect, scope: 'world' });
    const answer = await fetch(url, { redirect: 'manual' });
    const refused = await errorOf(client.authorizationCodeGrant(config, locationOf(answer), {}));
    expect(refused).toMatchObject({ error: 'invalid_scope' });
  });
});
