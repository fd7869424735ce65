/** RFC 6749, 5.2: every error of the token endpoint by each of the reasons that it names. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#kit/clock.ts';
import { postForm } from '#tests/support/calls.ts';
import {
  authorizeAs,
  exchange,
  plantClient,
  REDIRECT,
  RFC_VERIFIER,
  type TestClient,
} from '#tests/support/oauth.ts';
import { CLIENT, createTestServer, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import type { PassportCompat } from '../db/deps.ts';
import { PERSONAL_CLIENT } from './clients.ts';

const server = serverForAll();
let client: TestClient;
beforeAll(async () => {
  client = await plantClient(server, server.users.admin);
});
// Attempts with a password are counted.
beforeEach(() => server.clock.advance(HOUR_MS));

const ofClient = () => ({ client_id: client.id, client_secret: client.secret });
const giveCode = () => authorizeAs(server, { client, user: server.users.moderator });

const exchanging = async (): Promise<Form> => ({
  ...{ grant_type: 'authorization_code', ...ofClient(), redirect_uri: REDIRECT },
  ...{ code: await giveCode(), code_verifier: RFC_VERIFIER },
});
const without = (form: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(form).filter(([each]) => !names.includes(each)));
const byPassword = () => ({
  ...{ grant_type: 'password', username: server.users.promoter.email, password: TEST_PASSWORD },
});
const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

type Form = Record<string, string>;
type Asked = [form: Form | string, headers?: Record<string, string>];
type Row = [error: string, reason: string, ask: () => Asked | Promise<Asked>];

/** A proper exchange with something else in it, or without something. */
const exchangingWith = (changes: () => Form) => async (): Promise<Asked> => [
  { ...(await exchanging()), ...changes() },
];
const exchangingWithout = (name: string) => async (): Promise<Asked> => [without(await exchanging(), name)];

const badHeader = async (): Promise<Asked> => [
  without(await exchanging(), 'client_id', 'client_secret'),
  basic(client.id, 'wrong'),
];
const twoMechanisms = async (): Promise<Asked> => [await exchanging(), basic(client.id, client.secret)];
const repeated = async (): Promise<Asked> => [`${new URLSearchParams(await exchanging())}&code=another`];
const nobody = () => ({ client_id: String(PERSONAL_CLIENT), client_secret: ' ' });

const rows: Row[] = [
  ['invalid_request', 'missing parameter: grant_type', () => [ofClient()]],
  ['invalid_request', 'missing parameter: code', exchangingWithout('code')],
  ['invalid_request', 'missing parameter: redirect_uri', exchangingWithout('redirect_uri')],
  ['invalid_request', 'missing parameter: code_verifier', exchangingWithout('code_verifier')],
  [
    'invalid_request',
    'a verifier of 42 characters',
    exchangingWith(() => ({ code_verifier: 'x'.repeat(42) })),
  ],
  ['invalid_request', 'repeats a parameter', repeated],
  ['invalid_request', 'an empty password', () => [{ ...byPassword(), ...CLIENT, password: '' }]],
  [
    'invalid_client',
    'the page with a wrong secret',
    () => [{ ...byPassword(), ...CLIENT, client_secret: 'x' }],
  ],
  ['invalid_client', 'a client that is no number', exchangingWith(() => ({ client_id: 'x' }))],
  ['unsupported_grant_type', 'the page with another grant', () => [{ ...CLIENT, grant_type: 'magic' }]],
  ['invalid_request', 'more than one mechanism of authenticating the client', twoMechanisms],
  ['invalid_client', 'unknown client', exchangingWith(() => ({ client_id: '999999' }))],
  ['invalid_client', 'no client authentication included', exchangingWithout('client_secret')],
  [
    'invalid_client',
    'a wrong secret, even with the right verifier',
    exchangingWith(() => ({ client_secret: 'wrong' })),
  ],
  ['invalid_client', 'the maker of personal tokens, which is nobody', exchangingWith(nobody)],
  ['invalid_client', 'failed authentication in the Authorization header', badHeader],
  ['invalid_grant', 'invalid authorization code', exchangingWith(() => ({ code: 'invented' }))],
  ['invalid_grant', 'an authorization code of other letters', exchangingWith(() => ({ code: 'код' }))],
  [
    'invalid_grant',
    'does not match the redirection URI',
    exchangingWith(() => ({ redirect_uri: 'https://evil.example/' })),
  ],
  [
    'invalid_grant',
    'invalid refresh token',
    () => [{ ...ofClient(), grant_type: 'refresh_token', refresh_token: 'invented' }],
  ],
  [
    'invalid_grant',
    'invalid resource owner credentials',
    () => [{ ...byPassword(), ...CLIENT, password: 'wrong' }],
  ],
  ['unauthorized_client', 'a third party with a password', () => [{ ...byPassword(), ...ofClient() }]],
  ['unauthorized_client', 'the page with a code', exchangingWith(() => CLIENT)],
  [
    'unauthorized_client',
    'a third party for itself',
    () => [{ ...ofClient(), grant_type: 'client_credentials' }],
  ],
  ['unsupported_grant_type', 'a grant that nobody knows', () => [{ ...ofClient(), grant_type: 'magic' }]],
  ['invalid_scope', 'unknown scope', () => [{ ...byPassword(), ...CLIENT, scope: 'world-domination' }]],
];

describe('RFC 6749, 5.2', () => {
  it.each(rows)('%s: %s', async (error, _reason, ask) => {
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

  it('has a reason for each of its errors here', () => {
    const errors = [
      ...['invalid_client', 'invalid_grant', 'invalid_request', 'invalid_scope'],
      ...['unauthorized_client', 'unsupported_grant_type'],
    ];
    expect([...new Set<string>(rows.map(([error]) => error))].sort()).toEqual(errors);
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

it.each<PassportCompat>(['12', '4'])('speaks of codes as Passport %s', async passportCompat => {
  const old = await createTestServer({ config: { passportCompat } });
  const theirs = await plantClient(old, old.users.admin);
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
