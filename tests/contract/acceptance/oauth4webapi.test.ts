/** Acceptance by a client that nobody here wrote: oauth4webapi, over a real socket. */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { locationOf, openConsent } from '#tests/support/consent.ts';
import { type Listening, listen } from '#tests/support/listening.ts';
import type { TestClient } from '#tests/support/oauth.ts';
import { CALLBACK, registerClient } from '#tests/support/program.ts';
import { CLIENT, createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const page: oauth.Client = { client_id: CLIENT.client_id };

let server: TestServer;
let line: Listening;
let as: oauth.AuthorizationServer;
let books: TestClient & { redirect: string };
beforeAll(async () => {
  server = await createTestServer();
  line = await listen(server);
  as = {
    issuer: line.origin,
    authorization_endpoint: `${line.origin}/oauth/authorize`,
    token_endpoint: `${line.origin}/oauth/token`,
    revocation_endpoint: `${line.origin}/oauth/revoke`,
  };
  books = { ...(await registerClient(server)), redirect: CALLBACK };
});
afterAll(async () => {
  await line.close();
  await server.close();
});

const ways = [
  ['client_secret_post', oauth.ClientSecretPost],
  ['client_secret_basic', oauth.ClientSecretBasic],
] as const;

async function call(token: string, path = '/api/getUser', method = 'POST') {
  const url = new URL(path, line.origin);
  return oauth.protectedResourceRequest(token, method, url, undefined, undefined, insecure);
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no error',
    error => error,
  );
}

describe.each(ways)('password and refresh by %s', (_way, auth) => {
  const proof = auth(CLIENT.client_secret);
  const login = async (password = TEST_PASSWORD, by = proof) => {
    const fields = { username: server.users.promoter.email, password };
    const sent = oauth.genericTokenEndpointRequest(as, page, by, 'password', fields, insecure);
    return oauth.processGenericTokenEndpointResponse(as, page, await sent);
  };
  const refresh = async ({ refresh_token = '' }: oauth.TokenEndpointResponse) => {
    const sent = oauth.refreshTokenGrantRequest(as, page, proof, refresh_token, insecure);
    return oauth.processRefreshTokenResponse(as, page, await sent);
  };

  it('signs in, calls, refreshes and calls again', async () => {
    const first = await login();
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect((await call(first.access_token)).status).toBe(200);
    const second = await refresh(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await call(second.access_token)).status).toBe(200);
  });

  it('reads the refusal of a spent refresh token as invalid_grant', async () => {
    const first = await login();
    const second = await refresh(first);
    await call(second.access_token);
    server.clock.advance(MINUTE_MS + 1);
    const error = await errorOf(refresh(first));
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await errorOf(refresh(second))).toMatchObject({ error: 'invalid_grant' });
  });

  it('reads a wrong password as invalid_grant', async () => {
    const error = await errorOf(login('wrong'));
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({
      ...{ error: 'invalid_grant', status: 400 },
      error_description: 'The user credentials were incorrect.',
    });
  });
});

it('reads a wrong secret as invalid_client, and as a challenge where it used the header', async () => {
  const sent = (auth: oauth.ClientAuth) =>
    oauth
      .refreshTokenGrantRequest(as, page, auth, 'whatever', insecure)
      .then(response => oauth.processRefreshTokenResponse(as, page, response));
  const posted = await errorOf(sent(oauth.ClientSecretPost('wrong')));
  expect(posted).toBeInstanceOf(oauth.ResponseBodyError);
  expect(posted).toMatchObject({ error: 'invalid_client', status: 401 });
  const basic = await errorOf(sent(oauth.ClientSecretBasic('wrong')));
  expect(basic).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  expect(basic).toMatchObject({ status: 401, cause: [{ scheme: 'basic', parameters: { realm: 'OAuth' } }] });
});

it('reads the refusal of a token that is none as a bearer challenge', async () => {
  const error = await errorOf(call('nonsense'));
  expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  expect(error).toMatchObject({ status: 401, cause: [{ scheme: 'bearer' }] });
});

