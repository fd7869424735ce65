import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { get, post, postForm } from '#tests/support/calls.ts';
import {
  askingFor,
  consent,
  exchange,
  newVerifier,
  REDIRECT,
  RFC_VERIFIER,
  seedClient,
  type TestClient,
} from '#tests/support/oauth.ts';
import { serverForEach, TEST_CONFIG, TEST_PASSWORD, type TestUser } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import type { Db } from '../db/database.ts';
import { accessTokens, auditLog, loginAttempts, oauthClients, oauthCodes } from '../db/schema.ts';

const PATH = '/oauth/authorize';

const server = serverForEach();
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  client = await seedClient(server, server.users.admin, [REDIRECT, `${REDIRECT}?shop=7&lang=ru`]);
  user = server.users.moderator;
});

type Changes = Record<string, string | undefined>;
const request = (changes: Changes = {}) => askingFor(client, RFC_VERIFIER, changes);
const open = (changes: Changes = {}) => get(server, `${PATH}?${new URLSearchParams(request(changes))}`);
const agree = (changes: Changes = {}, more: Record<string, string> = {}) =>
  consent(server, request(changes), user, more);
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
    expect(JSON.stringify([await storedCodes(), written, server.logged])).not.toContain(code);
    expect(JSON.stringify(server.logged)).not.toContain('a state');
  });

  it('may be refused without a password, which is no attempt at one', async () => {
    const { status, headers } = await agree({}, { decision: 'deny', email: '', password: '' });
    expect(status).toBe(303);
    expect(saidIn(headers)).toMatchObject({ error: 'access_denied', state: 'a state' });
    expect([await storedCodes(), await server.db.$count(loginAttempts)]).toEqual([[], 0]);
  });

  it('asks again when the password is wrong: the same page says so and keeps the e-mail alone', async () => {
    const shown = new Set<string>();
    for (const [email, password] of [
      [user.email, 'wrong'],
      ['nobody@test.example', TEST_PASSWORD],
      [server.users.blocked.email, TEST_PASSWORD],
      ['nul\0@test.example', TEST_PASSWORD],
      ['', ''],
    ]) {
      const { status, text, headers } = await agree({}, { email: email ?? '', password: password ?? '' });
      expect([status, headers.get('location')]).toEqual([422, null]);
      shown.add(text.replace(`value="${email}"`, ''));
      expect(text).toContain('role="alert"');
      expect(text).toContain('Неверный e-mail или пароль.');
      expect(text).toContain(`value="${email}"`);
      expect(text).not.toContain(password || TEST_PASSWORD);
    }
    // Unknown, wrong and blocked look alike.
    expect(shown.size).toBe(1);
    expect(await storedCodes()).toEqual([]);
  });

  it('waits after five wrong passwords, sent at once too, together with signing in', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, () => agree({}, { password: 'wrong' })));
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(422), ...Array(15).fill(429)]);
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
    const form = { ...request(), email: user.email, password: TEST_PASSWORD, decision: 'allow' };
    const agreeFrom = (from: string) => postForm(server, PATH, form, { 'sec-fetch-site': from });
    const { status, text } = await agreeFrom(site);
    expect([status, await storedCodes()]).toEqual([403, []]);
    expect(text).toContain('<h1>Ответ отклонен</h1>');
    expect((await agreeFrom('same-origin')).status).toBe(303);
  });

  it('is not read out of another body, nor guessed', async () => {
    const body = { ...request(), email: user.email, password: TEST_PASSWORD, decision: 'allow' };
    expect((await post(server, PATH, body)).status).toBe(415);
    expect((await agree({}, { decision: '' })).status).toBe(400);
    expect(await storedCodes()).toEqual([]);
  });

  it('takes nothing of a client but what was registered: parameters beside are left alone', async () => {
    const more = { user_id: String(server.users.admin.id), allowed: 'false', expires_at: '9' };
    const { headers } = await agree({}, more);
    const { body } = await exchange(server, client, saidIn(headers).code ?? '');
    const [token] = await server.db.select().from(accessTokens);
    expect(token).toMatchObject({ user_id: user.id, client_id: Number(client.id), bearer: 'application' });
    expect(body.scope).toBe('profile');
  });

  it('is not given to a client that was deleted, or lost the address, while the user was typing', async () => {
    await server.db.update(oauthClients).set({ redirects: ['https://moved.example/'] });
    expect((await agree()).status).toBe(400);
    await server.db.update(oauthClients).set({ redirects: [REDIRECT], revoked_at: new Date(server.clock()) });
    for (const answer of [await agree(), await agree({}, { decision: 'deny' }), await open()]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    expect(await storedCodes()).toEqual([]);
  });
});

