import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { get, post, postForm } from '#tests/support/calls.ts';
import { createUserWithRole, grantRole, workAs } from '#tests/support/people.ts';
import { seedToken } from '#tests/support/seeded-credentials.ts';
import { CLIENT, serverForEach, TEST_PASSWORD, type TestUser } from '#tests/support/server.ts';
import { accessTokens, auditLog, permissions, refreshTokens, rolePermission, roles } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { startImpersonation } from './login-as.ts';

type Headers = Record<string, string>;

const server = serverForEach();
let admin: Headers;
beforeEach(async () => {
  admin = await server.signIn(server.users.admin);
});

const ask = (user: { id: number }, headers = admin) =>
  post(server, '/api/adminAuth/token', { user_id: user.id }, headers);
const as = (target: TestUser, headers = admin) => workAs(server, headers, target);
const whoAmI = (headers: Headers) => post(server, '/api/getUser', {}, headers);
const isAlive = async (headers: Headers) => (await whoAmI(headers)).status === 200;
const tokenOf = ({ authorization = '' }: Headers) => authorization.replace('Bearer ', '');
const revoke = (token: string) => postForm(server, '/oauth/revoke', { ...CLIENT, token });
const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
const save = (headers: Headers, key?: string) =>
  post(server, '/api/promo/contacts/save', anna, key ? { ...headers, 'idempotency-key': key } : headers);

const FORBIDDEN = [403, { message: 'This action is unauthorized.' }];
const NOT_FOUND = [404, { message: 'Not found.' }];
const answer = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body];

/** A sign-in with both of its tokens. */
async function signInFully({ email }: TestUser) {
  const form = { grant_type: 'password', ...CLIENT, username: email, password: TEST_PASSWORD, scope: '' };
  const { body } = await postForm(server, '/oauth/token', form);
  const headers = { authorization: `Bearer ${body.access_token}` };
  return { headers, refreshToken: String(body.refresh_token) };
}

const refresh = (refresh_token: string) =>
  postForm(server, '/oauth/token', { grant_type: 'refresh_token', ...CLIENT, refresh_token, scope: '' });

describe('an hour as somebody else', () => {
  it('is the other person, and tells who really works', async () => {
    const { promoter, admin: boss } = server.users;
    const { status, body, headers } = await ask(promoter);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: '',
    });
    const { body: user } = await whoAmI({ authorization: `Bearer ${body.access_token}` });
    expect(user).toMatchObject({ ...promoter, impersonator: { id: boss.id, name: boss.name } });
    expect(user.can).toEqual({ work_promoter: true });
    expect((await whoAmI(admin)).body).not.toHaveProperty('impersonator');
  });

  it('sees and owns what the other person does', async () => {
    const theirs = await server.signIn(server.users.promoter);
    const mine = await save(theirs);
    const working = await as(server.users.promoter);
    const made = await save(working);
    for (const { body } of [mine, made]) {
      expect((await get(server, `/api/promo/contacts/edit/${body.id}`, working)).status).toBe(200);
      expect((await get(server, `/api/promo/contacts/edit/${body.id}`, theirs)).status).toBe(200);
      expect((await get(server, `/api/promo/contacts/edit/${body.id}`, admin)).status).toBe(404);
    }
  });

  it('ends after 60 minutes to the second, however it is used', async () => {
    const working = await as(server.users.promoter);
    server.clock.advance(HOUR_MS - 1000);
    expect(await isAlive(working)).toBe(true);
    server.clock.advance(1000);
    expect(await isAlive(working)).toBe(false);
  });

  it('cannot be made longer', async () => {
    const working = await as(server.users.promoter);
    const own = await server.db.$count(refreshTokens);
    for (const token of ['', tokenOf(working)]) expect((await refresh(token)).status).toBe(400);
    expect(await isAlive(working)).toBe(true);
    expect(await server.db.$count(refreshTokens)).toBe(own);
    const stored = await server.db.select().from(accessTokens).where(isNotNull(accessTokens.impersonator_id));
    expect(stored.map(({ impersonator_id, user_id }) => [impersonator_id, user_id])).toEqual([
      [server.users.admin.id, server.users.promoter.id],
    ]);
  });

  it('is one of several at the same time, each with its own end', async () => {
    const first = await as(server.users.promoter);
    const second = await as(server.users.promoter);
    const third = await as(server.users.moderator);
    await revoke(tokenOf(first));
    expect(await Promise.all([first, second, third].map(isAlive))).toEqual([false, true, true]);
  });
});

describe('what it is good for', () => {
  const scopesOfBegun = async () => {
    const begun = await server.db.select().from(accessTokens).where(isNotNull(accessTokens.impersonator_id));
    return begun.map(({ bearer, scopes }) => [bearer, scopes]);
  };

  it('is what the token was good for that it is begun from', async () => {
    const { admin: boss, promoter } = server.users;
    const { headers } = await seedToken(server, { user: boss, bearer: 'page', scopes: ['*'] });
    expect(await isAlive(await as(promoter, headers))).toBe(true);
    expect(await scopesOfBegun()).toEqual([['page', ['*']]]);
  });

  it('is no more where the same login has a wider token, too', async () => {
    const { admin: boss, promoter } = server.users;
    const now = server.clock();
    const { family } = await seedToken(server, { user: boss, bearer: 'page', scopes: ['*'] });
    await transact(server.db, tx =>
      startImpersonation(tx, { id: boss.id, session: family, scopes: ['promo'] }, promoter.id, now),
    );
    expect(await scopesOfBegun()).toEqual([['page', ['promo']]]);
  });
});

