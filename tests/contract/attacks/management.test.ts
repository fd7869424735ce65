/** Attacks on the screen's own calls: by another identity, and on other people's things. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#server/auth/tokens.ts';
import { accessTokens } from '#server/db/schema.ts';
import { type Called, get, send } from '#tests/support/calls.ts';
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
      () => send(server, 'PUT', `/oauth/clients/${target.id}`, { headers: headers, body: FORM }),
      () => send(server, 'DELETE', `/oauth/clients/${target.id}`, { headers: headers }),
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
    await isAsUnknown(
      key => send(server, 'PUT', `/oauth/clients/${key}`, { headers: thief, body: FORM }),
      books.id,
      UNKNOWN,
    );
    await isAsUnknown(
      key => send(server, 'DELETE', `/oauth/clients/${key}`, { headers: thief }),
      books.id,
      UNKNOWN,
    );
    const listed = (await get(server, '/oauth/clients', thief)).body;
    expect(listed).not.toContainEqual(expect.objectContaining({ id: Number(books.id) }));
  });

  it('the firm’s own clients: unknown to administrators too', async () => {
    for (const id of ['1', '2']) {
      await isAsUnknown(
        key => send(server, 'PUT', `/oauth/clients/${key}`, { headers: owner, body: FORM }),
        id,
        UNKNOWN,
      );
      await isAsUnknown(
        key => send(server, 'DELETE', `/oauth/clients/${key}`, { headers: owner }),
        id,
        UNKNOWN,
      );
    }
  });

  it('foreign token: as good as unknown, and it lives on', async () => {
    for (const path of ['/oauth/tokens', '/oauth/personal-access-tokens']) {
      const [row] = await own(path);
      await isAsUnknown(key => send(server, 'DELETE', `${path}/${key}`, { headers: thief }), row.id, NOBODYS);
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
        const refused = await leavesAlone(server, () =>
          send(server, 'DELETE', `${path}/${id}`, { headers: owner }),
        );
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
      const refused = await leavesAlone(server, () =>
        send(server, 'DELETE', `${path}/${key}`, { headers: owner }),
      );
      expect([404, 405]).toContain(refused.status);
    }
  });
});
