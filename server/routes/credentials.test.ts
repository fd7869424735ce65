import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { listScopes } from '#contract/credentials.ts';
import { type ReplyOf, SCOPES, type Scope } from '#contract/endpoint.ts';
import { DAY_MS } from '#kit/clock.ts';
import { get } from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import {
  callEndpoint,
  PARTNER,
  programsOf,
  seedApplication,
  untilSomebodyWaits,
} from '#tests/support/seeded-credentials.ts';
import { serverForEach, type TestUser } from '#tests/support/server.ts';
import { PERSONAL_CLIENT } from '../auth/clients.ts';
import { newFamily, storePair } from '../auth/token-store.ts';
import { hashToken } from '../auth/tokens.ts';
import { accessTokens, auditLog, oauthClients, oauthCodes } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

const server = serverForEach();
let mine: ReturnType<typeof programsOf>;
let theirs: ReturnType<typeof programsOf>;
beforeEach(async () => {
  const { promoter, colleague } = server.users;
  mine = programsOf(server, await server.signIn(promoter));
  theirs = programsOf(server, await server.signIn(colleague));
});

const stored = async (id: number) =>
  (await server.db.select().from(oauthClients).where(eq(oauthClients.id, id)))[0] ?? expect.fail('no client');

const written = async (action: string) =>
  server.db.select().from(auditLog).where(eq(auditLog.action, action));

const DATE = '2026-11-20T12:12:39.000000Z';

describe('a client that is made', () => {
  it('is answered with 201, in the shape of Passport, and with its secret under both names', async () => {
    const { status, body } = await mine.createClient();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: server.users.promoter.id,
      ...PARTNER,
      personal_access_client: false,
      password_client: false,
      revoked: false,
      created_at: DATE,
      updated_at: DATE,
      last_used_at: null,
      secret: expect.stringMatching(/^[\w-]{43}$/),
      plainSecret: body.secret,
    });
    expect(body.id).toBeGreaterThan(1000);
    expect(await stored(body.id)).toMatchObject({
      secret_hash: hashToken(body.secret),
      grants: ['authorization_code', 'refresh_token'],
      user_id: server.users.promoter.id,
      redirects: [PARTNER.redirect],
      revoked_at: null,
    });
    expect(await written('client_create')).toMatchObject([
      { entity: 'oauth_client', entity_id: body.id, actor_id: server.users.promoter.id, before: null },
    ]);
  });

  it('keeps the order of its addresses, and a name of 255 letters outside the first plane', async () => {
    const form = {
      name: '🧰'.repeat(255),
      redirect: 'https://b.example/ , http://127.0.0.1:8999/,https://a.example/',
    };
    const { body } = await mine.createClient(form);
    const redirect = 'https://b.example/,http://127.0.0.1:8999/,https://a.example/';
    expect(body).toMatchObject({ name: form.name, redirect });
    expect(await mine.clients()).toMatchObject([{ name: form.name, redirect }]);
  });

  it.each([
    ['without a name', { ...PARTNER, name: '  ' }, 'name'],
    ['with a name of 256 letters', { ...PARTNER, name: '🧰'.repeat(256) }, 'name'],
    ['without an address', { ...PARTNER, redirect: '' }, 'redirect'],
    ['with addresses in a list', { ...PARTNER, redirect: [PARTNER.redirect] }, 'redirect'],
    [
      'with http to somewhere else',
      { ...PARTNER, redirect: 'https://a.example,http://evil.example/' },
      'redirect',
    ],
    ['with a script', { ...PARTNER, redirect: 'javascript:alert(1)' }, 'redirect'],
  ])('%s is refused in Russian at that field, and nothing is made', async (_how, form, field) => {
    const { status, body } = await mine.createClient(form);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field]).toEqual([expect.stringMatching(/[а-я]/)]);
    expect(await mine.clients()).toEqual([]);
  });

  it('is told which of its addresses is bad', async () => {
    const redirect = 'https://a.example/,http://evil.example/,https://b.example/';
    const { body } = await mine.createClient({ ...PARTNER, redirect });
    expect(body.errors.redirect).toEqual([
      'Адрес должен начинаться с https:// (http:// можно только для localhost): http://evil.example/',
    ]);
  });

  it('is one of fifty at most, of those that live, even where several are made at once', async () => {
    for (let made = 0; made < 48; made++) await mine.createClient();
    const answers = await Promise.all([1, 2, 3, 4].map(() => mine.createClient()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ name: [expect.stringContaining('не больше 50')] });
    const [first] = await mine.clients();
    expect((await theirs.createClient()).status).toBe(201);
    await mine.deleteClient(first.id);
    expect((await mine.createClient()).status).toBe(201);
  });
});

