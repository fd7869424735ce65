import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { post, postForm } from '#tests/support/calls.ts';
import { authorizeAs, exchange, refreshAs, seedClient, tokensOf } from '#tests/support/oauth.ts';
import { createUserWithRole, workAs } from '#tests/support/people.ts';
import { seedToken } from '#tests/support/seeded-credentials.ts';
import {
  CLIENT,
  serverForEach,
  TEST_CONFIG,
  TEST_PASSWORD,
  type TestUser,
  turnableClock,
} from '#tests/support/server.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { checkPassword, lockVerifiedUser } from '../../auth/check-password.ts';
import { auditLog, roles, userRole, users } from '../../db/schema.ts';
import { isUnused, seedDemo } from '../../db/seed/demo.ts';
import { transact } from '../../db/transaction.ts';

const server = serverForEach();

const give = (args: string[], secret = '') => runAdminCommand(server, args, { secret });
const signIn = (username: string, password: string) =>
  postForm(server, '/oauth/token', { grant_type: 'password', ...CLIENT, username, password, scope: '' });
const storedOf = async (email: string) =>
  (await server.db.select().from(users).where(eq(users.email, email)))[0] ?? expect.fail(email);
const lastAudit = async () => (await server.db.select().from(auditLog).orderBy(auditLog.id)).at(-1);

const NEW = ['user:create', 'Anna@Firm.Example', '--name', '  Анна «Ёж» O’Нил  '];

describe('user:create', () => {
  it('makes somebody who signs in with exactly that password, by an e-mail in any case', async () => {
    const made = await give(NEW, '  с пробелами по краям  ');
    expect(made).toEqual({
      exit: 0,
      lines: [expect.stringMatching(/^Пользователь №\d+ anna@firm\.example заведен: промоутер$/)],
    });
    expect((await signIn('ANNA@firm.example', '  с пробелами по краям  ')).status).toBe(200);
    expect((await signIn('anna@firm.example', 'с пробелами по краям')).status).toBe(400);
    const { id, name, email, password_hash } = await storedOf('anna@firm.example');
    expect([name, email]).toEqual(['Анна «Ёж» O’Нил', 'anna@firm.example']);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await lastAudit()).toMatchObject({
      action: 'create',
      entity: 'user',
      entity_id: id,
      actor_id: 0,
      ip: 'command line',
      after: { role: 'promoter' },
    });
  });

  it('refuses an e-mail that is taken, in any case, and of two at once lets one through', async () => {
    const taken = await give(['user:create', 'ADMIN@test.example', '--name', 'Другой'], 'x');
    expect(taken).toEqual({ exit: 1, lines: ['Такой Email уже занят.'] });
    const both = await Promise.all([give(NEW, 'one'), give(NEW, 'two')]);
    expect(both.map(({ exit }) => exit).sort()).toEqual([0, 1]);
  });

  it('takes long passwords and refuses none and what no form could carry', async () => {
    const long = 'ключ '.repeat(400);
    expect((await give(NEW, long)).exit).toBe(0);
    expect((await signIn('anna@firm.example', long)).status).toBe(200);
    expect((await signIn('anna@firm.example', long.slice(0, -1))).status).toBe(400);
    const other = ['user:create', 'b@firm.example', '--name', 'Б'];
    expect(await give(other)).toMatchObject({ exit: 1, lines: [expect.stringContaining('Пароль пустой')] });
    expect(await give(other, 'я'.repeat(2049))).toMatchObject({
      exit: 1,
      lines: ['Пароль длиннее 4096 байт'],
    });
  });

  test.each([
    [['user:create'], 'Не указан e-mail'],
    [['user:create', 'нет', '--name', 'А'], 'Это не e-mail: нет'],
    [['user:create', `${'a'.repeat(250)}@b.example`, '--name', 'А'], 'Это не e-mail'],
    [['user:create', 'a@b.example'], 'Не указано имя'],
    [['user:create', 'a@b.example', '--name', ' \u00a0 '], 'Не указано имя'],
    [['user:create', 'a@b.example', '--name', 'a\u0000b'], 'В имени есть управляющие символы'],
    [['user:create', 'a@b.example', '--name', 'Ы'.repeat(256)], 'Имя длиннее 255 знаков'],
    [['user:create', 'a@b.example', '--name', 'А', '--role', 'constructor'], '--role constructor: возможны'],
    [['user:create', 'a@b.example', '--name', 'А', '--hash', 'x'], 'Лишнее: x'],
    [['user:create', 'a@b.example', '--name', 'А', '--password', 'x'], 'Неизвестный параметр: --password'],
    [['user:grant', 'a@b.example'], 'Не указана роль'],
    [['user:passwd'], 'Не указан e-mail'],
    [['user:block', 'a@b.example', 'b@b.example'], 'Лишнее: b@b.example'],
    [['user:list', 'все'], 'Лишнее: все'],
  ])('%j is wrong usage: %s', async (args, line) => {
    const received = await give(args, 'secret');
    expect(received).toMatchObject({ exit: 2, lines: [expect.stringContaining(line), expect.anything()] });
  });

  it('counts letters and not their halves', async () => {
    const name = '😀'.repeat(255);
    expect((await give(['user:create', 'a@b.example', '--name', name], 'x')).exit).toBe(0);
    expect((await storedOf('a@b.example')).name).toBe(name);
  });
});

