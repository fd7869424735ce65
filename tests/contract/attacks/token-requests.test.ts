/** Attacks by the form of a token request (RFC 6749, 2.3, 3.2 and 10.8; RFC 6750, 2). */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loginAttempts } from '#server/db/schema.ts';
import {
  authorizeAs,
  exchange,
  plantClient,
  RFC_VERIFIER,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { knock } from '#tests/support/planted-credentials.ts';
import { CLIENT, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { leavesAlone } from '../read-all.ts';

const server = serverForAll();
let books: TestClient;
beforeAll(async () => {
  books = await plantClient(server, server.users.admin);
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
  // Looked into freely, as calls.ts does.
  return { status: response.status, headers: response.headers, body: isJson ? await response.json() : null };
}

const ASIDE = ['login_attempts'];

describe('repeated parameter', () => {
  it.each(['grant_type', 'client_id', 'client_secret', 'username', 'password'])(
    '%s sent twice: invalid_request, and nothing is made of either',
    async name => {
      const twice = login().filter(([field]) => field === name);
      const other: Pairs = [[name, 'other']];
      for (const body of [login().concat(twice), other.concat(login())]) {
        const refused = await leavesAlone(server, () => send(body), ASIDE);
        expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
      }
    },
  );

  it('token of a revocation sent twice: invalid_request', async () => {
    const { refresh_token } = await tokensOf(server, { client: books, user: server.users.promoter });
    const client = `client_id=${books.id}&client_secret=${books.secret}`;
    const twice = `${client}&token=${refresh_token}&token=other`;
    expect((await leavesAlone(server, () => send(twice, {}, '/oauth/revoke'))).status).toBe(400);
  });
});

describe('parameters in the address', () => {
  it('of the token endpoint: are not read', async () => {
    const refused = await leavesAlone(server, () =>
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
    expect(await knock(server, access_token)).toBe(200);
  });
});

describe('method', () => {
  it.each(['/oauth/token', '/oauth/revoke'])('GET %s: 405, with what is allowed', async path => {
    const response = await server.fetch(`${path}?${new URLSearchParams(login())}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s /oauth/authorize: no consent', async method => {
    const body = new URLSearchParams(login());
    const { status } = await leavesAlone(server, () => server.fetch('/oauth/authorize', { method, body }));
    expect([404, 405]).toContain(status);
  });
});

it.each(['/oauth/token', '/oauth/revoke', '/oauth/authorize'])(
  'a body of 65 KiB to %s, with its length or in pieces: 413',
  async path => {
    const body = `password=${'a'.repeat(65 * 1024)}`;
    const whole = () => send(body, { 'content-length': String(body.length) }, path);
    expect((await leavesAlone(server, whole)).status).toBe(413);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // Of fetch in Node, not of its type.
    const init = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    expect((await leavesAlone(server, () => server.fetch(path, init))).status).toBe(413);
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
      const refused = await leavesAlone(server, () => send(form, header), ASIDE);
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
    const refused = await leavesAlone(server, () => send(form, { authorization }), ASIDE);
    expect([400, 401]).toContain(refused.status);
    expect(refused.body.error).toMatch(/^invalid_(client|request)$/);
  });

  it.each(['0', '-2', '2.0', '2e0', ' 2', '２', '9'.repeat(40), "2' or '1'='1", '2\u0000'])(
    'client_id %j: invalid_client or invalid_request',
    async client_id => {
      const refused = await leavesAlone(server, () => send(loginWith('client_id', client_id)), ASIDE);
      expect([400, 401]).toContain(refused.status);
      expect(refused.body.error).toMatch(/^invalid_(client|request)$/);
    },
  );
});

describe('exchange of a code', () => {
  const codeOf = () => authorizeAs(server, { client: books, user: server.users.promoter });

  it.each([
    ['its challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['a long one', RFC_VERIFIER.padEnd(129, 'a')],
    ['one with a line break', `${RFC_VERIFIER}\n`],
    ['one of other letters', RFC_VERIFIER.replace('d', 'ж')],
  ])('verifier that is %s: refused, and no token is made', async (_what, code_verifier) => {
    const code = await codeOf();
    const refused = await leavesAlone(server, () => exchange(server, books, code, { code_verifier }), [
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
  const refused = await leavesAlone(server, () => send(loginWith('grant_type', type)), ASIDE);
  expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_grant_type']);
});
