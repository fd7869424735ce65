/** What the generations of Passport answer to the calls of the credentials screen, and what the client makes of it. */
import { describe, expect, it } from 'vitest';
import {
  changeClient,
  createClient,
  createPersonalToken,
  deleteClient,
  listAuthorizedTokens,
  listClients,
  listPersonalTokens,
  listScopes,
  revokeAuthorizedToken,
  revokePersonalToken,
} from '#contract/credentials.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { receiving } from './recording.ts';

const JSON_TYPE = 'application/json';
const HTML = 'text/html; charset=UTF-8';

type Given = { status?: number; type?: string | null };

/** What comes of any call to which the backend answers so. */
function receive<E extends Endpoint>(
  endpoint: E,
  body: string,
  { status = 200, type = JSON_TYPE }: Given = {},
) {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  // A 204 has no body at all.
  const answer = { status, headers, body: status === 204 ? (null as unknown as string) : body };
  return receiving(answer)(endpoint, {
    client: 7,
    token: 'a',
    name: 'Учет',
    redirect: 'https://a.test',
    scopes: [],
  });
}

async function read<E extends Endpoint>(endpoint: E, body: unknown, status = 200): Promise<ReplyOf<E>> {
  const answer = await receive(endpoint, JSON.stringify(body), { status });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value.value;
}

const HEX = '4f'.repeat(40);
const UUID = '9f3c2a1e-6f0b-4d6a-9c1d-0a7b3f5e2d11';
const NAIVE = { created_at: '2026-11-20 12:12:39', updated_at: '2026-11-20 12:12:39' };
const ISO = { created_at: '2026-11-20T09:12:39.000000Z', updated_at: '2026-11-20T09:12:39.000000Z' };
const MADE = '2026-11-20 12:12:39';

const flags = { personal_access_client: false, password_client: false, revoked: false };
const clientOf4 = {
  ...{ id: 7, user_id: 1, name: 'Учет', secret: 'gD3k', redirect: 'https://a.test/back' },
  ...flags,
  ...NAIVE,
};
const clientOf12 = {
  ...{ id: 7, user_id: 1, name: 'Учет', provider: null, redirect: 'https://a.test/back' },
  ...flags,
  ...ISO,
};
const clientOf13 = {
  ...{ id: UUID, owner_type: 'App\\Models\\User', owner_id: 1, name: 'Учет', provider: null },
  ...{
    redirect_uris: ['https://a.test/back', 'https://b.test'],
    grant_types: ['authorization_code'],
    revoked: false,
  },
  ...ISO,
};

describe('the list of clients', () => {
  const known = { id: 7, name: 'Учет', redirect: 'https://a.test/back', created_at: MADE };

  it.each([
    ['up to 4, with every secret', clientOf4, { ...known, secret: 'gD3k' }],
    ['up to 12 with secrets in plain', { ...clientOf12, secret: 'gD3k' }, { ...known, secret: 'gD3k' }],
    ['up to 12 with secrets hashed', clientOf12, known],
    ['up to 12 with uuids', { ...clientOf12, id: UUID }, { ...known, id: UUID }],
    ['13', clientOf13, { ...known, id: UUID, redirect: 'https://a.test/back,https://b.test' }],
    ['13 with the columns of old', { ...clientOf13, ...clientOf12 }, known],
    ['numbers as text', { ...clientOf4, id: '7', revoked: '0' }, { ...known, id: '7', secret: 'gD3k' }],
  ])('of Passport %s is read', async (_generation, raw, client) => {
    expect(await read(listClients, [raw])).toEqual([client]);
  });

  it('is empty where there are none', async () => {
    expect(await read(listClients, [])).toEqual([]);
  });
});

