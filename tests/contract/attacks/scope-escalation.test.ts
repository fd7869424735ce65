/** Attacks for more than was granted (RFC 6749, 3.3, 6 and 10.16). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#contract/endpoint.ts';
import { listPolicies, updatePolicy } from '#contract/policies.ts';
import { get, post, postForm } from '#tests/support/calls.ts';
import { ask, locationOf } from '#tests/support/consent.ts';
import { plantClient, refreshAs, type TestClient, tokensOf } from '#tests/support/oauth.ts';
import { dismiss, grant, hire } from '#tests/support/people.ts';
import { bearer, personalTokenOf, statusOf } from '#tests/support/program.ts';
import { createTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '#tests/support/server.ts';
import { leavesAlone } from './leaves-alone.ts';
import { MANAGEMENT } from './management-calls.ts';

let server: TestServer;
let books: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin);
});
afterAll(() => server.close());

const everything = SCOPES.filter(scope => scope !== 'integration').join(' ');

/** What comes of asking that user for these scopes. */
const granted = ({ user = server.users.promoter, scope }: { user?: TestUser; scope: string }) =>
  tokensOf(server, { client: books, user, scopes: scope.split(' ') });

describe('at the question', () => {
  it.each([
    'integration',
    '*',
    'world',
    'profile integration',
    'profile *',
    'PROFILE',
    'profile,promo',
    'profile\tpromo',
  ])('scope escalation by asking for %j: sent back with invalid_scope', async scope => {
    const page = await leavesAlone(server, () => ask(server, books, { scope }));
    const back = new URL(page.headers.get('location') ?? 'about:blank');
    expect([page.status, back.searchParams.get('error')]).toEqual([303, 'invalid_scope']);
  });

  it('scope escalation by a promoter who agrees to moderation: it is left out, and the API refuses it', async () => {
    const tokens = await granted({ scope: 'promo moderation warehouse' });
    expect(tokens.scope).toBe('promo warehouse');
    const refused = await get(server, '/api/promo/moderation/promoters', bearer(tokens.access_token));
    expect(refused.status).toBe(403);
  });

  it('scope escalation by a promoter who agrees to moderation alone: there is nothing to grant', async () => {
    const page = await ask(server, books, { scope: 'moderation' });
    const answer = await leavesAlone(
      server,
      () => page.press('Разрешить', { email: server.users.promoter.email, password: TEST_PASSWORD }),
      ['login_attempts'],
    );
    expect(locationOf(answer).searchParams.get('error')).toBe('access_denied');
  });

  it('scope escalation by changing the form: what is sent is judged again', async () => {
    const page = await ask(server, books, { scope: 'profile' });
    page.document.querySelector('input[name="scope"]')?.setAttribute('value', 'profile integration');
    const answer = await page.press('Разрешить', {
      email: server.users.admin.email,
      password: TEST_PASSWORD,
    });
    expect(locationOf(answer).searchParams.get('error')).toBe('invalid_scope');
  });
});

describe('at the refresh', () => {
  it.each(['profile promo', 'moderation', 'integration', '*', 'world'])(
    'scope escalation to %j: invalid_scope, and the token is not spent',
    async scope => {
      const { refresh_token } = await granted({ user: server.users.moderator, scope: 'profile' });
      const refused = await leavesAlone(server, () => refreshAs(server, books, refresh_token, { scope }));
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
      const { status, body } = await refreshAs(server, books, refresh_token);
      expect([status, body.scope]).toEqual([200, 'profile']);
    },
  );

  it('scope that was narrowed: its token has no more, and a lost answer that is asked for again brings no more', async () => {
    const first = await granted({ scope: 'profile promo' });
    const narrow = () => refreshAs(server, books, first.refresh_token, { scope: 'profile' });
    const { body: second } = await narrow();
    const { body: again } = await narrow();
    expect(again).toEqual(second);
    expect(second.scope).toBe('profile');
    expect((await get(server, '/api/promo/contacts/fullList', bearer(second.access_token))).status).toBe(403);
  });
});

