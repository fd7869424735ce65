/** Attacks on the screen's own calls: by another identity, on other people's things, with fields that are not asked for. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { accessTokens, oauthClients } from '#server/db/schema.ts';
import { readAll } from '#tests/contract/read-all.ts';
import { type Called, get, post } from '#tests/support/calls.ts';
import { plantClient, type TestClient, tokensOf } from '#tests/support/oauth.ts';
import { workAs } from '#tests/support/people.ts';
import { personalTokenOf, statusOf, statusOfPersonal } from '#tests/support/program.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { leavesAlone } from './leaves-alone.ts';
import { MANAGEMENT } from './management-calls.ts';

type Headers = Record<string, string>;

let server: TestServer;
/** An administrator's own things, which the moderator is after. */
let books: TestClient;
let application: string;
let personal: string;
let owner: Headers;
let thief: Headers;
beforeAll(async () => {
  server = await createTestServer();
  const { admin, moderator } = server.users;
  books = await plantClient(server, admin);
  application = (await tokensOf(server, { client: books, user: admin })).access_token;
  personal = await personalTokenOf(server, admin, ['promo']);
  [owner, thief] = [await server.signIn(admin), await server.signIn(moderator)];
});
afterAll(() => server.close());

async function send(method: string, path: string, headers: Headers, fields?: unknown): Promise<Called> {
  const json = { ...headers, 'content-type': 'application/json' };
  const body = fields === undefined ? {} : { body: JSON.stringify(fields) };
  const response = await server.fetch(path, { method, headers: json, ...body });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

const FORM = { name: 'Stolen', redirect: 'https://evil.example/' };
const own = async (path: string) => (await get(server, path, owner)).body;

describe('impersonated session', () => {
  it.each(MANAGEMENT)('%s %s: refused, and nothing is read or changed', async (method, path, rest) => {
    const headers = await workAs(server, owner, server.users.moderator);
    const init = { method, headers: { ...headers, 'content-type': 'application/json' }, ...rest };
    const refused = await leavesAlone(server, () => server.fetch(path, init));
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: 'This action is unauthorized.' },
    ]);
  });

  it('the things of whom one works as: not reached by their names either', async () => {
    const target = await plantClient(server, server.users.moderator);
    const headers = await workAs(server, owner, server.users.moderator);
    for (const call of [
      () => send('PUT', `/oauth/clients/${target.id}`, headers, FORM),
      () => send('DELETE', `/oauth/clients/${target.id}`, headers),
    ]) {
      expect((await leavesAlone(server, call)).status).toBe(403);
    }
  });
});

describe('things of somebody else', () => {
  const UNKNOWN = '999999999';
  const NOBODYS = '00000000-0000-4000-8000-000000000000';

  const bothLive = async () => {
    const found = [await statusOf(server, application), await statusOfPersonal(server, personal)];
    expect(found).toEqual([200, 200]);
  };

  /** What the thief is told of a thing of the owner's, and of one that is not there. */
  const isAsUnknown = async (call: (key: string) => Promise<Called>, foreign: string, unknown: string) => {
    const [found, missing] = await leavesAlone(server, async () => [
      await call(foreign),
      await call(unknown),
    ]);
    expect(missing?.status).toBe(404);
    expect([found?.status, found?.text]).toEqual([missing?.status, missing?.text]);
  };

  it('foreign client: as good as unknown', async () => {
    await isAsUnknown(key => send('PUT', `/oauth/clients/${key}`, thief, FORM), books.id, UNKNOWN);
    await isAsUnknown(key => send('DELETE', `/oauth/clients/${key}`, thief), books.id, UNKNOWN);
    const listed = (await get(server, '/oauth/clients', thief)).body;
    expect(listed).not.toContainEqual(expect.objectContaining({ id: Number(books.id) }));
  });

  it('the firm’s own clients: unknown to administrators too', async () => {
    for (const id of ['1', '2']) {
      await isAsUnknown(key => send('PUT', `/oauth/clients/${key}`, owner, FORM), id, UNKNOWN);
      await isAsUnknown(key => send('DELETE', `/oauth/clients/${key}`, owner), id, UNKNOWN);
    }
  });

  it('foreign token: as good as unknown, and it lives on', async () => {
    for (const path of ['/oauth/tokens', '/oauth/personal-access-tokens']) {
      const [row] = await own(path);
      await isAsUnknown(key => send('DELETE', `${path}/${key}`, thief), row.id, NOBODYS);
      expect((await get(server, path, thief)).body).toEqual([]);
    }
    await bothLive();
  });

  it('a token of the other kind, or a login of the page: not ended by its id', async () => {
    const [[app], [mine]] = [await own('/oauth/tokens'), await own('/oauth/personal-access-tokens')];
    const hash = hashToken(owner.authorization?.replace('Bearer ', '') ?? '');
    const [login] = await server.db.select().from(accessTokens).where(eq(accessTokens.token_hash, hash));
    for (const [path, ids] of [
      ['/oauth/tokens', [mine.id, login?.family, app.client_id]],
      ['/oauth/personal-access-tokens', [app.id, login?.family, mine.client_id]],
    ] as const) {
      for (const id of ids) {
        const refused = await leavesAlone(server, () => send('DELETE', `${path}/${id}`, owner));
        expect(refused.status).toBe(404);
      }
    }
    await bothLive();
  });

  it.each([
    '0',
    '-1',
    '1e3',
    '0x3e9',
    '%00',
    "1001'--",
    '1001%2F',
    '..',
    '9'.repeat(40),
    '१००१',
    'undefined',
  ])('id that is none, %s: unknown', async key => {
    for (const path of ['/oauth/clients', '/oauth/tokens', '/oauth/personal-access-tokens']) {
      const refused = await leavesAlone(server, () => send('DELETE', `${path}/${key}`, owner));
      expect([404, 405]).toContain(refused.status);
    }
  });
});

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
    const { status, body } = await send('POST', '/oauth/clients', thief, form);
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
    const { status, body } = await send('PUT', `/oauth/clients/${mine.id}`, thief, form);
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
    const { status, body } = await send('POST', '/oauth/personal-access-tokens', thief, form);
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
    const { status, body } = await send('POST', '/oauth/personal-access-tokens', thief, form);
    expect(status === 200 ? body.token.scopes : status).toEqual(status === 200 ? ['profile'] : 422);
  });
});

it('a secret asked for under an Idempotency-Key: is kept nowhere, and another one comes the second time', async () => {
  const key = { ...owner, 'idempotency-key': newId() };
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
