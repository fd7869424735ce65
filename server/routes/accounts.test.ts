import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/users.ts';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { get, post } from '#tests/support/calls.ts';
import { createUserWithRole, grantRole, workAs } from '#tests/support/people.ts';
import { seedDone } from '#tests/support/reports.ts';
import { seedToken } from '#tests/support/seeded-credentials.ts';
import { serverForEach, type TestUser } from '#tests/support/server.ts';
import { actOf } from '../cli/admin/act-of.ts';
import { setStatus } from '../commands/change-user.ts';
import { auditLog, users } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

const server = serverForEach();

const asAdmin = () => server.signIn(server.users.admin);
const find = async (question: Record<string, string | number> = {}, headers?: Record<string, string>) => {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  return get(server, `/api/users/search?${query}`, headers ?? (await asAdmin()));
};
const idsOf = async (question: Record<string, string | number>) =>
  (await find(question)).body.list.map(({ id }: Account) => id);
const account = async ({ id }: Pick<TestUser, 'id'>, headers?: Record<string, string>) =>
  get(server, `/api/users/${id}`, headers ?? (await asAdmin()));
const change = async (what: string, body: unknown, headers?: Record<string, string>) =>
  post(server, `/api/users/${what}`, body, headers ?? (await asAdmin()));
const whoAmI = async (headers: Record<string, string>) =>
  (await post(server, '/api/getUser', {}, headers)).status;
const linesOf = (id: number) =>
  server.db.select().from(auditLog).where(eq(auditLog.entity_id, id)).orderBy(auditLog.id);

it('a sign that no text has is not looked for', async () => {
  expect((await find({ search: '\0', role: '\0' })).body.total).toBe((await find()).body.total);
});

describe('the search of users', () => {
  it('finds everybody, blocked ones too, by id, fifty a page, with the roles that there are', async () => {
    const { status, body } = await find();
    expect(status).toBe(200);
    const { promoter, colleague, blocked } = server.users;
    expect(body.list.slice(0, 2).map(({ id }: Account) => id)).toEqual([promoter.id, colleague.id]);
    expect(body.list[0]).toEqual({
      ...promoter,
      roles: [{ id: expect.any(Number), name: 'promoter', display_name: 'Промоутер' }],
      state: 'active',
      blocked_at: null,
      block_reason: null,
      created_at: expect.any(String),
    });
    expect(body.list.find(({ id }: Account) => id === blocked.id).state).toBe('blocked');
    expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(['promoter', 'moderator', 'admin']);
    expect(body).toMatchObject({ current_page: 1, per_page: 50, total: 6 });
    expect((await find({ page: 2 })).body).toMatchObject({ list: [], current_page: 2, from: null, total: 6 });
  });

  it('finds by any words of name and e-mail, however they are written, and by a whole id', async () => {
    const { promoter, colleague, moderator } = server.users;
    await server.db.update(users).set({ name: 'Анна Алёшина' }).where(eq(users.id, promoter.id));
    for (const search of ['алешина', 'АЛЁШИНА анна', 'promoter@TEST', 'test.example анна', promoter.id]) {
      expect([search, await idsOf({ search })]).toEqual([search, [promoter.id]]);
    }
    for (const search of ['%', '_', "'", '\\', 'анна жук', `${promoter.id}0`]) {
      expect([search, await idsOf({ search })]).toEqual([search, []]);
    }
    expect((await find({ search: 'я'.repeat(101) })).status).toBe(422);
    expect(await idsOf({ role: 'moderator' })).toEqual([moderator.id]);
    expect(await idsOf({ role: 'никто' })).toEqual([]);
    expect(await idsOf({ state: 'blocked' })).toEqual([server.users.blocked.id]);
    expect(await idsOf({ role: 'promoter', state: 'active' })).toEqual([promoter.id, colleague.id]);
  });

  it('is sorted as it is asked for, and by id where that is nothing', async () => {
    const all = (await idsOf({})) as number[];
    expect(await idsOf({ sortOrder: 'desc' })).toEqual([...all].reverse());
    expect(await idsOf({ sortBy: 'drop table users', sortOrder: 'sideways' })).toEqual(all);
    const emails = (await find({ sortBy: 'email' })).body.list.map(({ email }: Account) => email);
    expect(emails).toEqual([...emails].sort());
    const names = (await find({ sortBy: 'name', sortOrder: 'desc' })).body.list.map(
      ({ name }: Account) => name,
    );
    expect(names).toEqual([...names].sort().reverse());
  });
});

