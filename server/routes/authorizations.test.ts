import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { postForm } from '#tests/support/calls.ts';
import {
  callEndpoint,
  programsOf,
  seedApplication,
  untilSomebodyWaits,
} from '#tests/support/seeded-credentials.ts';
import { CLIENT, serverForEach } from '#tests/support/server.ts';
import { storePair } from '../auth/token-store.ts';
import { hashToken } from '../auth/tokens.ts';
import { purgeSessions } from '../db/purge.ts';
import { auditLog, oauthClients, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

const server = serverForEach();
let mine: ReturnType<typeof programsOf>;
let client: { id: number; secret: string };
beforeEach(async () => {
  mine = programsOf(server, await server.signIn(server.users.promoter));
  // Somebody else's application: whose it is does not matter to who authorizes it.
  const theirs = programsOf(server, await server.signIn(server.users.colleague));
  client = (await theirs.createClient()).body;
});

const authorize = (scopes = ['profile', 'promo']) =>
  seedApplication(server, { user: server.users.promoter, clientId: client.id, scopes });

const refresh = (refresh_token: string, { id, secret } = client) =>
  postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token,
    client_id: String(id),
    client_secret: secret,
  });

const families = async () => (await mine.authorized()).map(({ id }: { id: string }) => id);

describe('the list of authorized applications', () => {
  it('tells in the shape of Passport who may do what since when, and until when it can go on', async () => {
    const { family } = await authorize();
    expect(await mine.authorized()).toEqual([
      {
        id: family,
        user_id: server.users.promoter.id,
        client_id: client.id,
        name: 'Партнер',
        scopes: ['profile', 'promo'],
        revoked: false,
        expires_at: '2026-12-20T12:12:39.000000Z',
        created_at: '2026-11-20T12:12:39.000000Z',
        updated_at: '2026-11-20T12:12:39.000000Z',
        last_used_at: '2026-11-20T12:12:39.000000Z',
        client: { id: client.id, name: 'Партнер' },
      },
    ]);
  });

  it('has one row for each authorization, the newest first, however often it was refreshed', async () => {
    const first = await authorize();
    server.clock.advance(HOUR_MS);
    const second = await authorize();
    let token = first.refreshToken;
    for (let times = 0; times < 3; times++) {
      server.clock.advance(HOUR_MS);
      const { body } = await refresh(token);
      token = body.refresh_token;
    }
    mine = programsOf(server, await server.signIn(server.users.promoter));
    expect(await families()).toEqual([second.family, first.family]);
    expect((await mine.authorized())[1]).toMatchObject({
      created_at: '2026-11-20T12:12:39.000000Z',
      updated_at: '2026-11-20T16:12:39.000000Z',
      expires_at: '2026-12-20T16:12:39.000000Z',
    });
  });

  it('still tells when an application was authorized after its first tokens were purged', async () => {
    const { family, refreshToken } = await authorize();
    server.clock.advance(29 * DAY_MS);
    expect((await refresh(refreshToken)).status).toBe(200);
    server.clock.advance(3 * DAY_MS);
    await purgeSessions(server.db, server.clock());
    mine = programsOf(server, await server.signIn(server.users.promoter));
    expect(await mine.authorized()).toMatchObject([
      { id: family, created_at: '2026-11-20T12:12:39.000000Z' },
    ]);
  });

  it('has none that expired, were ended or are of a deleted client, and none of the page or of others', async () => {
    await authorize();
    server.clock.advance(30 * DAY_MS);
    mine = programsOf(server, await server.signIn(server.users.promoter));
    const living = await authorize();
    const ended = await authorize();
    const { colleague } = server.users;
    await seedApplication(server, { user: colleague, clientId: client.id });
    const form = { client_id: String(client.id), client_secret: client.secret, token: ended.accessToken };
    expect((await postForm(server, '/oauth/revoke', form)).status).toBe(200);
    expect(await families()).toEqual([living.family]);
    await server.db
      .update(oauthClients)
      .set({ revoked_at: new Date() })
      .where(eq(oauthClients.id, client.id));
    expect(await families()).toEqual([]);
  });
});