it('a list of clients has the own alone, by name, and no secret', async () => {
  for (const name of ['Вторая', 'Альфа', 'Третья']) await mine.createClient({ ...PARTNER, name });
  await theirs.createClient({ ...PARTNER, name: 'Чужая' });
  const listed = await mine.clients();
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Альфа', 'Вторая', 'Третья']);
  for (const item of listed) expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['secret']));
  expect(JSON.stringify(listed)).not.toMatch(/secret|grants|hash/i);
});

describe('a client that is changed', () => {
  it('gets the name and the addresses, keeps its secret and does not tell it, and is written down', async () => {
    const { body: made } = await mine.createClient();
    const before = await stored(made.id);
    server.clock.advance(1000);
    const form = { name: 'Другое имя', redirect: 'https://new.example/' };
    const { status, body } = await mine.changeClient(made.id, form);
    const { secret, plainSecret, ...rest } = made;
    expect([status, body]).toEqual([200, { ...rest, ...form, updated_at: '2026-11-20T12:12:40.000000Z' }]);
    expect(await stored(made.id)).toEqual({
      ...before,
      name: form.name,
      redirects: [form.redirect],
      updated_at: new Date(server.clock()),
    });
    expect(await written('client_change')).toMatchObject([
      {
        entity_id: made.id,
        before: { redirects: [PARTNER.redirect] },
        after: { redirects: [form.redirect] },
      },
    ]);
  });

  it.each([1, 2])("is never the firm's own (%i)", async id => {
    const before = await stored(id);
    const admin = programsOf(server, await server.signIn(server.users.admin));
    expect((await admin.changeClient(id, PARTNER)).status).toBe(404);
    expect((await admin.deleteClient(id)).status).toBe(404);
    expect(await stored(id)).toEqual(before);
  });
});

describe('a client that is deleted', () => {
  it('is gone, and that is written down', async () => {
    const { body } = await mine.createClient();
    expect((await mine.deleteClient(body.id)).text).toBe('');
    expect((await mine.deleteClient(body.id)).status).toBe(404);
    expect((await mine.changeClient(body.id, PARTNER)).status).toBe(404);
    expect(await mine.clients()).toEqual([]);
    expect(await written('client_delete')).toMatchObject([{ entity: 'oauth_client', entity_id: body.id }]);
  });

  it('ends at once the tokens of everybody who authorized it, and its codes, and nothing else', async () => {
    const { body: doomed } = await mine.createClient();
    const { body: other } = await mine.createClient();
    const users = [
      server.users.promoter,
      server.users.colleague,
      await createUserWithRole(server, 'moderator'),
    ];
    const seed = (clientId: number) =>
      Promise.all(users.map(user => seedApplication(server, { user, clientId })));
    const [ended, left] = [await seed(doomed.id), await seed(other.id)];
    await seedCode(doomed.id, 'doomed');
    await seedCode(other.id, 'other');
    expect((await mine.deleteClient(doomed.id)).status).toBe(204);
    for (const { accessToken } of ended) expect(await callEndpoint(server, accessToken)).toBe(401);
    for (const { accessToken } of left) expect(await callEndpoint(server, accessToken)).toBe(200);
    const codes = await server.db.select({ hash: oauthCodes.code_hash }).from(oauthCodes);
    expect(codes).toEqual([{ hash: 'other' }]);
    expect(await theirs.authorized()).toMatchObject([{ client_id: other.id }]);
  });

  it('ends a token too that was being given while it was deleted', async () => {
    const { body } = await mine.createClient();
    const of = { userId: server.users.colleague.id, clientId: body.id, scopes: ['profile'] };
    const now = server.clock();
    const { accessToken, deleting } = await transact(server.db, async tx => {
      // As whoever gives tokens: under the client's row.
      await tx.select().from(oauthClients).where(eq(oauthClients.id, body.id)).for('share');
      const asked = mine.deleteClient(body.id);
      await untilSomebodyWaits(tx);
      const pair = await storePair(tx, newFamily({ ...of, bearer: 'application' }, now), now);
      return { ...pair, deleting: [asked] };
    });
    expect((await Promise.all(deleting)).map(({ status }) => status)).toEqual([204]);
    expect(await callEndpoint(server, accessToken)).toBe(401);
    expect(await theirs.authorized()).toEqual([]);
  });
});

