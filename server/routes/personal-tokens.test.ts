import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '#contract/endpoint.ts';
import { DAY_MS } from '#kit/clock.ts';
import { call, programsOf } from '#tests/support/own-programs.ts';
import { block, dismiss } from '#tests/support/people.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { PERSONAL_CLIENT } from '../auth/clients.ts';
import { hashToken } from '../auth/tokens.ts';
import { accessTokens, auditLog } from '../db/schema.ts';

let server: TestServer;
let mine: ReturnType<typeof programsOf>;
beforeEach(async () => {
  server = await createTestServer();
  mine = await signedIn(server.users.promoter);
  return () => server.close();
});

const signedIn = async (user: TestUser) => programsOf(server, await server.signIn(user));

const FORM = { name: 'Выгрузка', scopes: ['promo', 'profile'] };

const listContacts = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await call(server, ['GET', '/api/promo/contacts/list'], { headers })).status;
};

const names = async () => (await mine.tokens()).map(({ name }: { name: string }) => name);

const written = (action: string) => server.db.select().from(auditLog).where(eq(auditLog.action, action));

describe('a personal token that is made', () => {
  it('is told once, good for a year, in the shape of Passport', async () => {
    const { status, body } = await mine.createToken(FORM);
    const token = {
      ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), user_id: server.users.promoter.id },
      ...{ client_id: PERSONAL_CLIENT, name: 'Выгрузка', scopes: ['profile', 'promo'], revoked: false },
      ...{ created_at: '2026-11-20T12:12:39.000000Z', updated_at: '2026-11-20T12:12:39.000000Z' },
      expires_at: '2027-11-20T12:12:39.000000Z',
    };
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.stringMatching(/^[\w-]{43}$/), token });
    const client = { id: PERSONAL_CLIENT, name: 'Personal access tokens' };
    expect(await mine.tokens()).toEqual([{ ...token, client }]);
    const [row] = await server.db.select().from(accessTokens).where(eq(accessTokens.bearer, 'personal'));
    expect(row).toMatchObject({ token_hash: hashToken(body.accessToken), family: body.token.id });
    expect(await written('personal_token_create')).toMatchObject([
      {
        ...{ actor_id: server.users.promoter.id, entity: 'oauth_login', entity_id: null, before: null },
        after: { family: body.token.id, scopes: ['profile', 'promo'] },
      },
    ]);
  });

  it('works until the last second of its year, and then is refused and not listed', async () => {
    const { body } = await mine.createToken(FORM);
    server.clock.advance(365 * DAY_MS - 1000);
    mine = await signedIn(server.users.promoter);
    expect([await listContacts(body.accessToken), await names()]).toEqual([200, ['Выгрузка']]);
    server.clock.advance(1000);
    expect([await listContacts(body.accessToken), await names()]).toEqual([401, []]);
    expect((await mine.revokeToken(body.token.id)).status).toBe(404);
  });

  it.each([
    ['without scopes', { ...FORM, scopes: [] }, 'scopes'],
    ['with scopes left out', { name: 'Выгрузка' }, 'scopes'],
    ['with a scope that nobody knows', { ...FORM, scopes: ['promo', 'everything'] }, 'scopes'],
    ['with all of them by a star', { ...FORM, scopes: ['*'] }, 'scopes'],
    ['with a name of an object for a scope', { ...FORM, scopes: ['__proto__'] }, 'scopes'],
    ['without a name', { ...FORM, name: '' }, 'name'],
    ['with a name of 256 letters', { ...FORM, name: '🔑'.repeat(256) }, 'name'],
  ])('%s is refused in Russian at that field, and nothing is made', async (_how, form, field) => {
    const { status, body } = await mine.createToken(form);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field]).toEqual([expect.stringMatching(/[а-я]/)]);
    expect(await mine.tokens()).toEqual([]);
  });

  it('takes a name of 255 letters outside the first plane, and a scope that is named twice once', async () => {
    const form = { name: '🔑'.repeat(255), scopes: ['promo', 'promo'] };
    expect((await mine.createToken(form)).body.token).toMatchObject({ name: form.name, scopes: ['promo'] });
  });

  it('is one of a hundred at most, of those that live', async () => {
    for (let made = 0; made < 98; made++) await mine.createToken(FORM);
    const answers = await Promise.all([1, 2, 3, 4].map(() => mine.createToken(FORM)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ name: [expect.stringContaining('не больше 100')] });
    const [first] = await mine.tokens();
    await mine.revokeToken(first.id);
    expect((await mine.createToken(FORM)).status).toBe(200);
  });
});

describe('what a personal token may be good for', () => {
  const GRANTABLE: [role: 'promoter' | 'moderator' | 'admin', scopes: Scope[]][] = [
    ['promoter', ['profile', 'promo', 'warehouse']],
    ['moderator', ['profile', 'promo', 'moderation', 'warehouse']],
    ['admin', ['profile', 'promo', 'moderation', 'warehouse', 'integration']],
  ];

  it.each(GRANTABLE)('is what the user may do: %s', async (role, grantable) => {
    const their = await signedIn(server.users[role]);
    const told: { id: Scope; description: string; personal: boolean }[] = await their.scopes();
    expect(told.map(({ id }) => id)).toEqual(grantable);
    // getUser is not for personal tokens, and nothing else asks for this one.
    expect(told.filter(({ personal }) => !personal).map(({ id }) => id)).toEqual(['profile']);
    for (const { description } of told) expect(description).toMatch(/^[А-Я]/);
    for (const scope of SCOPES) {
      const { status } = await their.createToken({ name: scope, scopes: ['promo', scope] });
      expect([scope, status]).toEqual([scope, grantable.includes(scope) ? 200 : 422]);
    }
  });

  it('is no more than the user may do when it is used', async () => {
    const moderator = await signedIn(server.users.moderator);
    const { body } = await moderator.createToken({ name: 'Статистика', scopes: ['moderation'] });
    const headers = { authorization: `Bearer ${body.accessToken}` };
    const ask = async () =>
      (await call(server, ['GET', '/api/promo/moderation/promoters'], { headers })).status;
    expect(await ask()).toBe(200);
    await dismiss(server, server.users.moderator, 'moderator');
    expect(await ask()).toBe(403);
    await block(server, server.users.moderator);
    expect(await ask()).toBe(401);
  });
});

describe('a personal token that is revoked', () => {
  it('is refused at its very next call, and only this one', async () => {
    const [ended, left] = [(await mine.createToken(FORM)).body, (await mine.createToken(FORM)).body];
    const { status, text } = await mine.revokeToken(ended.token.id);
    expect([status, text]).toEqual([204, '']);
    expect([await listContacts(ended.accessToken), await listContacts(left.accessToken)]).toEqual([401, 200]);
    expect(await mine.tokens()).toMatchObject([{ id: left.token.id }]);
  });

  it('is revoked once, by several at once too, and written down once', async () => {
    const { body } = await mine.createToken(FORM);
    const answers = await Promise.all([1, 2, 3].map(() => mine.revokeToken(body.token.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await written('personal_token_revoke')).toMatchObject([{ before: { family: body.token.id } }]);
  });

  it('is listed with the newest first, and shown to nobody else', async () => {
    for (const name of ['Первый', 'Второй', 'Третий']) {
      server.clock.advance(1000);
      await mine.createToken({ ...FORM, name });
    }
    expect(await names()).toEqual(['Третий', 'Второй', 'Первый']);
    expect(await (await signedIn(server.users.colleague)).tokens()).toEqual([]);
    expect(await mine.authorized()).toEqual([]);
  });
});