describe('one account', () => {
  it('comes with what was done to it, newest first, and by whom', async () => {
    const { admin, colleague } = server.users;
    await workAs(server, await asAdmin(), colleague);
    await change('roles', { id: colleague.id, roles: ['moderator'] });
    await runAdminCommand(server, ['user:block', colleague.email, '--reason', ' Из командной строки ']);
    const { status, body } = await account(colleague);
    expect(status).toBe(200);
    const by = { id: admin.id, name: admin.name };
    const at = expect.stringMatching(/Z$/);
    expect(body).toMatchObject({ state: 'blocked', block_reason: 'Из командной строки', blocked_at: at });
    expect(body.audit).toEqual([
      { at, action: 'blocked', by: null, role: null, reason: 'Из командной строки' },
      { at, action: 'role_granted', by, role: 'moderator', reason: null },
      { at, action: 'role_revoked', by, role: 'promoter', reason: null },
      { at, action: 'logged_in_as', by, role: null, reason: null },
    ]);
    expect((await get(server, '/api/users/999999', await asAdmin())).status).toBe(404);
  });

  it('has a promoter’s figures of the month, for whoever may see figures', async () => {
    const { promoter, moderator } = server.users;
    await seedDone(server, { promoterId: promoter.id, amounts: [1_000_00, 500_50] });
    await seedDone(server, { promoterId: promoter.id, amounts: [0], isDone: false });
    await seedDone(server, {
      promoterId: promoter.id,
      amounts: [7_000_00],
      createdAt: new Date('2026-10-31T20:00:00Z'),
    });
    expect((await account(promoter)).body.month).toEqual({ count: 3, done: 2, sum: 1500.5 });
    expect((await account(moderator)).body.month).toBeNull();
    await server.db.execute(
      `delete from role_permission where permission_id = (select id from permissions where name = 'edit_promoters')`,
    );
    expect((await account(promoter)).body.month).toBeNull();
  });
});

describe('a block', () => {
  it('ends every login with the next call, is written down with its reason, and is taken back', async () => {
    const { promoter, admin, colleague } = server.users;
    const page = await server.signIn(promoter);
    const personal = await seedToken(server, { user: promoter, bearer: 'personal', scopes: ['promo'] });
    const acting = await workAs(server, await asAdmin(), promoter);
    const colleagues = await server.signIn(colleague);
    const { status, body } = await change('block', { id: promoter.id, reason: '  Уволен ' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: promoter.id, state: 'blocked', block_reason: 'Уволен', changed: true }),
    ]);
    expect(await Promise.all([page, acting, colleagues].map(whoAmI))).toEqual([401, 401, 200]);
    expect((await get(server, '/api/promo/contacts/fullList', personal.headers)).status).toBe(401);
    await expect(server.signIn(promoter)).rejects.toThrow();
    expect(await linesOf(promoter.id)).toEqual([
      expect.objectContaining({ action: 'login_as' }),
      expect.objectContaining({ action: 'block', actor_id: admin.id, after: { reason: 'Уволен' } }),
    ]);
    expect(JSON.stringify(server.logged)).not.toContain('Уволен');

    expect((await change('unblock', { id: promoter.id })).body).toMatchObject({
      state: 'active',
      blocked_at: null,
      block_reason: null,
      changed: true,
    });
    // Whoever was signed in has to sign in anew.
    expect(await whoAmI(page)).toBe(401);
    expect(await whoAmI(await server.signIn(promoter))).toBe(200);
  });

  it('that stands already changes nothing and says its own reason', async () => {
    const { promoter } = server.users;
    const first = (await change('block', { id: promoter.id, reason: 'Первая' })).body;
    server.clock.advance(1000);
    const second = await change('block', { id: promoter.id, reason: 'Вторая' });
    expect([second.status, second.body]).toEqual([200, { ...first, changed: false }]);
    await change('unblock', { id: promoter.id });
    expect((await change('unblock', { id: promoter.id })).body).toMatchObject({
      state: 'active',
      changed: false,
    });
    expect((await linesOf(promoter.id)).map(({ action }) => action)).toEqual(['block', 'unblock']);
  });

  it('needs a reason of at most 500 characters, and somebody who is there', async () => {
    const { promoter } = server.users;
    for (const reason of ['', '   ', null, 'я'.repeat(501)]) {
      const { status, body } = await change('block', { id: promoter.id, reason });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['reason']]);
    }
    expect((await change('block', { id: 999_999, reason: 'x' })).status).toBe(404);
  });

  it('is refused to who is nobody’s administrator, and while one works as somebody else', async () => {
    const { promoter, moderator, colleague } = server.users;
    const boss = await createUserWithRole(server, 'admin');
    const acting = await workAs(server, await asAdmin(), boss);
    for (const [headers, status] of [
      [{}, 401],
      [await server.signIn(moderator), 403],
      [acting, 403],
    ] as const) {
      expect((await change('block', { id: promoter.id, reason: 'x' }, headers)).status).toBe(status);
      expect((await change('unblock', { id: promoter.id }, headers)).status).toBe(status);
      expect((await change('roles', { id: promoter.id, roles: [] }, headers)).status).toBe(status);
    }
    expect((await find({}, await server.signIn(colleague))).status).toBe(403);
    expect((await account(promoter, await server.signIn(moderator))).status).toBe(403);
    expect((await linesOf(promoter.id)).length).toBe(0);
  });

  it('is of nobody themselves, and of two who block each other one stays', async () => {
    const { admin } = server.users;
    const self = await change('block', { id: admin.id, reason: 'x' });
    expect([self.status, self.body.message]).toEqual([409, 'Себя заблокировать нельзя']);
    for (let round = 0; round < 4; round++) {
      const other = await createUserWithRole(server, 'admin');
      const [mine, theirs] = [await asAdmin(), await server.signIn(other)];
      const both = await Promise.all([
        change('block', { id: other.id, reason: 'x' }, mine),
        change('block', { id: admin.id, reason: 'x' }, theirs),
      ]);
      // Whoever came second was signed in no more, may do nothing more, or is told that nobody would be left.
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(both.every(({ status }) => [200, 401, 403, 409].includes(status))).toBe(true);
      await runAdminCommand(server, ['user:block', admin.email, '--undo']);
      await runAdminCommand(server, ['user:block', other.email]);
    }
  });
});

