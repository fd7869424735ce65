import { beforeEach, describe, expect, it } from 'vitest';
import { post } from '#tests/support/calls.ts';
import { authorizeAs, exchange, plantClient, refreshAs, tokensOf } from '#tests/support/oauth.ts';
import { hire, workAs } from '#tests/support/people.ts';
import { plantToken } from '#tests/support/planted-tokens.ts';
import {
  CLIENT,
  createTestServer,
  TEST_PASSWORD,
  type TestServer,
  type TestUser,
} from '#tests/support/server.ts';
import { openUserOffice, type UserOffice } from '#tests/support/user-office.ts';
import { checkPassword, holdChecked } from '../../auth/users.ts';
import type { AppConfig } from '../../db/deps.ts';
import { transact } from '../../db/transaction.ts';

let server: TestServer;
let office: UserOffice;
beforeEach(async () => {
  server = await createTestServer();
  office = openUserOffice(server);
  return () => server.close();
});

const whoAmI = async (headers: Record<string, string>) =>
  (await post(server, '/api/getUser', {}, headers)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Everything that a person or a program can be signed in with. */
async function everyLoginOf(user: TestUser) {
  const client = await plantClient(server, server.users.moderator);
  const page = await office.signIn(user.email, TEST_PASSWORD);
  const application = await tokensOf(server, { client, user });
  const unused = await authorizeAs(server, { client, user });
  const personal = await plantToken(server, { user, bearer: 'personal', scopes: ['promo'] });
  const contacts = (headers: Record<string, string>) =>
    server.fetch('/api/promo/contacts/fullList', { headers });
  return async () => ({
    page: await whoAmI(bearer(page.body.access_token)),
    refresh: (
      await refreshAs(server, { ...client, id: '2', secret: CLIENT.client_secret }, page.body.refresh_token)
    ).status,
    application: await whoAmI(bearer(application.access_token)),
    refreshed: (await refreshAs(server, client, application.refresh_token)).status,
    code: (await exchange(server, client, unused)).status,
    personal: (await contacts(personal.headers)).status,
  });
}

const ALL_ENDED = { page: 401, refresh: 400, application: 401, refreshed: 400, code: 400, personal: 401 };

describe('user:passwd', () => {
  it('ends all that was begun with the old password, and only of this user', async () => {
    const { promoter, colleague } = server.users;
    const colleagues = await server.signIn(colleague);
    const logins = await everyLoginOf(promoter);
    server.clock.advance(1000);
    const told = await office.give(['user:passwd', 'Promoter@TEST.example'], 'новый');
    expect(told).toEqual({ exit: 0, lines: ['promoter@test.example: пароль изменен, все входы завершены'] });
    expect(await logins()).toEqual(ALL_ENDED);
    expect(await whoAmI(colleagues)).toBe(200);
    expect((await office.signIn(promoter.email, TEST_PASSWORD)).status).toBe(400);
    expect((await office.signIn(promoter.email, 'новый')).status).toBe(200);
    expect((await office.storedOf(promoter.email)).password_changed_at.getTime()).toBe(server.clock());
    expect(await office.lastAudit()).toMatchObject({
      action: 'change_password',
      entity_id: promoter.id,
      actor_id: 0,
    });
  });

  it('ends what an administrator has begun as somebody else', async () => {
    const { admin, promoter } = server.users;
    const asPromoter = await workAs(server, await server.signIn(admin), promoter);
    const own = await server.signIn(promoter);
    expect((await office.give(['user:passwd', admin.email], 'новый')).exit).toBe(0);
    expect([await whoAmI(asPromoter), await whoAmI(own)]).toEqual([401, 200]);
  });

  it('lets no login begin that was checked with the old password', async () => {
    const config = { ...CONFIG_OF_TESTS, hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 } };
    const deps = { db: server.db, clock: server.clock, log: () => undefined, config };
    const checked = await checkPassword(deps, server.users.promoter.email, TEST_PASSWORD);
    if (!checked) throw new Error('the password was right');
    const stands = () => transact(server.db, tx => holdChecked(tx, checked));
    expect(await stands()).toBe(true);
    server.clock.advance(1000);
    await office.give(['user:passwd', server.users.promoter.email], TEST_PASSWORD);
    expect(await stands()).toBe(false);
  });

  it('refuses who is not there, and an empty password', async () => {
    expect(await office.give(['user:passwd', 'nobody@test.example'], 'x')).toEqual({
      exit: 1,
      lines: ['Нет пользователя nobody@test.example'],
    });
    expect((await office.give(['user:passwd', 'a\u0000b'], 'x')).exit).toBe(1);
    expect((await office.give(['user:passwd', server.users.promoter.email])).exit).toBe(1);
    expect((await office.signIn(server.users.promoter.email, TEST_PASSWORD)).status).toBe(200);
  });
});

