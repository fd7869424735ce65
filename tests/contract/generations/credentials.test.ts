/** What the generations of Passport answer to the calls of the credentials screen, and what the client makes of it. */
import { describe, expect, it } from 'vitest';
import {
  changeClient,
  createClient,
  createPersonalToken,
  listAuthorizedTokens,
  listClients,
  listPersonalTokens,
  listScopes,
} from '#contract/credentials.ts';
import { read, receive } from './recording.ts';

const HEX = '4f'.repeat(40);
const UUID = '9f3c2a1e-6f0b-4d6a-9c1d-0a7b3f5e2d11';
const NAIVE = { created_at: '2026-11-20 12:12:39', updated_at: '2026-11-20 12:12:39' };
const ISO = { created_at: '2026-11-20T09:12:39.000000Z', updated_at: '2026-11-20T09:12:39.000000Z' };
const MADE = '2026-11-20 12:12:39';

const own = { id: 7, user_id: 1, name: 'Учет', redirect: 'https://a.test/back' };
const flags = { personal_access_client: false, password_client: false, revoked: false };
const clientOf4 = { ...own, ...flags, ...NAIVE, secret: 'gD3k' };
const clientOf12 = { ...own, ...flags, ...ISO, provider: null };
const clientOf13 = {
  id: UUID,
  owner_type: 'App\\Models\\User',
  owner_id: 1,
  name: 'Учет',
  provider: null,
  revoked: false,
  redirect_uris: ['https://a.test/back', 'https://b.test'],
  grant_types: ['authorization_code'],
  ...ISO,
};

const known = { id: 7, name: 'Учет', redirect: 'https://a.test/back', created_at: MADE };

it.each([
  ['up to 4, with every secret', clientOf4, { ...known, secret: 'gD3k' }],
  ['up to 12 with secrets in plain', { ...clientOf12, secret: 'gD3k' }, { ...known, secret: 'gD3k' }],
  ['up to 12 with secrets hashed', clientOf12, known],
  ['up to 12 with uuids', { ...clientOf12, id: UUID }, { ...known, id: UUID }],
  ['13', clientOf13, { ...known, id: UUID, redirect: 'https://a.test/back,https://b.test' }],
  ['13 with the columns of old', { ...clientOf13, ...clientOf12 }, known],
  ['numbers as text', { ...clientOf4, id: '7', revoked: '0' }, { ...known, id: '7', secret: 'gD3k' }],
])('the list of clients of Passport %s is read', async (_generation, raw, client) => {
  expect(await read(listClients, [raw])).toEqual([client]);
});

it.each([
  ['up to 4', 200, clientOf4],
  ['up to 12 with secrets in plain', 201, { ...clientOf12, secret: 'gD3k' }],
  ['up to 12 with secrets hashed', 200, { plainSecret: 'gD3k', ...clientOf12 }],
  ['up to 12 with the hash as well', 200, { plainSecret: 'gD3k', ...clientOf12, secret: '$2y$10$hash' }],
  ['13', 201, { ...clientOf13, secret: 'gD3k' }],
])('a new client of Passport %s tells its secret', async (_generation, status, raw) => {
  expect(await read(createClient, raw, status)).toMatchObject({ id: raw.id, secret: 'gD3k' });
});

it('a new client may be one without a secret, and a changed one comes back without', async () => {
  expect((await read(createClient, { ...clientOf13, secret: null }, 201)).secret ?? '').toBe('');
  for (const raw of [clientOf12, clientOf13]) expect((await read(changeClient, raw)).secret).toBeUndefined();
});

const tokenOf4 = {
  id: HEX,
  user_id: 1,
  client_id: 7,
  name: null,
  scopes: ['promo'],
  revoked: false,
  ...NAIVE,
  expires_at: '2027-11-20 12:12:39',
  client: clientOf4,
};
const tokenOf12 = { ...tokenOf4, ...ISO, expires_at: '2027-11-20T09:12:39.000000Z', client: clientOf12 };
const tokenOf13 = { ...tokenOf12, id: UUID, client_id: UUID, client: clientOf13 };

describe.each([
  ['authorized tokens', listAuthorizedTokens],
  ['personal tokens', listPersonalTokens],
])('the list of %s', (_name, endpoint) => {
  const received = {
    id: HEX,
    name: '',
    scopes: ['promo'],
    created_at: MADE,
    expires_at: '2027-11-20 12:12:39',
    client: { name: 'Учет' },
  };

  it.each([
    ['up to 4', [tokenOf4], [received]],
    ['up to 12', [tokenOf12], [received]],
    ['13', [tokenOf13], [{ ...received, id: UUID }]],
    [
      'any that PHP has filtered',
      { 0: tokenOf4, 2: { ...tokenOf4, id: UUID } },
      [received, { ...received, id: UUID }],
    ],
    ['any that has given none', [], []],
  ])('of Passport %s is read', async (_generation, raw, tokens) => {
    expect(await read(endpoint, raw)).toEqual(tokens);
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
});

it('the rights are ids with descriptions, or none', async () => {
  const received = [{ id: 'promo', description: 'Заявки' }];
  expect(await read(listScopes, received)).toEqual(received);
  expect(await read(listScopes, [{ id: 'promo', description: null }])).toEqual([
    { id: 'promo', description: '' },
  ]);
  expect([await read(listScopes, []), await read(listClients, [])]).toEqual([[], []]);
});

describe('a new personal token', () => {
  const accessToken = 'eyJ0eXAiOiJKV1QifQ.e30.c2lnbmVk';
  const { client: _client, ...token } = { ...tokenOf12, name: 'Отчеты' };
  const of13 = { accessToken, accessTokenId: UUID, tokenType: 'Bearer', expiresIn: 31536000 };

  it.each([
    ['up to 4', { accessToken, token: { ...tokenOf4, client: undefined, name: 'Отчеты' } }],
    ['up to 12', { accessToken, token }],
    ['13', { ...of13, token: { ...token, id: UUID } }],
    ['late 13, which tells no token', of13],
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