describe('an application that may do no more', () => {
  it('is refused at its very next call and refresh; another authorization of the same goes on', async () => {
    const [ended, left] = [await authorize(), await authorize()];
    const { status, text, headers } = await mine.revokeAuthorized(ended.family);
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    expect(await callEndpoint(server, ended.accessToken)).toBe(401);
    expect((await refresh(ended.refreshToken)).body.error).toBe('invalid_grant');
    expect(await families()).toEqual([left.family]);
    expect(await callEndpoint(server, left.accessToken)).toBe(200);
    expect((await refresh(left.refreshToken)).status).toBe(200);
  });

  it('is written down once, by the login that it was and without a secret', async () => {
    const { family } = await authorize();
    const answers = await Promise.all([1, 2, 3].map(() => mine.revokeAuthorized(family)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    const written = await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'authorization_revoke'));
    expect(written).toMatchObject([
      {
        actor_id: server.users.promoter.id,
        entity: 'oauth_login',
        entity_id: null,
        after: null,
        before: { family, client_id: client.id, scopes: ['profile', 'promo'] },
      },
    ]);
  });

  it.each([
    [
      'ended by its user',
      (family: string) => mine.revokeAuthorized(family).then(({ status }) => status),
      204,
    ],
    ['ended by itself (RFC 7009)', (_: string, token: string) => revokeItself(token), 200],
  ])('%s while it was refreshing, has not even the new tokens', async (_how, end, status) => {
    const { family, refreshToken } = await authorize();
    const { pair, ending } = await transact(server.db, async tx => {
      const next = await rotateBy(tx, refreshToken, () => end(family, refreshToken));
      return { ...next, ending: [next.ending] };
    });
    expect(await Promise.all(ending.flat())).toEqual([status]);
    expect(await callEndpoint(server, pair.accessToken)).toBe(401);
    expect((await refresh(pair.refreshToken)).status).toBe(400);
    expect(await families()).toEqual([]);
  });
});

const revokeItself = async (token: string) => {
  const form = { client_id: String(client.id), client_secret: client.secret, token };
  return (await postForm(server, '/oauth/revoke', form)).status;
};

/** What a refresh does, held up in the middle until somebody waits for it. */
async function rotateBy(
  tx: Parameters<Parameters<typeof transact>[1]>[0],
  token: string,
  meanwhile: () => Promise<number>,
) {
  const which = eq(refreshTokens.token_hash, hashToken(token));
  const [row] = await tx.select().from(refreshTokens).where(which).for('update');
  if (!row) throw new Error('no such token');
  const ending = [meanwhile()];
  await untilSomebodyWaits(tx);
  const of = {
    family: row.family,
    generation: 2,
    familyExpiresAt: row.family_expires_at.getTime(),
    userId: row.user_id,
    clientId: row.client_id,
    scopes: row.scopes,
    bearer: row.bearer,
  };
  const pair = await storePair(tx, of, server.clock());
  await tx
    .update(refreshTokens)
    .set({ rotated_at: new Date(server.clock()) })
    .where(which);
  return { pair, ending };
}

it("the page's own login is no authorization that could be ended here", async () => {
  const form = { grant_type: 'password', ...CLIENT, username: server.users.promoter.email };
  const { body } = await postForm(server, '/oauth/token', { ...form, password: 'correct horse', scope: '' });
  const [row] = await server.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.token_hash, hashToken(body.refresh_token)));
  expect((await mine.revokeAuthorized(row?.family ?? '')).status).toBe(404);
  expect(await callEndpoint(server, body.access_token)).toBe(200);
  server.clock.advance(MINUTE_MS);
  expect(await families()).toEqual([]);
});