describe('a new client', () => {
  it.each([
    ['up to 4', 200, clientOf4],
    ['up to 12 with secrets in plain', 201, { ...clientOf12, secret: 'gD3k' }],
    ['up to 12 with secrets hashed', 200, { plainSecret: 'gD3k', ...clientOf12 }],
    ['up to 12 with the hash as well', 200, { plainSecret: 'gD3k', ...clientOf12, secret: '$2y$10$hash' }],
    ['13', 201, { ...clientOf13, secret: 'gD3k' }],
  ])('of Passport %s tells its secret', async (_generation, status, raw) => {
    expect(await read(createClient, raw, status)).toMatchObject({ id: raw.id, secret: 'gD3k' });
  });

  it('may be one without a secret', async () => {
    const { secret } = await read(createClient, { ...clientOf13, secret: null }, 201);
    expect(secret ?? '').toBe('');
  });

  it('is no success without an id', async () => {
    const { id: _id, ...rest } = clientOf4;
    expect(await receive(createClient, JSON.stringify(rest))).toMatchObject({ ok: false });
  });
});

it.each([clientOf12, clientOf13])('a changed client comes back without its secret', async raw => {
  expect((await read(changeClient, raw)).secret).toBeUndefined();
});

const tokenOf4 = {
  ...{ id: HEX, user_id: 1, client_id: 7, name: null, scopes: ['promo'], revoked: false },
  ...{ ...NAIVE, expires_at: '2027-11-20 12:12:39', client: clientOf4 },
};
const tokenOf12 = { ...tokenOf4, ...ISO, expires_at: '2027-11-20T09:12:39.000000Z', client: clientOf12 };
const tokenOf13 = { ...tokenOf12, id: UUID, client_id: UUID, client: clientOf13 };

describe.each([
  ['authorized tokens', listAuthorizedTokens],
  ['personal tokens', listPersonalTokens],
])('the list of %s', (_name, endpoint) => {
  const known = {
    ...{ id: HEX, name: '', scopes: ['promo'], created_at: MADE, expires_at: '2027-11-20 12:12:39' },
    client: { name: 'Учет' },
  };

  it.each([
    ['up to 4', tokenOf4, known],
    ['up to 12', tokenOf12, known],
    ['13', tokenOf13, { ...known, id: UUID }],
  ])('of Passport %s is read', async (_generation, raw, token) => {
    expect(await read(endpoint, [raw])).toEqual([token]);
  });

  it.each([
    ['without rights', { scopes: [] }, { scopes: [] }],
    ['with null for rights', { scopes: null }, { scopes: [] }],
    ['good for everything', { scopes: ['*'] }, { scopes: ['*'] }],
    ['whose client is gone', { client: null }, { client: undefined }],
    ['without an end', { expires_at: null }, { expires_at: undefined }],
    ['with a name', { name: 'Отчеты' }, { name: 'Отчеты' }],
  ])('has tokens %s', async (_what, change, expected) => {
    const [token] = await read(endpoint, [{ ...tokenOf13, ...change }]);
    expect({ client: undefined, expires_at: undefined, ...token }).toMatchObject(expected);
  });

  it('is read where PHP has made an object of it, and where it is empty', async () => {
    const keyed = { '0': tokenOf4, '2': { ...tokenOf4, id: UUID } };
    expect((await read(endpoint, keyed)).map(({ id }) => id)).toEqual([HEX, UUID]);
    expect(await read(endpoint, [])).toEqual([]);
  });
});

describe('the rights', () => {
  it('are ids with descriptions, or none', async () => {
    const told = [{ id: 'promo', description: 'Заявки' }];
    expect(await read(listScopes, told)).toEqual(told);
    expect(await read(listScopes, [{ id: 'promo', description: null }])).toEqual([
      { id: 'promo', description: '' },
    ]);
    expect(await read(listScopes, [])).toEqual([]);
  });
});

describe('a new personal token', () => {
  const accessToken = 'eyJ0eXAiOiJKV1QifQ.e30.c2lnbmVk';
  const { client: _client, ...token } = { ...tokenOf12, name: 'Отчеты' };

  it.each([
    ['up to 4', { accessToken, token: { ...tokenOf4, client: undefined, name: 'Отчеты' } }],
    ['up to 12', { accessToken, token }],
    [
      '13',
      {
        accessToken,
        accessTokenId: UUID,
        token: { ...token, id: UUID },
        tokenType: 'Bearer',
        expiresIn: 31536000,
      },
    ],
    [
      'late 13, which tells no token',
      { accessTokenId: UUID, accessToken, tokenType: 'Bearer', expiresIn: 31536000 },
    ],
    ['13 that does not find it again', { accessToken, token: null }],
  ])('of Passport %s is told', async (_generation, raw) => {
    expect(await read(createPersonalToken, raw)).toMatchObject({ accessToken });
  });

  it.each([{}, { accessToken: '' }, { accessToken: null, token }, { token }])(
    'is none without its value: %j',
    async raw => {
      expect(await receive(createPersonalToken, JSON.stringify(raw))).toMatchObject({ ok: false });
    },
  );
});