async function seedCode(client_id: number, code_hash: string) {
  const at = new Date(server.clock());
  await server.db.insert(oauthCodes).values({
    code_hash,
    client_id,
    family: crypto.randomUUID(),
    user_id: server.users.promoter.id,
    redirect_uri: PARTNER.redirect,
    scopes: [],
    challenge: '',
    expires_at: at,
    created_at: at,
    updated_at: at,
  });
}

const signedIn = async (user: TestUser) => programsOf(server, await server.signIn(user));

const FORM = { name: 'Выгрузка', scopes: ['promo', 'profile'] };

const listContacts = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await get(server, '/api/promo/contacts/list', headers)).status;
};

const names = async () => (await mine.tokens()).map(({ name }: { name: string }) => name);

describe('a personal token that is made', () => {
  it('is told once, good for a year, in the shape of Passport', async () => {
    const { status, body } = await mine.createToken(FORM);
    const token = {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      user_id: server.users.promoter.id,
      client_id: PERSONAL_CLIENT,
      name: 'Выгрузка',
      scopes: ['profile', 'promo'],
      revoked: false,
      created_at: '2026-11-20T12:12:39.000000Z',
      updated_at: '2026-11-20T12:12:39.000000Z',
      expires_at: '2027-11-20T12:12:39.000000Z',
      last_used_at: null,
    };
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.stringMatching(/^[\w-]{43}$/), token });
    const client = { id: PERSONAL_CLIENT, name: 'Personal access tokens' };
    expect(await mine.tokens()).toEqual([{ ...token, client }]);
    const [row] = await server.db.select().from(accessTokens).where(eq(accessTokens.bearer, 'personal'));
    expect(row).toMatchObject({ token_hash: hashToken(body.accessToken), family: body.token.id });
    expect(await written('personal_token_create')).toMatchObject([
      {
        actor_id: server.users.promoter.id,
        entity: 'oauth_login',
        entity_id: null,
        before: null,
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
    [1, '2026-11-21T12:12:39.000000Z'],
    [30, '2026-12-20T12:12:39.000000Z'],
    [365, '2027-11-20T12:12:39.000000Z'],
    [null, '2027-11-20T12:12:39.000000Z'],
  ])('for %j days is told until when it is good, and is refused from then on', async (days, expires_at) => {
    const { body } = await mine.createToken({ ...FORM, expires_in_days: days });
    expect([body.token.expires_at, (await mine.tokens())[0].expires_at]).toEqual([expires_at, expires_at]);
    server.clock.advance(Date.parse(expires_at) - server.clock() - 1000);
    expect(await listContacts(body.accessToken)).toBe(200);
    server.clock.advance(1000);
    expect(await listContacts(body.accessToken)).toBe(401);
  });

  it.each([0, -1, 366, 1.5, '30', '2026-12-01', 1e300])(
    'for %j days is refused in Russian at that field, and nothing is made',
    async days => {
      const { status, body } = await mine.createToken({ ...FORM, expires_in_days: days });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['expires_in_days']]);
      expect(body.errors.expires_in_days).toEqual([expect.stringMatching(/[а-я]/)]);
      expect(await mine.tokens()).toEqual([]);
    },
  );

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
    ['promoter', ['profile', 'promo']],
    ['moderator', ['profile', 'promo', 'moderation', 'warehouse']],
    ['admin', ['profile', 'promo', 'moderation', 'warehouse', 'integration']],
  ];

  it.each(GRANTABLE)('is what the user may do: %s', async (role, grantable) => {
    const their = await signedIn(server.users[role]);
    const received: ReplyOf<typeof listScopes> = await their.scopes();
    expect(received.map(({ id }) => id)).toEqual(grantable);
    // getUser is not for personal tokens, and nothing else asks for this one.
    expect(received.filter(({ personal }) => !personal).map(({ id }) => id)).toEqual(['profile']);
    expect(received.map(each => each.personal_days_max)).toEqual(grantable.map(() => 365));
    for (const { description } of received) expect(description).toMatch(/^[А-Я]/);
    for (const scope of SCOPES) {
      const { status } = await their.createToken({ name: scope, scopes: ['promo', scope] });
      expect([scope, status]).toEqual([scope, grantable.includes(scope) ? 200 : 422]);
    }
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