it('an administrator who was blocked while they waited changes nothing more', async () => {
  const { admin, promoter, moderator } = server.users;
  await grantRole(server, moderator, 'admin');
  const act = { ...actOf({ now: server.clock }), actorId: admin.id };
  await server.db.update(users).set({ status: 'blocked' }).where(eq(users.id, admin.id));
  const late = transact(server.db, tx =>
    setStatus(tx, act, { id: promoter.id, status: 'blocked', reason: 'x' }),
  );
  await expect(late).rejects.toMatchObject({ status: 403 });
});

describe('roles', () => {
  it('are those that are named and no others, each change is written down, a lost one ends the logins', async () => {
    const { promoter, admin } = server.users;
    const headers = await server.signIn(promoter);
    const rolesOf = ({ roles }: Account) => roles.map(({ name }) => name);
    const more = await change('roles', { id: promoter.id, roles: ['moderator', 'promoter', 'promoter'] });
    expect([more.status, rolesOf(more.body), more.body.changed]).toEqual([
      200,
      ['promoter', 'moderator'],
      true,
    ]);
    expect(await whoAmI(headers)).toBe(200);
    expect((await change('roles', { id: promoter.id, roles: ['promoter', 'moderator'] })).body.changed).toBe(
      false,
    );
    expect(rolesOf((await change('roles', { id: promoter.id, roles: [] })).body)).toEqual([]);
    expect(await whoAmI(headers)).toBe(401);
    const lines = await linesOf(promoter.id);
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['grant_role', null, { role: 'moderator' }],
      ['revoke_role', { role: 'promoter' }, null],
      ['revoke_role', { role: 'moderator' }, null],
    ]);
    expect(new Set(lines.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]));
  });

  it('that somebody else has changed since are not overwritten', async () => {
    const { promoter } = server.users;
    await change('roles', { id: promoter.id, roles: ['promoter', 'moderator'], seen: ['promoter'] });
    const late = { id: promoter.id, roles: ['promoter', 'admin'] };
    const refused = await change('roles', { ...late, seen: ['promoter'] });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('тем временем')]);
    expect((await change('roles', { ...late, seen: ['moderator', 'promoter'] })).status).toBe(200);
  });

  it('that there are not are refused, and one’s own are changed by somebody else', async () => {
    const { promoter, admin } = server.users;
    const unknown = await change('roles', { id: promoter.id, roles: ['promoter', 'chief'] });
    expect([unknown.status, unknown.body.errors]).toEqual([422, { roles: ['Такой роли нет'] }]);
    for (const roles of [[], ['admin', 'promoter']]) {
      const own = await change('roles', { id: admin.id, roles });
      expect([own.status, own.body.message]).toEqual([409, 'Свои роли меняет другой администратор']);
    }
    expect((await change('roles', { id: admin.id, roles: ['admin'] })).body.changed).toBe(false);
    expect((await linesOf(admin.id)).length + (await linesOf(promoter.id)).length).toBe(0);
  });

  it('leave an administrator: the last active one keeps theirs', async () => {
    const { admin, moderator } = server.users;
    // Whoever may edit users and is no administrator.
    await server.db.execute(`insert into role_permission (role_id, permission_id)
      select roles.id, permissions.id from roles, permissions
      where roles.name = 'moderator' and permissions.name = 'edit_users'`);
    const headers = await server.signIn(moderator);
    const taken = await change('roles', { id: admin.id, roles: ['moderator'] }, headers);
    const blocked = await change('block', { id: admin.id, reason: 'x' }, headers);
    for (const { status, body } of [taken, blocked]) {
      expect([status, body.message]).toEqual([409, expect.stringContaining('последний действующий')]);
    }
    await grantRole(server, moderator, 'admin');
    expect((await change('roles', { id: admin.id, roles: ['moderator'] }, headers)).status).toBe(200);
  });
});
