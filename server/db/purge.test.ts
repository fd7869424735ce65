import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { get, post, postForm } from '#tests/support/calls.ts';
import {
  authorizeAs,
  exchange,
  refreshAs,
  seedClient,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { serverForEach } from '#tests/support/server.ts';
import { purgeSessions } from './purge.ts';
import { accessTokens, loginAttempts, oauthCodes, refreshTokens } from './schema.ts';

const server = serverForEach();
let client: TestClient;
beforeEach(async () => {
  client = await seedClient(server, server.users.moderator);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const whoAmI = (token: string) => post(server, '/api/getUser', {}, bearer(token));

async function purgeAfter(ms: number): Promise<void> {
  server.clock.advance(ms);
  await purgeSessions(server.db, server.clock());
}

/** How many rows there are of each kind. */
async function counted() {
  const { db } = server;
  return {
    codes: await db.$count(oauthCodes),
    access: await db.$count(accessTokens),
    refresh: await db.$count(refreshTokens),
  };
}

const NOTHING = { codes: 0, access: 0, refresh: 0 };
const promoterAnd = () => ({ client, user: server.users.promoter });

it('keeps a code that nobody used for a day after it expired', async () => {
  await authorizeAs(server, promoterAnd());
  await purgeAfter(DAY_MS + MINUTE_MS);
  expect(await counted()).toEqual({ ...NOTHING, codes: 1 });
  await purgeAfter(1);
  expect(await counted()).toEqual(NOTHING);
});

it('knows a replayed code as long as what came of it lives, and ends that', async () => {
  const code = await authorizeAs(server, promoterAnd());
  let tokens = (await exchange(server, client, code)).body;
  for (let month = 0; month < 5; month++) {
    await purgeAfter(29 * DAY_MS);
    tokens = (await refreshAs(server, client, tokens.refresh_token)).body;
  }
  expect((await whoAmI(tokens.access_token)).status).toBe(200);
  const replayed = await exchange(server, client, code);
  expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
  expect((await whoAmI(tokens.access_token)).status).toBe(401);
  expect((await refreshAs(server, client, tokens.refresh_token)).status).toBe(400);
});

it('forgets a used code with what came of it', async () => {
  await tokensOf(server, promoterAnd());
  await purgeAfter(30 * DAY_MS);
  expect(await counted()).toMatchObject({ codes: 1, refresh: 1 });
  await purgeAfter(DAY_MS + 1);
  expect(await counted()).toEqual(NOTHING);
});

it('forgets what was revoked a day later, and leaves the logins beside it', async () => {
  const { access_token } = await tokensOf(server, promoterAnd());
  const others = await tokensOf(server, promoterAnd());
  const form = { client_id: client.id, client_secret: client.secret, token: access_token };
  expect((await postForm(server, '/oauth/revoke', form)).status).toBe(200);
  await purgeAfter(DAY_MS);
  expect(await counted()).toEqual({ codes: 2, access: 2, refresh: 2 });
  await purgeAfter(MINUTE_MS + 1);
  expect(await counted()).toEqual({ codes: 1, access: 1, refresh: 1 });
  expect((await refreshAs(server, client, others.refresh_token)).status).toBe(200);
});

it("forgets a deleted client's tokens of all users, and keeps what is not its own", async () => {
  const owner = await server.signIn(server.users.moderator);
  await tokensOf(server, promoterAnd());
  await tokensOf(server, { client, user: server.users.colleague });
  await authorizeAs(server, promoterAnd());
  const deleted = await server.fetch(`/oauth/clients/${client.id}`, { method: 'DELETE', headers: owner });
  expect(deleted.status).toBe(204);
  await purgeAfter(DAY_MS + HOUR_MS);
  expect(await counted()).toEqual({ codes: 0, access: 1, refresh: 1 });
  expect((await get(server, '/oauth/clients', owner)).status).toBe(401);
});

it('keeps a personal token for all its year, unless it was revoked', async () => {
  const page = await server.signIn(server.users.admin);
  const make = async (name: string) =>
    (await post(server, '/oauth/personal-access-tokens', { name, scopes: ['profile', 'promo'] }, page)).body;
  const [kept, ended] = [await make('kept'), await make('ended')];
  const path = `/oauth/personal-access-tokens/${ended.token.id}`;
  expect((await server.fetch(path, { method: 'DELETE', headers: page })).status).toBe(204);
  await purgeAfter(2 * DAY_MS);
  const callWithIt = () => get(server, '/api/promo/contacts/fullList', bearer(kept.accessToken));
  expect(await server.db.$count(accessTokens)).toBe(1);
  await purgeAfter(363 * DAY_MS - 1);
  expect((await callWithIt()).status).toBe(200);
  await purgeAfter(1);
  expect((await callWithIt()).status).toBe(401);
  await purgeAfter(DAY_MS + 1);
  expect(await counted()).toEqual(NOTHING);
});

/** More rows than one statement takes: expired, revoked, and as many that still count. */
async function seedOld(count: number): Promise<void> {
  const { promoter } = server.users;
  const row = (name: string, expiry: string, revoked: string) => sql`
    insert into oauth_refresh_tokens
      (token_hash, family, generation, user_id, client_id, scopes, bearer, expires_at, family_expires_at, revoked_at, created_at, updated_at)
    select ${name} || n, gen_random_uuid(), 1, ${promoter.id}, 2, '[]', 'page',
      ${at(expiry)}::timestamptz, ${at(expiry)}::timestamptz, ${revoked === '' ? null : at(revoked)}::timestamptz,
      ${at('0')}::timestamptz, ${at('0')}::timestamptz
    from generate_series(1, ${count}::int) n`;
  await server.db.execute(row('expired', '-2', ''));
  await server.db.execute(row('revoked', '20', '-2'));
  await server.db.execute(row('just', '20', '-0.5'));
  await server.db.execute(row('living', '20', ''));
}

const at = (days: string) => new Date(server.clock() + Number(days) * DAY_MS).toISOString();

it('token:purge removes what is over in as many statements as it takes, and tells how much', async () => {
  await seedOld(5000);
  const headers = await server.signIn(server.users.promoter);
  const { exit, lines } = await runAdminCommand(server, ['token:purge']);
  expect([exit, lines]).toEqual([
    0,
    [
      ...['Токенов доступа: 0', 'Токенов обновления: 10000', 'Кодов приложений: 0'],
      ...['Счетчиков входа: 0', 'Ключей идемпотентности: 0'],
    ],
  ]);
  expect(await server.db.$count(refreshTokens)).toBe(10_001);
  expect((await get(server, '/api/promo/contacts/fullList', headers)).status).toBe(200);
  server.clock.advance(1.1 * DAY_MS);
  const later = await runAdminCommand(server, ['token:purge']);
  expect(later.lines.slice(0, 4)).toEqual([
    ...['Токенов доступа: 1', 'Токенов обновления: 5000', 'Кодов приложений: 0', 'Счетчиков входа: 3'],
  ]);
  expect([await server.db.$count(accessTokens), await server.db.$count(loginAttempts)]).toEqual([0, 0]);
});

it('token:purge shares the work where two do it at once, and counts each row once', async () => {
  await seedOld(5000);
  const both = await Promise.all([
    runAdminCommand(server, ['token:purge']),
    runAdminCommand(server, ['token:purge']),
  ]);
  const counts = both.map(({ lines }) => Number(lines[1]?.split(': ')[1]));
  expect(counts.reduce((a, b) => a + b)).toBe(10_000);
  expect(await server.db.$count(refreshTokens)).toBe(10_000);
});