const CONFIG_OF_TESTS = {
  ...{ clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, apiOrigin: '', zone: 'Europe/Moscow' },
  ...{
    corsOrigins: [],
    trustedHops: 0,
    passportCompat: 'modern' as const,
    enforce: 'off' as const,
    distDir: 'dist',
  },
} satisfies AppConfig;

describe('user:grant', () => {
  it('gives a role at once, and to who has it nothing', async () => {
    const headers = await server.signIn(server.users.promoter);
    const listed = async () => (await server.fetch('/api/promo/moderation/promoters', { headers })).status;
    expect(await listed()).toBe(403);
    const grant = ['user:grant', server.users.promoter.email, '--role', 'moderator'];
    expect((await office.give(grant)).lines).toEqual(['promoter@test.example: дана роль «модератор»']);
    expect(await listed()).toBe(200);
    expect((await office.give(grant)).lines).toEqual([
      'promoter@test.example: есть роль «модератор» (так и было)',
    ]);
  });

  it('takes a role and ends the logins; a role that is not there ends nothing', async () => {
    const { moderator } = server.users;
    const logins = await everyLoginOf(moderator);
    const revoke = ['user:grant', moderator.email, '--revoke', '--role'];
    expect((await office.give([...revoke, 'admin'])).lines).toEqual([
      'moderator@test.example: нет роли «администратор» (так и было)',
    ]);
    expect(await whoAmI(await server.signIn(moderator))).toBe(200);
    expect((await office.give([...revoke, 'moderator'])).exit).toBe(0);
    expect(await logins()).toEqual(ALL_ENDED);
    expect(await office.lastAudit()).toMatchObject({ action: 'revoke_role', before: { role: 'moderator' } });
  });
});

describe('user:block', () => {
  it('ends every way in with the next call, and --undo lets sign in anew', async () => {
    const { promoter } = server.users;
    const logins = await everyLoginOf(promoter);
    expect((await office.give(['user:block', promoter.email])).lines).toEqual([
      'promoter@test.example: вход закрыт',
    ]);
    expect(await logins()).toEqual(ALL_ENDED);
    expect((await office.signIn(promoter.email, TEST_PASSWORD)).status).toBe(400);
    expect((await office.give(['user:block', promoter.email])).lines).toEqual([
      'promoter@test.example: вход закрыт (так и было)',
    ]);
    expect((await office.give(['user:block', promoter.email, '--undo'])).lines).toEqual([
      'promoter@test.example: вход открыт',
    ]);
    expect(await logins()).toEqual(ALL_ENDED);
    expect((await office.signIn(promoter.email, TEST_PASSWORD)).status).toBe(200);
  });
});

describe('the last active administrator', () => {
  const LAST = 'admin@test.example — последний действующий администратор: сначала назначьте другого';

  it('is neither blocked nor loses the role, even beside one who is blocked', async () => {
    const other = await hire(server, 'admin');
    expect((await office.give(['user:block', other.email])).exit).toBe(0);
    for (const args of [
      ['user:block', server.users.admin.email],
      ['user:grant', server.users.admin.email, '--role', 'admin', '--revoke'],
    ]) {
      expect(await office.give(args)).toEqual({ exit: 1, lines: [LAST] });
    }
    expect(await whoAmI(await server.signIn(server.users.admin))).toBe(200);
    // Whoever is blocked is not the last active one.
    expect((await office.give(['user:grant', other.email, '--role', 'admin', '--revoke'])).exit).toBe(0);
  });

  it('stays one when two commands take one each at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const other = await hire(server, 'admin');
      const kinds = [
        ['user:block', server.users.admin.email],
        ['user:grant', other.email, '--role', 'admin', '--revoke'],
      ];
      const both = await Promise.all(kinds.map(args => office.give(args)));
      expect(both.map(({ exit }) => exit).sort()).toEqual([0, 1]);
      await office.give(['user:block', server.users.admin.email, '--undo']);
      await office.give(['user:grant', other.email, '--role', 'admin', '--revoke']);
    }
  });
});