it('in a database that nobody has used makes the first administrator with all that they need, and no demo data comes after that', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const context = { db, clock: turnableClock() };
    const args = ['user:create', 'boss@firm.example', '--name', 'Шеф', '--role', 'admin'];
    expect((await runAdminCommand(context, args, { secret: 'first' })).exit).toBe(0);
    expect(await isUnused(db)).toBe(false);
    await seedDemo(db, 'hash', 'demo', new Date());
    const held = await db
      .select({ email: users.email, role: roles.name })
      .from(users)
      .innerJoin(userRole, eq(userRole.user_id, users.id))
      .innerJoin(roles, eq(roles.id, userRole.role_id));
    expect(held).toEqual([{ email: 'boss@firm.example', role: 'admin' }]);
    expect(await db.$count(roles)).toBe(3);
  } finally {
    await close();
  }
});

it('user:list tells everybody with their roles and whether they can come in', async () => {
  const { lines } = await give(['user:list']);
  const { admin, blocked, stranger } = server.users;
  expect(lines).toContain(`${admin.id}\tadmin@test.example\tadmin\tоткрыт\tTest admin`);
  expect(lines).toContain(`${blocked.id}\tblocked@test.example\tpromoter\tзакрыт\tTest blocked`);
  expect(lines).toContain(`${stranger.id}\tstranger@test.example\tбез роли\tоткрыт\tTest stranger`);
});

const whoAmI = async (headers: Record<string, string>) =>
  (await post(server, '/api/getUser', {}, headers)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Everything that a person or a program can be signed in with. */
async function everyLoginOf(user: TestUser) {
  const client = await seedClient(server, server.users.moderator);
  const page = await signIn(user.email, TEST_PASSWORD);
  const application = await tokensOf(server, { client, user });
  const unused = await authorizeAs(server, { client, user });
  const personal = await seedToken(server, { user, bearer: 'personal', scopes: ['promo'] });
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
    const received = await give(['user:passwd', 'Promoter@TEST.example'], 'новый');
    expect(received).toEqual({
      exit: 0,
      lines: ['promoter@test.example: пароль изменен, все входы завершены'],
    });
    expect(await logins()).toEqual(ALL_ENDED);
    expect(await whoAmI(colleagues)).toBe(200);
    expect((await signIn(promoter.email, TEST_PASSWORD)).status).toBe(400);
    expect((await signIn(promoter.email, 'новый')).status).toBe(200);
    expect((await storedOf(promoter.email)).password_changed_at.getTime()).toBe(server.clock());
    const entry = { action: 'change_password', entity_id: promoter.id, actor_id: 0 };
    expect(await lastAudit()).toMatchObject(entry);
  });

  it('ends what an administrator has begun as somebody else', async () => {
    const { admin, promoter } = server.users;
    const asPromoter = await workAs(server, await server.signIn(admin), promoter);
    const own = await server.signIn(promoter);
    expect((await give(['user:passwd', admin.email], 'новый')).exit).toBe(0);
    expect([await whoAmI(asPromoter), await whoAmI(own)]).toEqual([401, 200]);
  });

  it('lets no login begin that was checked with the old password', async () => {
    const deps = { db: server.db, clock: server.clock, log: () => undefined, config: TEST_CONFIG };
    const checked = await checkPassword(deps, {
      email: server.users.promoter.email,
      password: TEST_PASSWORD,
      isExposed: true,
    });
    if (!checked) throw new Error('the password was right');
    const stands = () => transact(server.db, tx => lockVerifiedUser(tx, checked));
    expect(await stands()).toBe(true);
    server.clock.advance(1000);
    await give(['user:passwd', server.users.promoter.email], TEST_PASSWORD);
    expect(await stands()).toBe(false);
  });

  it('refuses who is not there, and an empty password', async () => {
    expect(await give(['user:passwd', 'nobody@test.example'], 'x')).toEqual({
      exit: 1,
      lines: ['Нет пользователя nobody@test.example'],
    });
    expect((await give(['user:passwd', 'a\u0000b'], 'x')).exit).toBe(1);
    expect((await give(['user:passwd', server.users.promoter.email])).exit).toBe(1);
    expect((await signIn(server.users.promoter.email, TEST_PASSWORD)).status).toBe(200);
  });
});

