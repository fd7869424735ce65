/** RFC 6749, 5.2: every error of the token endpoint by each of the reasons that it names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postForm } from '#tests/support/calls.ts';
import { authorizeAs, plantClient, REDIRECT, RFC_VERIFIER, type TestClient } from '#tests/support/oauth.ts';
import { CLIENT, createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import type { PassportCompat } from '../db/deps.ts';
import { PERSONAL_CLIENT } from './clients.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  client = await plantClient(server, server.users.admin);
});
afterAll(() => server.close());

const ofClient = () => ({ client_id: client.id, client_secret: client.secret });
const giveCode = () => authorizeAs(server, { client, user: server.users.moderator });

const exchanging = async (): Promise<Record<string, string>> => ({
  ...{ grant_type: 'authorization_code', ...ofClient(), redirect_uri: REDIRECT },
  ...{ code: await giveCode(), code_verifier: RFC_VERIFIER },
});
const without = (form: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(form).filter(([each]) => each !== name));
const byPassword = () => ({
  ...{ grant_type: 'password', username: server.users.promoter.email, password: TEST_PASSWORD },
});
const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

type Row = [
  error: string,
  reason: string,
  status: number,
  ask: () => Promise<[form: Record<string, string> | string, headers?: Record<string, string>]>,
];

const rows: Row[] = [
  ['invalid_request', 'missing parameter: grant_type', 400, async () => [ofClient()]],
  ['invalid_request', 'missing parameter: code', 400, async () => [without(await exchanging(), 'code')]],
  [
    'invalid_request',
    'missing parameter: redirect_uri',
    400,
    async () => [without(await exchanging(), 'redirect_uri')],
  ],
  [
    'invalid_request',
    'missing parameter: code_verifier',
    400,
    async () => [without(await exchanging(), 'code_verifier')],
  ],
  [
    'invalid_request',
    'malformed: a verifier of 42 characters',
    400,
    async () => [{ ...(await exchanging()), code_verifier: 'x'.repeat(42) }],
  ],
  [
    'invalid_request',
    'repeats a parameter',
    400,
    async () => [`${new URLSearchParams(await exchanging())}&code=another`],
  ],
  [
    'invalid_request',
    'more than one mechanism of authenticating the client',
    400,
    async () => [await exchanging(), basic(client.id, client.secret)],
  ],
  ['invalid_client', 'unknown client', 401, async () => [{ ...(await exchanging()), client_id: '999999' }]],
  [
    'invalid_client',
    'no client authentication included',
    401,
    async () => [without(await exchanging(), 'client_secret')],
  ],
  [
    'invalid_client',
    'failed authentication: a wrong secret, even with the right verifier',
    401,
    async () => [{ ...(await exchanging()), client_secret: 'wrong' }],
  ],
  [
    'invalid_client',
    'failed authentication: the maker of personal tokens, which is nobody',
    401,
    async () => [{ ...(await exchanging()), client_id: String(PERSONAL_CLIENT), client_secret: ' ' }],
  ],
  [
    'invalid_client',
    'failed authentication in the Authorization header',
    401,
    async () => [
      without(without(await exchanging(), 'client_id'), 'client_secret'),
      basic(client.id, 'wrong'),
    ],
  ],
  [
    'invalid_grant',
    'invalid authorization code',
    400,
    async () => [{ ...(await exchanging()), code: 'invented' }],
  ],
  [
    'invalid_grant',
    'an authorization code of other letters',
    400,
    async () => [{ ...(await exchanging()), code: 'код' }],
  ],
  [
    'invalid_grant',
    'does not match the redirection URI of the request',
    400,
    async () => [{ ...(await exchanging()), redirect_uri: 'https://evil.example/' }],
  ],
  [
    'invalid_grant',
    'invalid refresh token',
    400,
    async () => [{ grant_type: 'refresh_token', ...ofClient(), refresh_token: 'invented' }],
  ],
  [
    'invalid_grant',
    'invalid resource owner credentials',
    400,
    async () => [{ ...byPassword(), ...CLIENT, password: 'wrong' }],
  ],
  [
    'unauthorized_client',
    'a third party with a password',
    400,
    async () => [{ ...byPassword(), ...ofClient() }],
  ],
  ['unauthorized_client', 'the page with a code', 400, async () => [{ ...(await exchanging()), ...CLIENT }]],
  [
    'unauthorized_client',
    'a third party for itself',
    400,
    async () => [{ grant_type: 'client_credentials', ...ofClient() }],
  ],
  [
    'unsupported_grant_type',
    'a grant that nobody knows',
    400,
    async () => [{ grant_type: 'magic', ...ofClient() }],
  ],
  [
    'invalid_scope',
    'unknown scope',
    400,
    async () => [{ ...byPassword(), ...CLIENT, scope: 'world-domination' }],
  ],
];

describe('RFC 6749, 5.2', () => {
  it.each(rows)('%s: %s', async (error, _reason, status, ask) => {
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

  it('has a reason for each of its errors here', () => {
    expect(new Set(rows.map(([error]) => error))).toEqual(
      new Set([
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'unauthorized_client',
        'unsupported_grant_type',
        'invalid_scope',
      ]),
    );
  });

  it('refuses a third party before the password is looked at: it learns nothing of it', async () => {
    const right = await postForm(server, '/oauth/token', { ...byPassword(), ...ofClient() });
    const wrong = await postForm(server, '/oauth/token', {
      ...byPassword(),
      ...ofClient(),
      password: 'wrong',
    });
    expect(wrong.body).toEqual(right.body);
  });
});

it.each<[PassportCompat, string, string]>([
  ['12', 'invalid_request', 'invalid_grant'],
  ['4', 'invalid_request', 'invalid_grant'],
])('speaks of codes as Passport %s', async (passportCompat, ofCode, ofVerifier) => {
  const old = await createTestServer({ config: { passportCompat } });
  const theirs = await plantClient(old, old.users.admin);
  const code = await authorizeAs(old, { client: theirs, user: old.users.promoter });
  const form = {
    ...{
      grant_type: 'authorization_code',
      client_id: theirs.id,
      client_secret: theirs.secret,
      redirect_uri: REDIRECT,
    },
  };
  const wrong = await postForm(old, '/oauth/token', { ...form, code, code_verifier: 'x'.repeat(43) });
  expect([wrong.status, wrong.body.error, wrong.body.hint]).toEqual([
    400,
    ofVerifier,
    'Failed to verify `code_verifier`.',
  ]);
  const again = await postForm(old, '/oauth/token', { ...form, code, code_verifier: RFC_VERIFIER });
  expect([again.status, again.body.error, again.body.hint]).toEqual([
    400,
    ofCode,
    'Authorization code has been revoked',
  ]);
  await old.close();
});
