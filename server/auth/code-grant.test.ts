import { count, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Called, post, postForm } from '#tests/support/calls.ts';
import {
  askingFor,
  authorizeAs,
  challengeOf,
  consent,
  exchange,
  newVerifier,
  REDIRECT,
  RFC_VERIFIER,
  refreshAs,
  seedClient,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { blockUser } from '#tests/support/people.ts';
import { serverForEach, type TestUser } from '#tests/support/server.ts';
import type { Tx } from '../db/database.ts';
import { accessTokens, oauthClients, oauthCodes, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { grantCode, readAuthorizationRequest } from './authorization-request.ts';
import { revokeClient } from './credentials.ts';

const server = serverForEach();
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  client = await seedClient(server, server.users.admin);
  user = server.users.moderator;
});

const whoAmI = (token: string) => post(server, '/api/getUser', {}, { authorization: `Bearer ${token}` });
const givenCode = (scopes: readonly string[] = ['profile']) => authorizeAs(server, { client, user, scopes });
const said = ({ status, body }: Called) => [status, body.error, body.hint];
const INVALID_CLIENT = [401, 'invalid_client', undefined];
const invalidGrant = (hint: string) => [400, 'invalid_grant', hint];

/** Tokens that somebody could still use. */
async function livingTokens() {
  const all = [
    ...(await server.db.select().from(accessTokens).where(eq(accessTokens.bearer, 'application'))),
    ...(await server.db.select().from(refreshTokens).where(eq(refreshTokens.bearer, 'application'))),
  ];
  return all.filter(({ revoked_at }) => revoked_at === null);
}

describe('exchanging a code', () => {
  it('gives tokens for what was agreed to, and says so', async () => {
    const { status, headers, body } = await exchange(server, client, await givenCode(['promo', 'profile']));
    expect(status).toBe(200);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'profile promo',
    });
    expect((await whoAmI(body.access_token)).body).toMatchObject({ id: user.id, email: user.email });
  });

  it('accepts the verifier of RFC 7636, appendix B', async () => {
    expect(challengeOf(RFC_VERIFIER)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    const code = await authorizeAs(server, { client, user, verifier: RFC_VERIFIER });
    const [row] = await server.db.select().from(oauthCodes);
    expect(row?.challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect((await exchange(server, client, code, { code_verifier: RFC_VERIFIER })).status).toBe(200);
  });

  it('accepts the client in a Basic header too, its halves form-encoded', async () => {
    const encode = (text: string) => text.replaceAll('-', '%2D').replaceAll('_', '%5F');
    const basic = btoa(`${client.id}:${encode(client.secret)}`);
    const form = {
      grant_type: 'authorization_code',
      code: await givenCode(),
      redirect_uri: REDIRECT,
      code_verifier: RFC_VERIFIER,
    };
    const { status, body } = await postForm(server, '/oauth/token', form, {
      authorization: `Basic ${basic}`,
    });
    expect(status).toBe(200);
    const revoked = await postForm(
      server,
      '/oauth/revoke',
      { token: body.refresh_token },
      { authorization: `Basic ${basic}` },
    );
    expect([revoked.status, await livingTokens()]).toEqual([200, []]);
  });

  it('is possible for less than 60 seconds', async () => {
    const [late, inTime] = [await givenCode(), await givenCode()];
    server.clock.advance(59_999);
    expect((await exchange(server, client, inTime)).status).toBe(200);
    server.clock.advance(1);
    expect(said(await exchange(server, client, late))).toEqual(
      invalidGrant('Authorization code has expired'),
    );
  });

  it('is refused to who was blocked meanwhile', async () => {
    const code = await givenCode();
    await blockUser(server, user);
    expect(said(await exchange(server, client, code))).toEqual(
      invalidGrant('Authorization code has been revoked'),
    );
  });
});