describe('user:grant', () => {
  it('gives a role at once, and to who has it nothing', async () => {
    const headers = await server.signIn(server.users.promoter);
    const listed = async () => (await server.fetch('/api/promo/moderation/promoters', { headers })).status;
    expect(await listed()).toBe(403);
    const grant = ['user:grant', server.users.promoter.email, '--role', 'moderator'];
    expect((await give(grant)).lines).toEqual(['promoter@test.example: дана роль «модератор»']);
    expect(await listed()).toBe(200);
    expect((await give(grant)).lines).toEqual(['promoter@test.example: есть роль «модератор» (так и было)']);
  });

  it('takes a role and ends the logins; a role that is not there ends nothing', async () => {
    const { moderator } = server.users;
    const logins = await everyLoginOf(moderator);
    const revoke = ['user:grant', moderator.email, '--revoke', '--role'];
    expect((await give([...revoke, 'admin'])).lines).toEqual([
      'moderator@test.example: нет роли «администратор» (так и было)',
    ]);
    expect(await whoAmI(await server.signIn(moderator))).toBe(200);
    expect((await give([...revoke, 'moderator'])).exit).toBe(0);
    expect(await logins()).toEqual(ALL_ENDED);
    expect(await lastAudit()).toMatchObject({ action: 'revoke_role', before: { role: 'moderator' } });
  });
});

it('user:block ends every way in with the next call, and --undo lets sign in anew', async () => {
  const { promoter } = server.users;
  const logins = await everyLoginOf(promoter);
  const received = async (...more: string[]) => (await give(['user:block', promoter.email, ...more])).lines;
  expect(await received()).toEqual(['promoter@test.example: вход закрыт']);
  expect(await logins()).toEqual(ALL_ENDED);
  expect((await signIn(promoter.email, TEST_PASSWORD)).status).toBe(400);
  expect(await received()).toEqual(['promoter@test.example: вход закрыт (так и было)']);
  expect(await received('--undo')).toEqual(['promoter@test.example: вход открыт']);
  expect(await logins()).toEqual(ALL_ENDED);
  expect((await signIn(promoter.email, TEST_PASSWORD)).status).toBe(200);
});

describe('the last active administrator', () => {
  const LAST = 'admin@test.example — последний действующий администратор: сначала назначьте другого';

  it('is neither blocked nor loses the role, even beside one who is blocked', async () => {
    const other = await createUserWithRole(server, 'admin');
    expect((await give(['user:block', other.email])).exit).toBe(0);
    for (const args of [
      ['user:block', server.users.admin.email],
      ['user:grant', server.users.admin.email, '--role', 'admin', '--revoke'],
    ]) {
      expect(await give(args)).toEqual({ exit: 1, lines: [LAST] });
    }
    expect(await whoAmI(await server.signIn(server.users.admin))).toBe(200);
    // Whoever is blocked is not the last active one.
    expect((await give(['user:grant', other.email, '--role', 'admin', '--revoke'])).exit).toBe(0);
  });

  it('stays one when two commands take one each at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const other = await createUserWithRole(server, 'admin');
      const kinds = [
        ['user:block', server.users.admin.email],
        ['user:grant', other.email, '--role', 'admin', '--revoke'],
      ];
      const both = await Promise.all(kinds.map(args => give(args)));
      expect(both.map(({ exit }) => exit).sort()).toEqual([0, 1]);
      await give(['user:block', server.users.admin.email, '--undo']);
      await give(['user:grant', other.email, '--role', 'admin', '--revoke']);
    }
  });
});