describe.each([
  ['a client', deleteClient],
  ['an authorized token', revokeAuthorizedToken],
  ['a personal token', revokePersonalToken],
] as const)('the end of %s', (_name, endpoint) => {
  it.each([
    ['200 and an empty page', { type: HTML }],
    ['204', { status: 204, type: null }],
    ['204 that names a type', { status: 204, type: HTML }],
  ])('has come when the answer is %s', async (_what, given) => {
    expect(await receive(endpoint, '', given)).toMatchObject({ ok: true });
  });

  it.each([
    ['404 without a body', '', { status: 404, type: HTML }],
    ['404 in HTML', '<!doctype html><title>Not Found</title>', { status: 404, type: HTML }],
    ['404 in JSON', '{"message":"Not found."}', { status: 404 }],
  ])('is found to have come before when the answer is %s', async (_what, body, given) => {
    expect(await receive(endpoint, body, given)).toMatchObject({ ok: false, problem: { status: 404 } });
  });

  it('has not come when somebody else answers', async () => {
    const page = '<!doctype html><title>Вход</title>';
    expect(await receive(endpoint, page, { type: HTML })).toMatchObject({
      ok: false,
      problem: { kind: 'foreign' },
    });
  });
});

describe.each([
  ['a client', createClient],
  ['a change', changeClient],
  ['a token', createPersonalToken],
] as const)('a refusal of %s', (_name, endpoint) => {
  const words = ['The name field is required.'];

  it.each([
    ['flat, as up to Laravel 5.4', { name: words }],
    ['in errors', { message: 'The given data was invalid.', errors: { name: words } }],
    ['in errors, with the first as its message', { message: words[0], errors: { name: words } }],
  ])('is told by its fields when it is %s', async (_what, body) => {
    expect(await receive(endpoint, JSON.stringify(body), { status: 422 })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', status: 422, fields: { name: words } },
    });
  });

  it.each([
    ['401 of 5.4', '{"error":"Unauthenticated."}', 401, 'unauthenticated', 'Unauthenticated.'],
    ['401', '{"message":"Unauthenticated."}', 401, 'unauthenticated', 'Unauthenticated.'],
    ['403', '{"message":"Invalid scope(s) provided."}', 403, 'refused', 'Invalid scope(s) provided.'],
    ['419', '{"message":"CSRF token mismatch."}', 419, 'refused', 'CSRF token mismatch.'],
    ['419 of 5.5', '{"message":""}', 419, 'refused', ''],
    ['429', '{"message":"Too Many Attempts."}', 429, 'throttled', 'Too Many Attempts.'],
    ['500', '{"message":"Server Error"}', 500, 'server', 'Server Error'],
    ['503', '{"message":"Service Unavailable"}', 503, 'unavailable', 'Service Unavailable'],
  ])('is told by its message when it is %s', async (_what, body, status, kind, message) => {
    const answer = await receive(endpoint, body, { status });
    expect(answer).toMatchObject({ ok: false, problem: { kind, status, message, fields: {} } });
  });

  it.each([
    ['404 without a body', '', 404],
    ['404 in HTML', '<!doctype html><title>Not Found</title>', 404],
    ['419 in HTML', '<!doctype html><title>Page Expired</title>', 419],
    ['429 in a text', 'Too Many Attempts.', 429],
    ['500 in HTML', '<!doctype html><title>Whoops</title>', 500],
  ])('says nothing in words when it is %s', async (_what, body, status) => {
    const answer = await receive(endpoint, body, { status, type: HTML });
    expect(answer).toMatchObject({
      ...{ ok: false },
      problem: { kind: 'foreign', status, message: '', fields: {} },
    });
  });
});
