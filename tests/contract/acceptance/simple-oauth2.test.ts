/** Acceptance by a client that nobody here wrote: simple-oauth2, over a real socket. */
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationCode, type ModuleOptions, ResourceOwnerPassword } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { post } from '#tests/support/calls.ts';
import { locationOf, openConsent } from '#tests/support/consent.ts';
import { type Listening, listen } from '#tests/support/listening.ts';
import type { TestClient } from '#tests/support/oauth.ts';
import { CALLBACK, registerClient } from '#tests/support/program.ts';
import { CLIENT, createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let line: Listening;
let books: TestClient & { redirect: string };
beforeAll(async () => {
  server = await createTestServer();
  line = await listen(server);
  books = { ...(await registerClient(server)), redirect: CALLBACK };
});
afterAll(async () => {
  await line.close();
  await server.close();
});

/** Every way in which the package can send who it is. */
const ways: [string, ModuleOptions['options']][] = [
  ['body', { authorizationMethod: 'body' }],
  ['header', { authorizationMethod: 'header' }],
  ['header, not encoded', { authorizationMethod: 'header', credentialsEncodingMode: 'loose' }],
  ['body, in JSON', { authorizationMethod: 'body', bodyFormat: 'json' }],
];

const configure = ({ id, secret }: Omit<TestClient, 'redirects'>, options: ModuleOptions['options']) => ({
  ...{ client: { id, secret }, auth: { tokenHost: line.origin }, options },
});

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    error => error,
  );

/** What the package makes of a refusal. */
const refusedWith = (status: number, error: string) => ({
  ...{ isBoom: true, output: { statusCode: status } },
  data: { payload: { error, error_description: expect.any(String) } },
});

const whoAmI = async (token: unknown) => {
  const { status, body } = await post(server, '/api/getUser', {}, { authorization: `Bearer ${token}` });
  return [status, body.id];
};

describe.each(ways)('password and refresh by %s', (_way, options) => {
  const page = (secret = CLIENT.client_secret) =>
    new ResourceOwnerPassword(configure({ id: CLIENT.client_id, secret }, options));
  const login = (password = TEST_PASSWORD, program = page()) =>
    program.getToken({ username: server.users.promoter.email, password });

  it('signs in, refreshes and signs out', async () => {
    const first = await login();
    expect([first.token.token_type, first.expired()]).toEqual(['Bearer', false]);
    const second = await first.refresh();
    expect(second.token.refresh_token).not.toBe(first.token.refresh_token);
    expect(await whoAmI(second.token.access_token)).toEqual([200, server.users.promoter.id]);
    await second.revokeAll();
    expect(await whoAmI(second.token.access_token)).toEqual([401, undefined]);
    expect(await errorOf(second.refresh())).toMatchObject(refusedWith(400, 'invalid_grant'));
  });

  it('reads the refusal of a spent refresh token, a wrong password and a wrong secret', async () => {
    const first = await login();
    const second = await first.refresh();
    await whoAmI(second.token.access_token);
    server.clock.advance(MINUTE_MS + 1);
    expect(await errorOf(first.refresh())).toMatchObject(refusedWith(400, 'invalid_grant'));
    expect(await errorOf(login('wrong'))).toMatchObject(refusedWith(400, 'invalid_grant'));
    const stranger = await errorOf(login(TEST_PASSWORD, page('wrong')));
    expect(stranger).toMatchObject(refusedWith(401, 'invalid_client'));
  });
});

describe.each(ways)('code and PKCE by %s', (_way, options) => {
  const program = () => new AuthorizationCode(configure(books, options));

  /** The package has no PKCE of its own; it sends along what it is given. */
  async function authorize(press: 'Разрешить' | 'Отказать') {
    const code_verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(16).toString('base64url');
    const asked = {
      ...{ redirect_uri: books.redirect, scope: ['profile', 'promo'], state },
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const consent = await openConsent(fetch, program().authorizeURL(asked));
    const typed = { email: server.users.promoter.email, password: TEST_PASSWORD };
    const back = locationOf(await consent.press(press, typed)).searchParams;
    expect([back.get('shop'), back.get('state')]).toEqual(['7', state]);
    return { back, proof: { code: back.get('code') ?? '', redirect_uri: books.redirect, code_verifier } };
  }

  it('is authorized, refreshes and revokes', async () => {
    const { proof } = await authorize('Разрешить');
    const first = await program().getToken(proof);
    expect(first.token.scope).toBe('profile promo');
    expect(await whoAmI(first.token.access_token)).toEqual([200, server.users.promoter.id]);
    const second = await first.refresh({ scope: ['profile'] });
    expect(second.token.scope).toBe('profile');
    expect(await whoAmI(second.token.access_token)).toEqual([200, server.users.promoter.id]);
    await second.revoke('refresh_token');
    expect(await whoAmI(second.token.access_token)).toEqual([401, undefined]);
  });

  it('spends its refresh token', async () => {
    const { proof } = await authorize('Разрешить');
    const first = await program().getToken(proof);
    const second = await first.refresh();
    await whoAmI(second.token.access_token);
    server.clock.advance(MINUTE_MS + 1);
    expect(await errorOf(first.refresh())).toMatchObject(refusedWith(400, 'invalid_grant'));
  });

  it('is told of the user’s no, of a used code and of a wrong verifier', async () => {
    const { back } = await authorize('Отказать');
    expect([back.get('error'), back.has('code')]).toEqual(['access_denied', false]);
    const { proof } = await authorize('Разрешить');
    await program().getToken(proof);
    expect(await errorOf(program().getToken(proof))).toMatchObject(refusedWith(400, 'invalid_grant'));
    const { proof: next } = await authorize('Разрешить');
    const wrong = { ...next, code_verifier: randomBytes(32).toString('base64url') };
    expect(await errorOf(program().getToken(wrong))).toMatchObject(refusedWith(400, 'invalid_grant'));
  });
});