describe.each(ways)('code and PKCE by %s', (_way, auth) => {
  const client = () => ({ client_id: books.id });
  const proof = () => auth(books.secret);

  /** Sends the user away and gives what the browser brings back, judged by the package. */
  async function authorize(press: 'Разрешить' | 'Отказать', scope = 'profile promo') {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: books.id, redirect_uri: books.redirect, scope, state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    }).toString();
    const consent = await openConsent(fetch, url.href);
    const answer = await consent.press(press, {
      email: server.users.moderator.email,
      password: TEST_PASSWORD,
    });
    const back = locationOf(answer);
    expect(`${back.origin}${back.pathname}`).toBe('https://books.example/callback');
    expect(back.searchParams.get('shop')).toBe('7');
    return { verifier, back, state };
  }

  const exchange = async (callback: URLSearchParams, verifier: string) => {
    const sent = oauth.authorizationCodeGrantRequest(
      ...([as, client(), proof(), callback, books.redirect, verifier, insecure] as const),
    );
    return oauth.processAuthorizationCodeResponse(as, client(), await sent);
  };
  const tokens = async () => {
    const { verifier, back, state } = await authorize('Разрешить');
    return exchange(oauth.validateAuthResponse(as, client(), back, state), verifier);
  };
  const refresh = async ({ refresh_token = '' }: oauth.TokenEndpointResponse) => {
    const sent = oauth.refreshTokenGrantRequest(as, client(), proof(), refresh_token, insecure);
    return oauth.processRefreshTokenResponse(as, client(), await sent);
  };

  it('is authorized, calls, refreshes and revokes', async () => {
    const first = await tokens();
    expect(first).toMatchObject({ token_type: 'bearer', scope: 'profile promo', expires_in: 3600 });
    const user = await (await call(first.access_token)).json();
    expect(user).toMatchObject({ email: server.users.moderator.email });
    const second = await refresh(first);
    expect(second.scope).toBe('profile promo');
    const revoked = oauth.revocationRequest(as, client(), proof(), second.refresh_token ?? '', insecure);
    await oauth.processRevocationResponse(await revoked);
    for (const { access_token } of [first, second]) {
      expect(await errorOf(call(access_token))).toMatchObject({ status: 401 });
    }
    expect(await errorOf(refresh(second))).toMatchObject({ error: 'invalid_grant' });
  });

  it('spends its refresh token', async () => {
    const first = await tokens();
    const second = await refresh(first);
    await call(second.access_token);
    server.clock.advance(MINUTE_MS + 1);
    expect(await errorOf(refresh(first))).toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await errorOf(call(second.access_token))).toMatchObject({ status: 401 });
  });

  it('reads the user’s no as access_denied, with the state it sent', async () => {
    const { back, state } = await authorize('Отказать');
    const error = await errorOf((async () => oauth.validateAuthResponse(as, client(), back, state))());
    expect(error).toBeInstanceOf(oauth.AuthorizationResponseError);
    expect(error).toMatchObject({ error: 'access_denied' });
  });

  it('refuses an answer with another state', async () => {
    const { back } = await authorize('Разрешить');
    expect(() => oauth.validateAuthResponse(as, client(), back, oauth.generateRandomState())).toThrow(
      'state',
    );
  });

  it('reads the refusal of a wrong verifier and of a used code as invalid_grant', async () => {
    const { verifier, back, state } = await authorize('Разрешить');
    const callback = oauth.validateAuthResponse(as, client(), back, state);
    const error = await errorOf(exchange(callback, oauth.generateRandomCodeVerifier()));
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await errorOf(exchange(callback, verifier))).toMatchObject({ error: 'invalid_grant' });
  });

  it('reads a call beyond its scope as insufficient_scope', async () => {
    const { access_token } = await tokens();
    const error = await errorOf(call(access_token, '/api/promo/moderation/promoters', 'GET'));
    expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const parameters = { error: 'insufficient_scope', scope: 'moderation' };
    expect(error).toMatchObject({ status: 403, cause: [{ scheme: 'bearer', parameters }] });
  });
});
