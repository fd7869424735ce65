import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postForm } from '#tests/support/calls.ts';
import {
  askingFor,
  consent,
  exchange,
  newVerifier,
  plantClient,
  REDIRECT,
  RFC_VERIFIER,
  type TestClient,
} from '#tests/support/oauth.ts';
import { block } from '#tests/support/people.ts';
import { createTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '#tests/support/server.ts';
import { accessTokens, auditLog, oauthClients, oauthCodes } from '../db/schema.ts';

const PATH = '/oauth/authorize';

let server: TestServer;
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  client = await plantClient(server, server.users.admin, [REDIRECT, `${REDIRECT}?shop=7&lang=ru`]);
  user = server.users.moderator;
});
afterEach(() => server.close());

type Changes = Record<string, string | undefined>;
const asking = (changes: Changes = {}) => askingFor(client, RFC_VERIFIER, changes);
const agree = (changes: Changes = {}, more: Record<string, string> = {}) =>
  consent(server, asking(changes), user, more);
const sentTo = (headers: Headers) => new URL(headers.get('location') ?? '');
const saidIn = (headers: Headers) => Object.fromEntries(sentTo(headers).searchParams);
const storedCodes = () => server.db.select().from(oauthCodes);

describe('consent', () => {
  it('is answered with a code and the state, and written down', async () => {
    const { status, headers } = await agree();
    expect(status).toBe(303);
    const { origin, pathname } = sentTo(headers);
    expect(origin + pathname).toBe(REDIRECT);
    expect(saidIn(headers)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'a state' });
    const written = await server.db.select().from(auditLog);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      action: 'authorize_client',
      actor_id: user.id,
      entity: 'oauth_client',
      entity_id: Number(client.id),
      after: { scopes: ['profile'] },
    });
    const { code = '' } = saidIn(headers);
    expect(JSON.stringify([await storedCodes(), server.logged])).not.toContain(code);
    expect(JSON.stringify(server.logged)).not.toMatch(/test\.example|correct horse|a state/);
  });

  it('may be refused without a password', async () => {
    const { status, headers } = await agree({}, { decision: 'deny', email: '', password: '' });
    expect(status).toBe(303);
    expect(saidIn(headers)).toMatchObject({ error: 'access_denied', state: 'a state' });
    expect(await storedCodes()).toEqual([]);
  });

  it('asks again when the password is wrong: the same page says so and keeps the e-mail alone', async () => {
    for (const [email, password] of [
      [user.email, 'wrong'],
      ['nobody@test.example', TEST_PASSWORD],
      [server.users.blocked.email, TEST_PASSWORD],
      ['nul\0@test.example', TEST_PASSWORD],
      ['', ''],
    ]) {
      const { status, text, headers } = await agree({}, { email: email ?? '', password: password ?? '' });
      expect([status, headers.get('location')]).toEqual([422, null]);
      expect(text).toContain('role="alert"');
      expect(text).toContain('Неверный e-mail или пароль.');
      expect(text).toContain(`value="${email}"`);
      expect(text).not.toContain(password || TEST_PASSWORD);
    }
    expect(await storedCodes()).toEqual([]);
  });

  it('waits after five wrong passwords, together with signing in', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await agree({}, { password: 'wrong' })).status).toBe(422);
    }
    const { status, headers, text } = await agree();
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    expect(text).toContain('Слишком много попыток. Повторите через минуту.');
    expect(text).toContain('<form');
    await expect(server.signIn(user)).rejects.toThrow('429');
    server.clock.advance(60_000);
    expect((await agree()).status).toBe(303);
  });

  it('leaves out what the user cannot give, and gives nothing where nothing is left', async () => {
    user = server.users.promoter;
    const { headers } = await agree({ scope: 'moderation promo' });
    const { body } = await exchange(server, client, saidIn(headers).code ?? '');
    expect(body.scope).toBe('promo');
    const none = await agree({ scope: 'moderation' });
    expect(saidIn(none.headers)).toMatchObject({ error: 'access_denied', state: 'a state' });
    expect(await server.db.select().from(auditLog)).toHaveLength(1);
  });

  it('asks for the profile where no scope is named', async () => {
    const { headers } = await agree({ scope: undefined });
    expect((await exchange(server, client, saidIn(headers).code ?? '')).body.scope).toBe('profile');
  });

  it('keeps the query of the registered address as it is', async () => {
    const { headers } = await agree({ redirect_uri: `${REDIRECT}?shop=7&lang=ru` });
    expect(headers.get('location')).toMatch(
      /^https:\/\/third-party\.example\/callback\?shop=7&lang=ru&code=[\w-]{43}&state=a\+state$/,
    );
    const denied = await agree({ redirect_uri: `${REDIRECT}?shop=7&lang=ru` }, { decision: 'deny' });
    expect(saidIn(denied.headers)).toMatchObject({ shop: '7', lang: 'ru', error: 'access_denied' });
  });

  it.each(['cross-site', 'same-site'])('is not taken from a page that is %s', async site => {
    const typed = { email: user.email, password: TEST_PASSWORD, decision: 'allow' };
    const { status, text } = await postForm(
      server,
      PATH,
      { ...asking(), ...typed },
      { 'sec-fetch-site': site },
    );
    expect([status, await storedCodes()]).toEqual([403, []]);
    expect(text).toContain('<h1>Ответ отклонен</h1>');
    expect(
      (await postForm(server, PATH, { ...asking(), ...typed }, { 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(303);
  });

  it('is not read out of another body, nor guessed', async () => {
    const body = JSON.stringify({
      ...asking(),
      email: user.email,
      password: TEST_PASSWORD,
      decision: 'allow',
    });
    const json = await server.fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(json.status).toBe(415);
    expect((await agree({}, { decision: '' })).status).toBe(400);
    expect(await storedCodes()).toEqual([]);
  });

  it('takes nothing of a client but what was registered: parameters beside are left alone', async () => {
    const { headers } = await agree(
      {},
      { user_id: String(server.users.admin.id), allowed: 'false', expires_at: '9' },
    );
    const { body } = await exchange(server, client, saidIn(headers).code ?? '');
    const [token] = await server.db.select().from(accessTokens);
    expect([token?.user_id, token?.client_id, token?.bearer]).toEqual([
      user.id,
      Number(client.id),
      'application',
    ]);
    expect(body.scope).toBe('profile');
  });

  it('is not given to a client that was deleted, or lost the address, while the user was typing', async () => {
    await server.db.update(oauthClients).set({ redirects: ['https://moved.example/'] });
    expect((await agree()).status).toBe(400);
    await server.db.update(oauthClients).set({ redirects: [REDIRECT], revoked_at: new Date(server.clock()) });
    expect((await agree()).status).toBe(400);
    expect(await storedCodes()).toEqual([]);
  });

  it('is not given by who was blocked', async () => {
    await block(server, user);
    expect((await agree()).status).toBe(422);
  });
});

it('judges a code by its own verifier, whatever was asked for beside it', async () => {
  const mine = newVerifier();
  const { headers } = await consent(server, askingFor(client, mine), user);
  const { code = '' } = saidIn(headers);
  expect((await exchange(server, client, code, { code_verifier: mine })).status).toBe(200);
});
