/** Every error of the token endpoint by each of its reasons (RFC 6749, 5.2), and attacks by the form of a request (2.3, 3.2, 10.8; RFC 6750, 2). */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PERSONAL_CLIENT } from '#server/auth/clients.ts';
import type { PassportCompat } from '#server/db/deps.ts';
import { loginAttempts } from '#server/db/schema.ts';
import {
  authorizeAs,
  exchange,
  REDIRECT,
  RFC_VERIFIER,
  seedClient,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { callEndpoint } from '#tests/support/seeded-credentials.ts';
import { CLIENT, createTestServer, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { changesNothing } from '../read-all.ts';

const server = serverForAll();
let books: TestClient;
beforeAll(async () => {
  books = await seedClient(server, server.users.admin);
});
/** Each of them is a guess at a password as well. */
afterEach(() => server.db.delete(loginAttempts).then(() => undefined));

type Pairs = [name: string, value: string][];

const login = (): Pairs => [
  ['grant_type', 'password'],
  ...Object.entries(CLIENT),
  ['username', server.users.promoter.email],
  ['password', TEST_PASSWORD],
];
const loginWith = (field: string, text: string) =>
  login().map(([name, value]): Pairs[number] => [name, name === field ? text : value]);
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

async function send(body: Pairs | string, headers: Record<string, string> = {}, path = '/oauth/token') {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const text = typeof body === 'string' ? body : String(new URLSearchParams(body));
  const response = await server.fetch(path, { method: 'POST', headers: { ...type, ...headers }, body: text });
  const isJson = response.headers.get('content-type')?.includes('json');
  // LookUpResult into freely, as calls.ts does.
  return { status: response.status, headers: response.headers, body: isJson ? await response.json() : null };
}

const codeOf = () => authorizeAs(server, { client: books, user: server.users.promoter });

const ASIDE = ['login_attempts'];

describe('repeated parameter', () => {
  it.each(['grant_type', 'client_id', 'client_secret', 'username', 'password'])(
    '%s sent twice: invalid_request, and nothing is made of either',
    async name => {
      const twice = login().filter(([field]) => field === name);
      const other: Pairs = [[name, 'other']];
      for (const body of [login().concat(twice), other.concat(login())]) {
        const refused = await changesNothing(server, () => send(body), ASIDE);
        expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
      }
    },
  );

  it('token of a revocation sent twice: invalid_request', async () => {
    const { refresh_token } = await tokensOf(server, { client: books, user: server.users.promoter });
    const client = `client_id=${books.id}&client_secret=${books.secret}`;
    const twice = `${client}&token=${refresh_token}&token=other`;
    expect((await changesNothing(server, () => send(twice, {}, '/oauth/revoke'))).status).toBe(400);
  });
});

describe('parameters in the address', () => {
  it('of the token endpoint: are not read', async () => {
    const refused = await changesNothing(server, () =>
      send('', {}, `/oauth/token?${new URLSearchParams(login())}`),
    );
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
  });

  it('beside a whole form: change nothing of it', async () => {
    const { status, body } = await send(login(), {}, '/oauth/token?grant_type=magic&client_secret=wrong');
    expect([status, typeof body.access_token]).toEqual([200, 'string']);
  });

  it('access token in the address or in the form: is none', async () => {
    const { access_token } = await tokensOf(server, { client: books, user: server.users.promoter });
    for (const [path, body] of [
      [`/api/getUser?access_token=${access_token}`, ''],
      ['/api/getUser', `access_token=${access_token}`],
    ] as const) {
      expect((await send(body, {}, path)).status).toBe(401);
    }
    expect(await callEndpoint(server, access_token)).toBe(200);
  });
});

describe('method', () => {
  it.each(['/oauth/token', '/oauth/revoke'])('GET %s: 405, with what is allowed', async path => {
    const response = await server.fetch(`${path}?${new URLSearchParams(login())}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s /oauth/authorize: no consent', async method => {
    const body = new URLSearchParams(login());
    const { status } = await changesNothing(server, () => server.fetch('/oauth/authorize', { method, body }));
    expect([404, 405]).toContain(status);
  });
});

it.each(['/oauth/token', '/oauth/revoke', '/oauth/authorize'])(
  'a body of 65 KiB to %s, with its length or in pieces: 413',
  async path => {
    const body = `password=${'a'.repeat(65 * 1024)}`;
    const whole = () => send(body, { 'content-length': String(body.length) }, path);
    expect((await changesNothing(server, whole)).status).toBe(413);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // Of fetch in Node, not of its type.
    const init = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    expect((await changesNothing(server, () => server.fetch(path, init))).status).toBe(413);
  },
);

describe('client authentication', () => {
  it('two ways at once, or two names: invalid_request, whichever is right', async () => {
    const { client_id, client_secret } = CLIENT;
    const [withoutClient, withId] = [
      login().filter(([name]) => !name.startsWith('client')),
      login().filter(([name]) => name !== 'client_secret'),
    ];
    for (const [form, header] of [
      [login(), basic(client_id, client_secret)],
      [login(), basic(client_id, 'wrong')],
      [withId, basic(books.id, books.secret)],
    ] as const) {
      const refused = await changesNothing(server, () => send(form, header), ASIDE);
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    }
    for (const form of [withId, withoutClient]) {
      expect((await send(form, basic(client_id, client_secret))).status).toBe(200);
    }
  });

  it.each([
    ['nothing', 'Basic'],
    ['no base64', 'Basic ***'],
    ['no colon', `Basic ${btoa('2')}`],
    ['half a percent sign', `Basic ${btoa('2:%E0%A4%A')}`],
    ['NUL', `Basic ${btoa('2:\u0000')}`],
    ['a bearer', 'Bearer 2:test-secret'],
  ])('header that is %s: refused as a client, or as a request', async (_what, authorization) => {
    const form = login().filter(([name]) => !name.startsWith('client'));
    const refused = await changesNothing(server, () => send(form, { authorization }), ASIDE);
    expect([400, 401]).toContain(refused.status);
    expect(refused.body.error).toMatch(/^invalid_(client|request)$/);
  });

  it.each(['0', '-2', '2.0', '2e0', ' 2', '２', '9'.repeat(40), "2' or '1'='1", '2\u0000'])(
    'client_id %j: invalid_client or invalid_request',
    async client_id => {
      const refused = await changesNothing(server, () => send(loginWith('client_id', client_id)), ASIDE);
      expect([400, 401]).toContain(refused.status);
      expect(refused.body.error).toMatch(/^invalid_(client|request)$/);
    },
  );
});

describe('exchange of a code', () => {
  it.each([
    ['its challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['a long one', RFC_VERIFIER.padEnd(129, 'a')],
    ['one with a line break', `${RFC_VERIFIER}\n`],
    ['one of other letters', RFC_VERIFIER.replace('d', 'ж')],
  ])('verifier that is %s: refused, and no token is made', async (_what, code_verifier) => {
    const code = await codeOf();
    const refused = await changesNothing(server, () => exchange(server, books, code, { code_verifier }), [
      'oauth_codes',
    ]);
    expect(refused.status).toBe(400);
  });

  it.each(['wrong', ''])(
    'client secret %j: the code can still be exchanged by who knows it',
    async secret => {
      const code = await codeOf();
      expect((await exchange(server, { ...books, secret }, code)).body.error).toBe('invalid_client');
      expect((await exchange(server, books, code)).status).toBe(200);
    },
  );

  it('scope asked for beside it: nothing more is granted', async () => {
    const { body } = await exchange(server, books, await codeOf(), { scope: 'moderation warehouse *' });
    expect(body.scope ?? 'refused').not.toMatch(/moderation|warehouse|\*/);
  });
});

it.each(['__proto__', 'constructor', 'toString', 'implicit'])('grant_type %s: there is none', async type => {
  const refused = await changesNothing(server, () => send(loginWith('grant_type', type)), ASIDE);
  expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_grant_type']);
});

type Form = Record<string, string>;
type Asked = [form: Form | string, headers?: Record<string, string>];
type Row = [reason: string, ask: () => Asked | Promise<Asked>];

const ofClient = () => ({ client_id: books.id, client_secret: books.secret });
const exchanging = async (): Promise<Form> => ({
  grant_type: 'authorization_code',
  ...ofClient(),
  redirect_uri: REDIRECT,
  code: await codeOf(),
  code_verifier: RFC_VERIFIER,
});
/** A proper exchange with something else in it, or without something. */
const withCode = (changes: () => Form) => async (): Promise<Asked> => [
  { ...(await exchanging()), ...changes() },
];
const without =
  (names: string[], headers = (): Record<string, string> => ({})) =>
  async (): Promise<Asked> => {
    const form = Object.entries(await exchanging()).filter(([name]) => !names.includes(name));
    return [Object.fromEntries(form), headers()];
  };
/** The page's login with something else in it. */
const withPassword = (changes: Form): Asked => [{ ...Object.fromEntries(login()), ...changes }];

type TokenError =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

const REASONS: Record<TokenError, Row[]> = {
  invalid_request: [
    ['missing parameter: grant_type', () => [ofClient()]],
    ['missing parameter: code', without(['code'])],
    ['missing parameter: redirect_uri', without(['redirect_uri'])],
    ['missing parameter: code_verifier', without(['code_verifier'])],
    ['a verifier of 42 characters', withCode(() => ({ code_verifier: 'x'.repeat(42) }))],
    ['repeats a parameter', async () => [`${new URLSearchParams(await exchanging())}&code=another`]],
    ['an empty password', () => withPassword({ password: '' })],
    ['two mechanisms of authenticating', without([], () => basic(books.id, books.secret))],
  ],
  invalid_client: [
    ['the page with a wrong secret', () => withPassword({ client_secret: 'x' })],
    ['a client that is no number', withCode(() => ({ client_id: 'x' }))],
    ['unknown client', withCode(() => ({ client_id: '999999' }))],
    ['no client authentication included', without(['client_secret'])],
    ['a wrong secret, even with the right verifier', withCode(() => ({ client_secret: 'wrong' }))],
    [
      'the maker of personal tokens, which is nobody',
      withCode(() => ({ client_id: String(PERSONAL_CLIENT), client_secret: ' ' })),
    ],
    ['a wrong header', without(['client_id', 'client_secret'], () => basic(books.id, 'wrong'))],
  ],
  invalid_grant: [
    ['invalid authorization code', withCode(() => ({ code: 'invented' }))],
    ['an authorization code of other letters', withCode(() => ({ code: 'код' }))],
    ['another redirection URI', withCode(() => ({ redirect_uri: 'https://evil.example/' }))],
    ['invalid refresh token', () => [{ ...ofClient(), grant_type: 'refresh_token', refresh_token: 'no' }]],
    ['invalid resource owner credentials', () => withPassword({ password: 'wrong' })],
  ],
  unauthorized_client: [
    ['a third party with a password', () => withPassword(ofClient())],
    ['the page with a code', withCode(() => CLIENT)],
    ['a third party for itself', () => [{ ...ofClient(), grant_type: 'client_credentials' }]],
  ],
  unsupported_grant_type: [
    ['the page with another grant', () => [{ ...CLIENT, grant_type: 'magic' }]],
    ['a grant that nobody knows', () => [{ ...ofClient(), grant_type: 'magic' }]],
  ],
  invalid_scope: [['unknown scope', () => withPassword({ scope: 'world-domination' })]],
};

const reasons = Object.entries(REASONS).flatMap(([error, rows]) => rows.map(row => [error, ...row] as const));

it.each(reasons)('RFC 6749, 5.2, %s: %s', async (error, _reason, ask) => {
  const status = error === 'invalid_client' ? 401 : 400;
  const [form, headers = {}] = await ask();
  const body = new URLSearchParams(form);
  const response = await server.fetch('/oauth/token', { method: 'POST', headers, body });
  const answer = await response.json();
  expect([response.status, answer.error]).toEqual([status, error]);
  // Characters of error_description, and nothing that was sent is sent back.
  expect(answer.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const challenge = 'authorization' in headers && status === 401 ? 'Basic realm="OAuth"' : null;
  expect(response.headers.get('www-authenticate')).toBe(challenge);
});

it('refuses a third party before the password is looked at: it learns nothing of it', async () => {
  const right = await send(Object.entries({ ...Object.fromEntries(login()), ...ofClient() }));
  const wrong = await send(
    Object.entries({ ...Object.fromEntries(login()), ...ofClient(), password: 'wrong' }),
  );
  expect(wrong.body).toEqual(right.body);
});

it.each<PassportCompat>(['12', '4'])('speaks of codes as Passport %s', async passportCompat => {
  const old = await createTestServer({ config: { passportCompat } });
  const theirs = await seedClient(old, old.users.admin);
  const code = await authorizeAs(old, { client: theirs, user: old.users.promoter });
  const exchangeBy = async (code_verifier: string) => {
    const { status, body } = await exchange(old, theirs, code, { code_verifier });
    return [status, body.error, body.hint];
  };
  const wrong = await exchangeBy('x'.repeat(43));
  expect(wrong).toEqual([400, 'invalid_grant', 'Failed to verify `code_verifier`.']);
  const again = await exchangeBy(RFC_VERIFIER);
  expect(again).toEqual([400, 'invalid_request', 'Authorization code has been revoked']);
  await old.close();
});