it('judges a code by its own verifier, whatever was asked for beside it', async () => {
  const mine = newVerifier();
  const { headers } = await consent(server, askingFor(client, mine), user);
  const { code = '' } = saidIn(headers);
  expect((await exchange(server, client, code, { code_verifier: mine })).status).toBe(200);
});

it.each(['client_id', 'redirect_uri'])('a request that names %s twice is answered here', async name => {
  const query = new URLSearchParams(request());
  query.append(name, query.get(name) ?? '');
  const { status, headers } = await get(server, `${PATH}?${query}`);
  expect([status, headers.get('location')]).toEqual([400, null]);
});

describe('RFC 6749, 4.1.2.1', () => {
  const weak = () => seedClient(server, user, [REDIRECT], { grants: ['refresh_token'] });
  it.each<[error: string, reason: string, changes: () => Promise<Changes>]>([
    ['invalid_request', 'missing parameter: response_type', async () => ({ response_type: undefined })],
    ['invalid_request', 'missing parameter: code_challenge', async () => ({ code_challenge: undefined })],
    ['invalid_request', 'empty parameter: code_challenge', async () => ({ code_challenge: '' })],
    ['invalid_request', 'a challenge of 42 characters', async () => ({ code_challenge: 'x'.repeat(42) })],
    ['invalid_request', 'a challenge of 129 characters', async () => ({ code_challenge: 'x'.repeat(129) })],
    ['invalid_request', 'a challenge of other letters', async () => ({ code_challenge: '+'.repeat(43) })],
    ['invalid_request', 'the method plain', async () => ({ code_challenge_method: 'plain' })],
    ['invalid_request', 'no method, which means plain', async () => ({ code_challenge_method: undefined })],
    ['invalid_request', 'an unknown method', async () => ({ code_challenge_method: '"S512"' })],
    ['unauthorized_client', 'may not ask for codes', async () => ({ client_id: (await weak()).id })],
    ['unsupported_response_type', 'the implicit grant', async () => ({ response_type: 'token' })],
    ['unsupported_response_type', 'a type of the prototype', async () => ({ response_type: 'constructor' })],
    ['invalid_scope', 'unknown scope', async () => ({ scope: 'profile world-domination' })],
    ['invalid_scope', 'everything', async () => ({ scope: '*' })],
    ['invalid_scope', 'what is for personal tokens alone', async () => ({ scope: 'integration' })],
    ['invalid_scope', 'malformed scope', async () => ({ scope: '"profile"' })],
    ['invalid_scope', 'scopes between commas', async () => ({ scope: 'profile,promo' })],
  ])('%s: %s', async (error, _reason, changing) => {
    const changes = await changing();
    for (const { status, headers } of [await open(changes), await agree(changes)]) {
      expect(status).toBe(303);
      expect(`${sentTo(headers).origin}${sentTo(headers).pathname}`).toBe(REDIRECT);
      const { error_description, ...said } = saidIn(headers);
      expect(said).toEqual({ error, state: 'a state' });
      expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    expect(await storedCodes()).toEqual([]);
  });

  it.each(['response_type', 'scope', 'code_challenge', 'code_challenge_method', 'state'])(
    'invalid_request: repeats %s',
    async name => {
      const query = new URLSearchParams(request());
      query.append(name, query.get(name) ?? '');
      const { headers } = await get(server, `${PATH}?${query}`);
      // Of two states neither is the one that the client waits for.
      const state = name === 'state' ? {} : { state: 'a state' };
      const error_description = `Repeated parameter: \`${name}\``;
      expect(saidIn(headers)).toEqual({ error: 'invalid_request', error_description, ...state });
    },
  );

  it.each([
    'with spaces',
    'a&b=c',
    '#fragment',
    '%20+%2B',
    '"quoted\\',
    "'<script>'",
    '~'.repeat(2000),
    'ru=',
  ])('state comes back literally: %s', async state => {
    for (const more of [{}, { decision: 'deny' }]) {
      expect(saidIn((await agree({ state }, more)).headers).state).toBe(state);
    }
    expect((await open({ state })).status).toBe(200);
  });

  it.each(['😀', 'состояние', 'line\nbreak', 'nul\0'])(
    'invalid_request: state with other than printable ASCII, and it comes back: %j',
    async state => {
      for (const { headers } of [await open({ state }), await agree({ state })]) {
        expect(saidIn(headers)).toMatchObject({ error: 'invalid_request', state });
        expect(headers.get('location')).toMatch(/^[\x21-\x7e]+$/);
      }
    },
  );

  it('needs no state', async () => {
    const { headers } = await agree({ state: undefined });
    expect(Object.keys(saidIn(headers))).toEqual(['code']);
  });
});

describe('the page of consent', () => {
  it('says who asks, who registered it, where it leads and what it may do, and stores nothing', async () => {
    const { status, headers, text } = await open({ scope: 'promo profile' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(text).toContain('<html lang="ru">');
    expect(text).toContain('<bdi>Third party</bdi>');
    expect(text).toContain('<bdi>Test admin</bdi>');
    expect(text).toContain('<bdi>third-party.example</bdi>');
    expect(text).toContain('Видеть ваше имя, e-mail и роль');
    expect(text).toContain('Видеть и менять ваши телефоны, видеть и оформлять заявки');
    expect(text).not.toContain('Видеть склад');
    expect(await storedCodes()).toEqual([]);
  });

  it('allows its own sheet and the way back to the client, and nothing else', async () => {
    const { headers, text } = await open();
    const sheet = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://third-party.example`,
    );
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect(text).not.toMatch(/<script|style=|onclick|href=/);
  });

  it.each([
    ['http://[::1]:4000/back', 'http:'],
    ['http://127.0.0.1:4000/back', 'http://127.0.0.1:4000'],
    ['https://a;sandbox/back', 'https:'],
  ])('leads back to %s, which a policy calls %s', async (redirect, source) => {
    const local = await seedClient(server, server.users.admin, [redirect]);
    const { headers } = await get(server, `${PATH}?${new URLSearchParams(askingFor(local, RFC_VERIFIER))}`);
    expect(headers.get('content-security-policy')).toMatch(
      new RegExp(`form-action 'self' ${literal(source)}$`),
    );
  });
  const literal = (text: string) => text.replace(/[.[\]]/g, '\\$&');

  it('is not answered by HEAD with a body, and by no other method', async () => {
    const address = `${PATH}?${new URLSearchParams(request())}`;
    const head = await server.fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await server.fetch(address, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('failures of the server', () => {
  const broken = (code: string) => {
    const failure = Object.assign(new Error('away'), { code });
    const db = new Proxy(server.db, {
      get: () => () => {
        throw failure;
      },
    }) satisfies Db;
    return createApp({ db, clock: server.clock, log: () => {}, config: TEST_CONFIG });
  };
  it.each([
    ['57P01', 503, 'Сервер временно недоступен', '5'],
    ['22000', 500, 'Ошибка сервера', null],
  ])('with the state %s are a page with %i', async (code, status, title, retry) => {
    const answer = await broken(code).request(`${PATH}?${new URLSearchParams(request())}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retry]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'sha256-");
    expect(await answer.text()).toContain(`<h1>${title}</h1>`);
    const json = await broken(code).request('/api/getUser', {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([status, 'application/json']);
  });

  it('and a form that is too large are pages', async () => {
    const { status, text } = await agree({ state: 'x'.repeat(70_000) });
    expect(status).toBe(413);
    expect(text).toContain('<h1>Запрос слишком велик</h1>');
  });
});