describe('a stolen code', () => {
  it('ends the tokens that came of it when it is shown again', async () => {
    const code = await givenCode();
    const { body } = await exchange(server, client, code);
    const { body: next } = await refreshAs(server, client, body.refresh_token);
    expect(said(await exchange(server, client, code))).toEqual(
      invalidGrant('Authorization code has been revoked'),
    );
    for (const { access_token } of [body, next]) expect((await whoAmI(access_token)).status).toBe(401);
    expect((await refreshAs(server, client, next.refresh_token)).status).toBe(400);
    expect(await livingTokens()).toEqual([]);
  });

  it('ends them also when its minute is over', async () => {
    const code = await givenCode();
    const { body } = await exchange(server, client, code);
    server.clock.advance(61_000);
    expect((await exchange(server, client, code)).status).toBe(400);
    expect((await whoAmI(body.access_token)).status).toBe(401);
  });

  it('is used up by a wrong verifier: nobody tries twice', async () => {
    const code = await givenCode();
    const wrong = await exchange(server, client, code, { code_verifier: newVerifier() });
    expect(said(wrong)).toEqual(invalidGrant('Failed to verify `code_verifier`.'));
    expect((await exchange(server, client, code)).body.hint).toBe('Authorization code has been revoked');
    expect(await livingTokens()).toEqual([]);
  });

  it('is of no use to another client, and the right one still has it', async () => {
    const thief = await seedClient(server, server.users.promoter);
    const code = await givenCode();
    expect(said(await exchange(server, thief, code))).toEqual(
      invalidGrant('Authorization code was not issued to this client'),
    );
    const { body } = await exchange(server, client, code);
    expect((await exchange(server, thief, code)).status).toBe(400);
    expect((await whoAmI(body.access_token)).status).toBe(200);
  });

  it.each(['https://third-party.example/callback/', 'https://evil.example/', 'x'])(
    'is of no use with the address %s',
    async redirect_uri => {
      const two = await seedClient(server, server.users.admin, [REDIRECT, `${REDIRECT}/`]);
      const code = await authorizeAs(server, { client: two, user });
      expect(said(await exchange(server, two, code, { redirect_uri }))).toEqual(
        invalidGrant('Invalid redirect URI'),
      );
      expect((await exchange(server, two, code)).status).toBe(400);
    },
  );

  it('gives at most one pair to twenty that exchange it at once', async () => {
    const code = await givenCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(server, client, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
    // Nineteen have shown a spent code: whoever got the pair may be the thief.
    expect(await livingTokens()).toEqual([]);
  });
});

describe('refreshing the tokens of an application', () => {
  const start = () => tokensOf(server, { client, user, scopes: ['profile', 'promo'] });

  it('keeps what was agreed to, and says so', async () => {
    const { refresh_token } = await start();
    const { status, body } = await refreshAs(server, client, refresh_token);
    expect([status, body.scope]).toEqual([200, 'profile promo']);
  });

  it('gives less when less is asked for, and all of it again later', async () => {
    const { refresh_token } = await start();
    const { body: less } = await refreshAs(server, client, refresh_token, { scope: 'promo' });
    expect(less.scope).toBe('promo');
    expect((await whoAmI(less.access_token)).status).toBe(403);
    const { body: all } = await refreshAs(server, client, less.refresh_token);
    expect(all.scope).toBe('profile promo');
    expect((await whoAmI(all.access_token)).status).toBe(200);
  });

  it('never gives more, and the refused token is not spent', async () => {
    const { refresh_token } = await start();
    for (const scope of ['profile promo moderation', '*', 'integration', 'nonsense']) {
      expect(said(await refreshAs(server, client, refresh_token, { scope }))).toEqual([
        400,
        'invalid_scope',
        undefined,
      ]);
    }
    expect((await refreshAs(server, client, refresh_token)).status).toBe(200);
  });

  it('answers again with the same successor, but never with more or less than is asked for now', async () => {
    const { refresh_token } = await start();
    const { body: first } = await refreshAs(server, client, refresh_token, { scope: 'promo' });
    const { body: again } = await refreshAs(server, client, refresh_token, { scope: 'promo' });
    expect(again).toEqual(first);
    const { body: all } = await refreshAs(server, client, refresh_token);
    expect([all.refresh_token, all.scope]).toEqual([first.refresh_token, 'profile promo']);
    expect((await whoAmI(all.access_token)).status).toBe(200);
    expect((await whoAmI(first.access_token)).status).toBe(403);
  });
});

describe('a client that is being deleted', () => {
  const drop = () =>
    transact(server.db, tx =>
      revokeClient(tx, { userId: server.users.admin.id, id: Number(client.id) }, new Date(server.clock())),
    );

  it('leaves no living token, whichever of exchange, refresh and consent it races with', async () => {
    const codes = [await givenCode(), await givenCode(), await givenCode()];
    const { refresh_token } = await tokensOf(server, { client, user });
    const racing = [
      ...codes.map(code => exchange(server, client, code)),
      refreshAs(server, client, refresh_token),
      givenCode().catch(() => ''),
    ];
    await Promise.all([...racing.slice(0, 2), drop(), ...racing.slice(2)]);
    expect(await livingTokens()).toEqual([]);
    expect(await server.db.select().from(oauthCodes)).toEqual([]);
  });

  it('is waited for by what is issued in that moment: it gets nothing', async () => {
    const code = await givenCode();
    const { refresh_token } = await tokensOf(server, { client, user });
    const issuing = [
      () => exchange(server, client, code),
      () => refreshAs(server, client, refresh_token),
      () => consent(server, askingFor(client, RFC_VERIFIER), user),
    ];
    let answers: Promise<Called>[] = [];
    await transact(server.db, async tx => {
      await revokeClient(
        tx,
        { userId: server.users.admin.id, id: Number(client.id) },
        new Date(server.clock()),
      );
      answers = issuing.map(issue => issue());
      await untilTheyWait(tx, answers);
    });
    const [exchanged, refreshed, consented] = await Promise.all(answers);
    expect([exchanged?.status, refreshed?.status, consented?.status]).toEqual([401, 401, 400]);
    expect(await livingTokens()).toEqual([]);
    expect(await server.db.select().from(oauthCodes)).toEqual([]);
  });

  async function untilTheyWait(tx: Tx, answers: Promise<Called>[]): Promise<void> {
    let answered = 0;
    for (const answer of answers) void answer.finally(() => answered++);
    const waiting = async () => {
      const [row] = await tx
        .select({ all: count() })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
      return row?.all ?? 0;
    };
    while (answered + (await waiting()) < answers.length);
  }

  it.each(['deleted', 'moved'])('gives no code where it was %s after the user was asked', async what => {
    const recognised = await readAuthorizationRequest(
      server.db,
      new URLSearchParams(askingFor(client, RFC_VERIFIER)),
    );
    if (!recognised.ok) throw new Error(recognised.fault);
    if (what === 'deleted') await drop();
    else await server.db.update(oauthClients).set({ redirects: ['https://moved.example/'] });
    const granted = await transact(server.db, tx =>
      grantCode(tx, recognised.request, user.id, server.clock()),
    );
    expect([granted, await server.db.select().from(oauthCodes)]).toEqual([undefined, []]);
  });

  it('cannot do anything afterwards', async () => {
    const [code, tokens] = [await givenCode(), await tokensOf(server, { client, user })];
    await drop();
    expect(said(await exchange(server, client, code))).toEqual(INVALID_CLIENT);
    expect(said(await refreshAs(server, client, tokens.refresh_token))).toEqual(INVALID_CLIENT);
    expect((await whoAmI(tokens.access_token)).status).toBe(401);
  });
});