describe('who may', () => {
  it('is nobody as oneself, as nobody, or as somebody who is blocked', async () => {
    expect(answer(await ask(server.users.admin))).toEqual(FORBIDDEN);
    expect(answer(await ask(server.users.blocked))).toEqual(NOT_FOUND);
    expect(answer(await ask({ id: 999_999 }))).toEqual(NOT_FOUND);
    expect(await server.db.$count(accessTokens, isNotNull(accessTokens.impersonator_id))).toBe(0);
    expect(await server.db.$count(auditLog)).toBe(0);
  });

  it('is nobody as somebody who may do more', async () => {
    const superior = await createUserWithRole(server, 'admin');
    await promote(superior);
    expect(answer(await ask(superior))).toEqual(FORBIDDEN);
    const theirs = await server.signIn(superior);
    expect((await ask(server.users.admin, theirs)).status).toBe(200);
  });

  it('is whoever holds edit_users, as somebody without any role too', async () => {
    expect(await isAlive(await as(server.users.stranger))).toBe(true);
  });
});

/** Gives somebody a permission that nobody else has. */
async function promote(user: TestUser): Promise<void> {
  const at = new Date(server.clock());
  const row = { name: 'edit_everything', display_name: 'Все', created_at: at, updated_at: at };
  const [role] = await server.db.insert(roles).values(row).returning({ id: roles.id });
  const [permission] = await server.db.insert(permissions).values(row).returning({ id: permissions.id });
  if (!role || !permission) throw new Error('nobody was promoted');
  await server.db.insert(rolePermission).values({ role_id: role.id, permission_id: permission.id });
  await grantRole(server, user, row.name);
}

describe('the session ends at once', () => {
  it('when the other person may do more than the administrator', async () => {
    const target = await createUserWithRole(server, 'promoter');
    const working = await as(target);
    expect(await isAlive(working)).toBe(true);
    await promote(target);
    expect(await isAlive(working)).toBe(false);
    expect((await save(working)).status).toBe(401);
  });

  it('when the administrator signs out, by either token, and no other session with it', async () => {
    for (const which of ['access', 'refresh'] as const) {
      const { headers, refreshToken } = await signInFully(server.users.admin);
      const working = await as(server.users.promoter, headers);
      const another = await as(server.users.promoter);
      const theirs = await server.signIn(server.users.promoter);
      await revoke(which === 'access' ? tokenOf(headers) : refreshToken);
      expect(await Promise.all([headers, working, another, theirs].map(isAlive))).toEqual([
        false,
        false,
        true,
        true,
      ]);
    }
  });

  it("when the administrator's refresh token was stolen", async () => {
    const { headers, refreshToken } = await signInFully(server.users.admin);
    const working = await as(server.users.promoter, headers);
    const { body } = await refresh(refreshToken);
    const renewed = { authorization: `Bearer ${body.access_token}` };
    expect(await isAlive(renewed)).toBe(true);
    expect(await isAlive(working)).toBe(true);
    server.clock.advance(2 * MINUTE_MS);
    expect((await refresh(refreshToken)).status).toBe(400);
    expect(await isAlive(working)).toBe(false);
  });

  it('by itself, and leaves the administrator signed in', async () => {
    const working = await as(server.users.promoter);
    expect((await revoke(tokenOf(working))).status).toBe(200);
    expect(await Promise.all([working, admin].map(isAlive))).toEqual([false, true]);
  });

  it('also when it is being begun in that moment', async () => {
    for (let round = 0; round < 12; round++) {
      const { headers } = await signInFully(server.users.admin);
      const begins = () => ask(server.users.promoter, headers);
      const [first, , second] = await Promise.all([begins(), revoke(tokenOf(headers)), begins()]);
      for (const { status, body } of [first, second]) {
        expect([200, 401]).toContain(status);
        if (status === 200)
          expect(await isAlive({ authorization: `Bearer ${body.access_token}` })).toBe(false);
      }
    }
  });
});

/** What an hour as somebody else leaves behind. That every write names both people: tests/contract/audit.test.ts. */

describe('what is written down', () => {
  it('is who began it, with whom, and nothing of the token', async () => {
    const { admin: boss, promoter } = server.users;
    const working = await as(promoter);
    const [entry, ...more] = await server.db.select().from(auditLog);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor_id: boss.id,
      impersonator_id: null,
      action: 'login_as',
      entity: 'user',
      entity_id: promoter.id,
      request_id: expect.any(String),
    });
    expect(JSON.stringify([entry, server.logged])).not.toContain(tokenOf(working));
  });

  it('is both people in the log too', async () => {
    const { admin: boss, promoter } = server.users;
    const working = await as(promoter);
    await save(working);
    expect(server.logged.at(-1)).toMatchObject({ user_id: promoter.id, impersonator_id: boss.id });
    await save(admin);
    expect(server.logged.at(-1)).toMatchObject({ user_id: boss.id, impersonator_id: null });
  });
});

describe('an Idempotency-Key', () => {
  it('is shared with the other person, the answer under it is not', async () => {
    const theirs = await server.signIn(server.users.promoter);
    const second = await server.signIn(await createUserWithRole(server, 'admin'));
    const own = newId();
    expect((await save(theirs, own)).status).toBe(200);
    const working = await as(server.users.promoter);
    expect((await save(working, own)).body.code).toBe('idempotency_key_reused');
    const key = newId();
    const { body } = await save(working, key);
    const again = await save(await as(server.users.promoter), key);
    expect([again.body, again.headers.get('idempotency-status')]).toEqual([body, 'replayed']);
    for (const other of [theirs, await as(server.users.promoter, second)]) {
      expect((await save(other, key)).body.code).toBe('idempotency_key_reused');
    }
    const made = and(eq(auditLog.action, 'create'), eq(auditLog.actor_id, server.users.promoter.id));
    expect(await server.db.$count(auditLog, made)).toBe(2);
  });
});
