/** What an application is told when it gets no code (RFC 6749, 4.1.2.1), and when it is told nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get } from '#tests/support/calls.ts';
import {
  askingFor,
  consent,
  plantClient,
  REDIRECT,
  RFC_VERIFIER,
  type TestClient,
} from '#tests/support/oauth.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { oauthCodes } from '../db/schema.ts';

const PATH = '/oauth/authorize';

let server: TestServer;
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  client = await plantClient(server, server.users.admin);
  user = server.users.moderator;
});
afterEach(() => server.close());

type Changes = Record<string, string | undefined>;
const asking = (changes: Changes = {}) => askingFor(client, RFC_VERIFIER, changes);
const open = (changes: Changes = {}) => get(server, `${PATH}?${new URLSearchParams(asking(changes))}`);
const agree = (changes: Changes = {}, more: Record<string, string> = {}) =>
  consent(server, asking(changes), user, more);
const sentTo = (headers: Headers) => new URL(headers.get('location') ?? '');
const saidIn = (headers: Headers) => Object.fromEntries(sentTo(headers).searchParams);
const storedCodes = () => server.db.select().from(oauthCodes);

describe('a request that is answered here and never sent back', () => {
  it.each<[string, Changes]>([
    ['an unknown client', { client_id: '999999' }],
    ['no client', { client_id: undefined }],
    ['a client that is no number', { client_id: '1 or 1=1' }],
    ['a client with a NUL', { client_id: '1001\0' }],
    ['the page itself', { client_id: '2' }],
    ['the maker of personal tokens', { client_id: '1' }],
    ['no address', { redirect_uri: undefined }],
    ['an empty address', { redirect_uri: '' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['a path below', { redirect_uri: `${REDIRECT}/more` }],
    ['a path out of it', { redirect_uri: `${REDIRECT}/../evil` }],
    ['another query', { redirect_uri: `${REDIRECT}?next=https://evil.example` }],
    ['a fragment', { redirect_uri: `${REDIRECT}#fragment` }],
    ['other capitals', { redirect_uri: REDIRECT.replace('third', 'Third') }],
    ['a user before the host', { redirect_uri: 'https://third-party.example@evil.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)//third-party.example/callback' }],
    ['a space behind', { redirect_uri: `${REDIRECT} ` }],
  ])('has %s', async (_what, changes) => {
    for (const answer of [
      await open(changes),
      await agree(changes),
      await agree(changes, { decision: 'deny' }),
    ]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(answer.text).toContain('<html lang="ru">');
      expect(answer.text).not.toMatch(/evil|<form/);
    }
    expect(await storedCodes()).toEqual([]);
  });

  it.each(['client_id', 'redirect_uri'])('names %s twice', async name => {
    const query = new URLSearchParams(asking());
    query.append(name, query.get(name) ?? '');
    const { status, headers } = await get(server, `${PATH}?${query}`);
    expect([status, headers.get('location')]).toEqual([400, null]);
  });
});

describe('RFC 6749, 4.1.2.1', () => {
  const weak = () => plantClient(server, user, [REDIRECT], { grants: ['refresh_token'] });
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
      const query = new URLSearchParams(asking());
      query.append(name, query.get(name) ?? '');
      const { headers } = await get(server, `${PATH}?${query}`);
      // Of two states neither is the one that the client waits for.
      const state = name === 'state' ? {} : { state: 'a state' };
      const error_description = `Repeated parameter: \`${name}\``;
      expect(saidIn(headers)).toEqual({ error: 'invalid_request', error_description, ...state });
    },
  );

  it('access_denied: the resource owner denied the request', async () => {
    const { headers } = await agree({}, { decision: 'deny' });
    expect(saidIn(headers).error).toBe('access_denied');
  });

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
