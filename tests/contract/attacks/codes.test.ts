/** Attacks on authorization codes (RFC 6749, 10.5; RFC 7636, 7; RFC 9700, 4.5 and 4.8). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { readAll } from '#tests/contract/read-all.ts';
import { ask } from '#tests/support/consent.ts';
import {
  authorizeAs,
  exchange,
  plantClient,
  RFC_VERIFIER,
  refreshAs,
  type TestClient,
} from '#tests/support/oauth.ts';
import { block, hire } from '#tests/support/people.ts';
import { CALLBACK, statusOf } from '#tests/support/program.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let books: TestClient;
let rival: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin, [CALLBACK]);
  rival = await plantClient(server, server.users.moderator, ['https://rival.example/']);
});
afterAll(() => server.close());

const codeOf = (user: TestUser) => authorizeAs(server, { client: books, user, scopes: ['profile', 'promo'] });
const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };
const tokensStored = async () => {
  const { oauth_access_tokens, oauth_refresh_tokens } = await readAll(server);
  return { oauth_access_tokens, oauth_refresh_tokens };
};

describe('of an exchange', () => {
  let code: string;
  beforeEach(async () => {
    code = await codeOf(server.users.promoter);
  });

  /** It is refused, no token was made, and the code is good for nothing any more. */
  const spoils = async (program: TestClient, changes: Record<string, string>) => {
    const before = await tokensStored();
    expect(await exchange(server, program, code, changes)).toMatchObject(INVALID_GRANT);
    expect(await tokensStored()).toEqual(before);
  };

  it('code replay: the second use is refused, and ends what came of the first', async () => {
    const { body: first } = await exchange(server, books, code);
    const { body: second } = await refreshAs(server, books, first.refresh_token);
    expect(await exchange(server, books, code)).toMatchObject(INVALID_GRANT);
    for (const { access_token } of [first, second]) expect(await statusOf(server, access_token)).toBe(401);
    expect(await refreshAs(server, books, second.refresh_token)).toMatchObject(INVALID_GRANT);
  });

  it('code replay, twenty at once: at most one gets tokens, and they die', async () => {
    const before = await tokensStored();
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(server, books, code)));
    const lucky = answers.filter(({ status }) => status === 200);
    expect(lucky).toHaveLength(1);
    for (const { body } of lucky) expect(await statusOf(server, body.access_token)).toBe(401);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expect(answer).toMatchObject(INVALID_GRANT);
    expect(await tokensStored()).not.toEqual(before);
  });

  it('code replay by another client: refused, and the owner of the code is not hurt by it', async () => {
    const { body } = await exchange(server, books, code);
    expect(await exchange(server, rival, code)).toMatchObject(INVALID_GRANT);
    expect(await exchange(server, rival, code, { redirect_uri: CALLBACK })).toMatchObject(INVALID_GRANT);
    expect(await statusOf(server, body.access_token)).toBe(200);
  });

  it('wrong verifier: refused, and the code is spent', async () => {
    await spoils(books, { code_verifier: RFC_VERIFIER.replace('d', 'e') });
    expect(await exchange(server, books, code)).toMatchObject(INVALID_GRANT);
  });

  it.each([
    ['its challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['a short one', RFC_VERIFIER.slice(0, 42)],
    ['a long one', RFC_VERIFIER.padEnd(129, 'a')],
    ['one with a line break', `${RFC_VERIFIER}\n`],
    ['one of other letters', RFC_VERIFIER.replace('d', 'ж')],
  ])('verifier that is %s: refused', async (_what, code_verifier) => {
    const before = await tokensStored();
    expect((await exchange(server, books, code, { code_verifier })).status).toBe(400);
    expect(await tokensStored()).toEqual(before);
  });

  it('missing verifier: refused', async () => {
    const before = await tokensStored();
    expect((await exchange(server, books, code, { code_verifier: '' })).status).toBe(400);
    expect(await tokensStored()).toEqual(before);
  });

  it('code of another client: refused', async () => {
    await spoils(rival, { redirect_uri: CALLBACK });
    await spoils(rival, {});
  });

  it.each([
    ['another one', 'https://rival.example/'],
    ['the same without its query', 'https://books.example/callback'],
    ['the same in other words', 'https://BOOKS.example/callback?shop=7'],
  ])('redirect_uri that is %s: refused', (_what, redirect_uri) => spoils(books, { redirect_uri }));

  it('redirect_uri left out: refused', async () => {
    const before = await tokensStored();
    expect((await exchange(server, books, code, { redirect_uri: '' })).status).toBe(400);
    expect(await tokensStored()).toEqual(before);
  });

  it.each([
    ['wrong', 'wrong'],
    ['left out', ''],
  ])(
    'client secret %s: invalid_client, and the code can still be exchanged by who knows it',
    async (_what, secret) => {
      const answer = await exchange(server, { ...books, secret }, code);
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect((await exchange(server, books, code)).status).toBe(200);
    },
  );

  it('code kept for a minute: refused', async () => {
    server.clock.advance(MINUTE_MS + 1);
    await spoils(books, {});
  });

  it('code of a user who was blocked meanwhile: refused', async () => {
    const user = await hire(server, 'promoter');
    code = await codeOf(user);
    await block(server, user);
    await spoils(books, {});
  });

  it('scope asked for at the exchange: nothing more is granted', async () => {
    const { body } = await exchange(server, books, code, { scope: 'moderation warehouse *' });
    expect(body.scope ?? 'refused').not.toMatch(/moderation|warehouse|\*/);
  });
});

describe('of a question', () => {
  const refusedAs = async (error: string, changes: Record<string, string | undefined>) => {
    const before = await readAll(server);
    const { status, headers } = await ask(server, books, changes);
    const back = new URL(headers.get('location') ?? 'about:blank');
    expect([status, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      ...[303, error, 'a state'],
    ]);
    expect(back.searchParams.has('code')).toBe(false);
    expect(await readAll(server)).toEqual(before);
  };

  it('missing challenge: sent back with invalid_request', () =>
    refusedAs('invalid_request', { code_challenge: undefined, code_challenge_method: undefined }));

  it('downgrade to plain: sent back with invalid_request', async () => {
    await refusedAs('invalid_request', { code_challenge: RFC_VERIFIER, code_challenge_method: 'plain' });
    // Left out it means plain (RFC 7636, 4.3).
    await refusedAs('invalid_request', { code_challenge: RFC_VERIFIER, code_challenge_method: undefined });
    await refusedAs('invalid_request', { code_challenge_method: 's256' });
  });

  it.each(['short', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`])(
    'challenge that is none, %j: sent back with invalid_request',
    code_challenge => refusedAs('invalid_request', { code_challenge }),
  );

  it.each(['token', 'code token', 'code id_token', 'none', 'CODE', ''])(
    'token in the address by response_type %j: sent back',
    async response_type => {
      const { headers } = await ask(server, books, { response_type });
      const back = new URL(headers.get('location') ?? 'about:blank');
      expect(back.searchParams.get('error')).toMatch(/^(unsupported_response_type|invalid_request)$/);
      expect(back.hash).toBe('');
    },
  );
});
