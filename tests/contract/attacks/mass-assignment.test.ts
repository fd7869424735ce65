/** Fields that nobody is asked for: what a client or a token has beside them stays the server's to say. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { accessTokens, oauthClients } from '#server/db/schema.ts';
import { readAll } from '#tests/contract/read-all.ts';
import { post, send } from '#tests/support/calls.ts';
import { plantClient, type TestClient } from '#tests/support/oauth.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
/** Somebody else's. */
let books: TestClient;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin);
  headers = await server.signIn(server.users.moderator);
});
afterAll(() => server.close());

describe('mass assignment', () => {
  /** Everything that a client or a token has and its owner does not say. */
  const FORGED = {
    ...{
      id: 2,
      user_id: 1,
      client_id: 2,
      revoked: true,
      revoked_at: null,
      created_at: '2001-01-01 00:00:00',
    },
    ...{ secret: 'mine', plainSecret: 'mine', secret_hash: hashToken('mine'), grants: ['password'] },
    ...{
      redirects: ['https://evil.example/'],
      redirect_uris: ['https://evil.example/'],
      grant_types: ['password'],
    },
    ...{ personal_access_client: true, password_client: true, confidential: false, provider: 'admins' },
    ...{ bearer: 'page', family: '00000000-0000-4000-8000-000000000000', expires_at: '2099-01-01 00:00:00' },
    ...{
      impersonator_id: 1,
      generation: 0,
      token_hash: hashToken('mine'),
      accessToken: 'mine',
      used_at: null,
    },
    ...{ __proto__: { isAdmin: true }, constructor: { prototype: { isAdmin: true } } },
  };
  const clientOf = async (id: string) => {
    const [row] = await server.db
      .select()
      .from(oauthClients)
      .where(eq(oauthClients.id, Number(id)));
    return row;
  };

  it('of a new client: it is the caller’s, with a secret and grants of our own', async () => {
    const form = { ...FORGED, name: 'Mine', redirect: 'https://mine.example/' };
    const { status, body } = await send(server, 'POST', '/oauth/clients', { headers, body: form });
    expect([status, body.user_id, body.revoked]).toEqual([201, server.users.moderator.id, false]);
    expect([body.personal_access_client, body.password_client]).toEqual([false, false]);
    expect(body.id).toBeGreaterThan(1000);
    expect(body.secret).toMatch(/^[\w-]{43}$/);
    expect(await clientOf(body.id)).toMatchObject({
      ...{ user_id: server.users.moderator.id, revoked_at: null, redirects: ['https://mine.example/'] },
      ...{ grants: ['authorization_code', 'refresh_token'], secret_hash: hashToken(body.secret) },
      created_at: new Date(server.clock()),
    });
  });

  it('of a client that is changed: only its name and addresses are', async () => {
    const mine = await plantClient(server, server.users.moderator);
    const before = await clientOf(mine.id);
    const form = { ...FORGED, client: books.id, name: 'Renamed', redirect: 'https://mine.example/' };
    const { status, body } = await send(server, 'PUT', `/oauth/clients/${mine.id}`, { headers, body: form });
    expect([status, body.id, body.secret, body.plainSecret]).toEqual([
      200,
      Number(mine.id),
      undefined,
      undefined,
    ]);
    expect(await clientOf(mine.id)).toEqual({
      ...{ ...before, name: 'Renamed', redirects: ['https://mine.example/'] },
      updated_at: expect.any(Date),
    });
    expect(await clientOf(books.id)).toMatchObject({ name: 'Third party', user_id: server.users.admin.id });
  });

  it('of a personal token: it is the caller’s, personal, for a year, with what was chosen', async () => {
    const form = { ...FORGED, name: 'Mine', scopes: ['profile'], scope: 'integration *' };
    const { status, body } = await send(server, 'POST', '/oauth/personal-access-tokens', {
      headers,
      body: form,
    });
    expect(status).toBe(200);
    expect(body.accessToken).toMatch(/^[\w-]{43}$/);
    const hash = hashToken(body.accessToken);
    const [row] = await server.db.select().from(accessTokens).where(eq(accessTokens.token_hash, hash));
    expect(row).toMatchObject({
      ...{ user_id: server.users.moderator.id, client_id: 1, bearer: 'personal', scopes: ['profile'] },
      ...{ impersonator_id: null, origin_family: null, revoked_at: null, generation: expect.any(Number) },
    });
    expect(row?.family).not.toBe(FORGED.family);
    const year = 366 * 24 * 3_600_000;
    expect(row?.expires_at.getTime()).toBeLessThanOrEqual(server.clock() + year);
  });

  it.each([
    ['a text', 'integration'],
    ['an object', { 0: 'integration' }],
    ['texts within', [['integration']]],
    ['objects', [{ id: 'integration' }]],
    ['nothing', []],
    ['too many', Array.from({ length: 2000 }, () => 'profile')],
  ])('of scopes that are %s: refused, or each counted once', async (_what, scopes) => {
    const form = { name: 'Mine', scopes };
    const { status, body } = await send(server, 'POST', '/oauth/personal-access-tokens', {
      headers,
      body: form,
    });
    expect(status === 200 ? body.token.scopes : status).toEqual(status === 200 ? ['profile'] : 422);
  });
});

it('a secret asked for under an Idempotency-Key: is kept nowhere, and another one comes the second time', async () => {
  const key = { ...headers, 'idempotency-key': newId() };
  const client = { name: 'Keyed', redirect: 'https://mine.example/' };
  const made = [
    await post(server, '/oauth/clients', client, key),
    await post(server, '/oauth/clients', client, key),
  ];
  const secrets = made.map(({ body }) => body.secret);
  expect(new Set(secrets).size).toBe(2);
  const stored = JSON.stringify(await readAll(server));
  for (const secret of secrets) expect(stored).not.toContain(secret);
});