describe('at the call', () => {
  it.each(MANAGEMENT)(
    'an application with every scope that calls %s %s: refused',
    async (method, path, body) => {
      const { access_token } = await granted({ user: server.users.admin, scope: everything });
      const headers = { ...bearer(access_token), 'content-type': 'application/json' };
      const refused = await leavesAlone(server, () => server.fetch(path, { method, headers, ...body }));
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    },
  );

  it.each(MANAGEMENT)(
    'a personal token with every scope that calls %s %s: refused',
    async (method, path, body) => {
      const token = await personalTokenOf(server, server.users.admin, [...SCOPES]);
      const headers = { ...bearer(token), 'content-type': 'application/json' };
      const refused = await leavesAlone(server, () => server.fetch(path, { method, headers, ...body }));
      expect(refused.status).toBe(403);
    },
  );

  it('another user’s session by a token of an administrator: refused to applications and personal tokens', async () => {
    const { admin, promoter } = server.users;
    const { access_token } = await granted({ user: admin, scope: everything });
    const personal = await personalTokenOf(server, admin, [...SCOPES]);
    for (const token of [access_token, personal]) {
      const body = { user_id: promoter.id };
      const refused = await leavesAlone(server, () =>
        post(server, '/api/adminAuth/token', body, bearer(token)),
      );
      expect(refused.status).toBe(403);
    }
  });

  it('policies of access by a token of an administrator: neither read nor changed', async () => {
    const token = await personalTokenOf(server, server.users.admin, [...SCOPES]);
    const { access_token } = await granted({ user: server.users.admin, scope: everything });
    for (const each of [token, access_token]) {
      for (const { method, path } of [listPolicies, updatePolicy]) {
        const init = { method, headers: bearer(each) };
        expect((await leavesAlone(server, () => server.fetch(path, init))).status).toBe(403);
      }
    }
  });

  it('a personal token that asks who its user is: refused, profile or not', async () => {
    for (const scopes of [['integration'], ['profile'], SCOPES]) {
      expect(await statusOf(server, await personalTokenOf(server, server.users.admin, scopes))).toBe(403);
    }
  });

  it('amounts told by anything but a personal token of scope integration: refused', async () => {
    const { admin } = server.users;
    const page = await server.signIn(admin);
    const { access_token } = await granted({ user: admin, scope: everything });
    const personal = await personalTokenOf(server, admin, ['profile', 'promo', 'moderation', 'warehouse']);
    for (const headers of [page, bearer(access_token), bearer(personal)]) {
      const refused = await leavesAlone(server, () =>
        post(server, '/api/integration/requests/1', { tofirm: 100 }, headers),
      );
      expect(refused.status).toBe(403);
    }
  });

  it.each([
    ['promoter', 'moderation'],
    ['promoter', 'integration'],
    ['moderator', 'integration'],
    ['admin', '*'],
    ['admin', 'world'],
  ] as const)('a personal token that a %s makes for %s: refused at its scopes', async (role, scope) => {
    const headers = await server.signIn(server.users[role]);
    const body = { name: 'ERP', scopes: ['profile', scope] };
    const refused = await leavesAlone(server, () =>
      post(server, '/oauth/personal-access-tokens', body, headers),
    );
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['scopes']]);
  });

  it('a right that was taken away after it was granted: gone with the next call', async () => {
    const user = await hire(server, 'moderator');
    await grant(server, user, 'admin');
    const token = await personalTokenOf(server, user, ['integration', 'moderation']);
    const { access_token } = await granted({ user, scope: 'profile moderation' });
    await dismiss(server, user, 'admin');
    await dismiss(server, user, 'moderator');
    const tell = await post(server, '/api/integration/requests/1', { tofirm: 100 }, bearer(token));
    expect(tell.status).toBe(403);
    const list = await get(server, '/api/promo/moderation/promoters', bearer(access_token));
    expect(list.status).toBe(403);
  });
});

describe('by another grant', () => {
  it.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
    'an application that uses %s: refused',
    async grant_type => {
      const refused = await leavesAlone(
        server,
        () =>
          postForm(server, '/oauth/token', {
            ...{ grant_type, client_id: books.id, client_secret: books.secret },
            ...{ username: server.users.admin.email, password: TEST_PASSWORD },
          }),
        ['login_attempts'],
      );
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatch(/^(unauthorized_client|unsupported_grant_type)$/);
    },
  );

  it('the client of personal tokens: nobody can be it', async () => {
    for (const client_secret of ['', 'null', 'undefined']) {
      const fields = { username: server.users.admin.email, password: TEST_PASSWORD };
      const form = { grant_type: 'password', client_id: '1', client_secret, ...fields };
      const { status } = await postForm(server, '/oauth/token', form);
      expect([400, 401]).toContain(status);
    }
  });
});
