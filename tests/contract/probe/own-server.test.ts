/** The probe before our own server: it finds everything, changes nothing and tells nobody's data. */
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { READINGS } from '#server/cli/admin/probe/calls.ts';
import { createExchange, mayLeave } from '#server/cli/admin/probe/exchange.ts';
import { configurationFor } from '#server/cli/admin/probe/report.ts';
import type { PassportCompat } from '#server/db/deps.ts';
import { refreshTokens } from '#server/db/schema.ts';
import { CLIENT, createTestServer, ORIGIN, serverForAll } from '#tests/support/server.ts';
import { changesNothing } from '../read-all.ts';
import { seedFirm } from '../successes.ts';
import { type Probed, probeWith } from './probing.ts';

const PAGE = 'http://page.example';
const READING_POSTS = [
  '/api/getUser',
  '/api/promo/orders/getRequests?page=1',
  '/api/promo/moderation/taken-emails',
  '/api/promo/moderation/stats',
  '/api/promo/moderation/stats/days',
];

const server = serverForAll({ config: { corsOrigins: [PAGE] } });
/** What a promoter and an administrator find; all tokens that the latter was given. */
let promoter: Probed;
let admin: Probed;
const tokens: string[] = [];
beforeAll(async () => {
  await seedFirm(server);
  const noting: typeof fetch = async (input, init) => {
    const answer = await server.fetch(input, init);
    const found = (await answer.clone().text()).matchAll(/"(?:access|refresh)_token":"([^"]+)"/g);
    tokens.push(...[...found].flatMap(([, token]) => token ?? []));
    return answer;
  };
  const logins = ['oauth_access_tokens', 'oauth_refresh_tokens', 'login_attempts'];
  const asAdmin = { fetch: noting, pageOrigin: PAGE, refresh: true };
  admin = await changesNothing(server, () => probeAs('admin', asAdmin), logins);
  promoter = await probeAs('promoter', { pageOrigin: PAGE, refresh: true });
});

const probeAs = (who: 'promoter' | 'admin' | 'stranger', more = {}) =>
  probeWith({ fetch: server.fetch, user: server.users[who].email, ...more });

describe('an administrator’s eyes', () => {
  it('find every call of the app readable, and nothing missing', () => {
    expect(admin.verdict).toMatchObject({ ready: true, problems: [], missing: [], degraded: [] });
    expect(admin.calls.filter(({ outcome }) => outcome === 'unreadable')).toEqual([]);
    const notes = admin.calls.flatMap(call => call.notes);
    expect(notes.filter(note => note.startsWith('нет полей'))).toEqual([]);
    const asked = new Set(admin.calls.map(({ name }) => name));
    expect(Object.keys(READINGS).filter(name => !asked.has(name))).toEqual([]);
  });

  it('see the canonical variant of everything', () => {
    const { facts, forms } = admin;
    expect(facts).toMatchObject({
      features: ['idempotency', 'revoke'],
      validation: '422 {message, errors} (Laravel ≥ 5.5)',
      unauthenticated: { words: '401 {message}', isUsable: true },
      role: 'role: объект',
      notFound: '404 JSON',
      can: ['work_promoter', 'edit_promoters', 'edit_users'],
      cors: {
        signIn: true,
        api: true,
        policies: true,
        credentials: true,
        keys: true,
        versions: true,
        tags: true,
        put: true,
        delete: true,
        hidden: [],
      },
    });
    expect([...forms.number]).toEqual(['число']);
    expect([...forms.date].sort()).toEqual(['ISO с Z (Laravel ≥ 7)', 'день без времени']);
  });
});

it('a promoter sees book, orders and percent, and is told what only others could have checked', () => {
  const { verdict, calls, facts, forms } = promoter;
  expect(verdict).toMatchObject({ ready: true, problems: [] });
  expect(Object.fromEntries(calls.map(({ name, outcome }) => [name, outcome]))).toMatchObject({
    getContact: 'shape',
    getRequest: 'read',
    listPromoters: 'skipped',
    listUsers: 'skipped',
  });
  expect(facts).toMatchObject({ percent: 'stored', etag: 'answered' });
  expect([...forms.phone]).toEqual(['11 цифр']);
  const unknown = verdict.unknown.join('\n');
  expect(unknown).toMatch(/нет права edit_promoters.*: \/api\/promo\/moderation\/promoters/);
  expect(unknown).toMatch(/«Политики доступа», этому пользователю нельзя \(403\).*: \/abac\/getPolicies/);
});

it('somebody without any role is enough to find out that the app can be used', async () => {
  const { verdict, facts } = await probeAs('stranger');
  expect([verdict.ready, facts.can]).toEqual([true, []]);
});

it('without a user it finds out how the server speaks, and proves nothing', async () => {
  const { verdict, facts, sent } = await probeWith({ fetch: server.fetch });
  expect(verdict).toMatchObject({ ready: false, problems: ['вход не проверялся: нужен --user'] });
  expect(facts.tokens).toMatchObject({ passport: 'как у этого сервера', refresh: 'yes', signedIn: false });
  expect(sent.filter(({ headers }) => headers.get('authorization')?.length)).toHaveLength(1);
});

describe('what leaves', () => {
  // That an administrator's probe leaves all tables alone but for logins is seen where it is made.
  it('reads, signs in or asks for leave: nothing else, whoever asks', () => {
    for (const { sent } of [promoter, admin]) {
      const others = sent.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS');
      const posts = others.filter(({ path }) => path !== '/oauth/token');
      expect(new Set(others.map(({ method }) => method))).toEqual(new Set(['POST']));
      expect(posts.map(({ path }) => path).filter(path => !READING_POSTS.includes(path))).toEqual([]);
      const grants = sent.flatMap(({ path, body }) =>
        path === '/oauth/token' && body ? [new URLSearchParams(body)] : [],
      );
      const twice = ['password', 'refresh_token', 'password', 'refresh_token'];
      expect(grants.map(form => form.get('grant_type'))).toEqual(twice);
      expect(grants[0]?.get('username')).toMatch(/@nobody\.invalid$/);
      expect(sent.filter(({ headers }) => headers.has('idempotency-key'))).toEqual([]);
    }
  });

  it('is held back by the one door that everything goes through', async () => {
    let passed = 0;
    const fetch = async () => {
      passed += 1;
      return Response.json({});
    };
    const exchange = createExchange(ORIGIN, undefined, fetch);
    for (const [name, { method, path: pattern }] of Object.entries(endpoints)) {
      const path = pattern.replace(/:\w+/g, '1');
      const body = method === 'GET' ? {} : { body: '{}' };
      // PUT and DELETE cannot even be written down here; whoever tries is refused all the same.
      const outgoing = { method: method as 'POST', path, headers: {}, ...body };
      const isReading = Object.hasOwn(READINGS, name);
      expect([name, mayLeave(outgoing)]).toEqual([name, isReading]);
      if (!isReading) await expect(exchange(outgoing)).rejects.toThrow('must not send');
    }
    const body = 'grant_type=authorization_code';
    const code = { method: 'POST', path: '/oauth/token', headers: {}, body } as const;
    await expect(exchange(code)).rejects.toThrow('must not send');
    await expect(exchange({ ...code, path: '/api/getUser/../promo/contacts/delete' })).rejects.toThrow();
    expect(passed).toBe(0);
  });
});

it('a refresh token is spent only when it was asked for', async () => {
  const made = () => server.db.$count(refreshTokens);
  const user = server.users.colleague.email;
  const before = await made();
  const kept = await probeWith({ fetch: server.fetch, user });
  expect(kept.facts.tokens).toMatchObject({ renewed: undefined, hasRefreshToken: true, expiresInS: 3600 });
  expect(await made()).toBe(before + 1);
  const spent = await probeWith({ fetch: server.fetch, user, refresh: true });
  expect(spent.facts.tokens.renewed).toBe(true);
  expect(await made()).toBe(before + 3);
});

it('tells nobody’s names, phones, addresses, passwords, secrets or tokens', () => {
  expect(tokens).toHaveLength(4);
  const own = Object.values(server.users).flatMap(({ name, email }) => [name, email]);
  const seeded = ['correct horse', 'Анна', 'Ёлкина', '0001234567', 'Садовая'];
  for (const secret of [...tokens, ...own, CLIENT.client_secret, ...seeded]) {
    expect(admin.said).not.toContain(secret);
  }
});

it.each<[PassportCompat, string]>([
  ['modern', 'как у этого сервера'],
  ['12', 'Passport 10.1–12 (league 8.3)'],
  ['4', 'Passport 3–7 (league 6–7)'],
])('speaking as Passport %s it is known by its refusals', async (passportCompat, column) => {
  const old = await createTestServer({ config: { passportCompat } });
  const ask = (more: object) =>
    probeWith({ fetch: old.fetch, user: old.users.promoter.email, refresh: true, ...more });
  const right = await ask({});
  const tokensFound = { passport: column, refresh: 'yes', renewed: true, signedIn: true };
  expect([right.verdict.ready, right.facts.tokens]).toMatchObject([true, tokensFound]);
  const wrong = await ask({ password: 'wrong' });
  expect(wrong.verdict.ready).toBe(false);
  const why = /^вход отклонен: 40[01] invalid_\w+ .*— неверный адрес или пароль$/;
  expect(wrong.facts.tokens.why).toMatch(why);
  const unknown = await ask({ clientSecret: 'wrong' });
  expect(unknown.facts.tokens.passport).toContain('сервер не знает клиента');
  expect(unknown.facts.tokens.why).toContain('проверьте --client-id');
  await old.close();
});

describe('the page on another origin', () => {
  it('is told what CORS keeps from it where the server lists no other origin', async () => {
    const closed = await createTestServer();
    const user = closed.users.promoter.email;
    const { verdict, facts } = await probeWith({ fetch: closed.fetch, user, pageOrigin: PAGE });
    await closed.close();
    expect(verdict.ready).toBe(false);
    expect(facts.cors).toMatchObject({ signIn: false, api: false, keys: false });
    expect(verdict.problems.join('\n')).toContain('CORS не пускает к /oauth/token');
  });

  it('gets a configuration that names the server; one of the server’s own does not', async () => {
    const own = await probeAs('promoter', { pageOrigin: ORIGIN });
    const basis = { clientId: '2', clientSecret: 'public', zone: 'Europe/Moscow', idempotency: true };
    expect(configurationFor(promoter, 'public')).toEqual({ ...basis, apiOrigin: ORIGIN });
    expect(configurationFor(own, 'public')).toEqual({ ...basis, apiOrigin: '' });
    const { cors, ...rest } = promoter.facts;
    const keyless = { ...promoter, facts: { ...rest, cors: cors && { ...cors, keys: false } } };
    expect(configurationFor(keyless, 'public').idempotency).toBe(false);
  });

  it('on https cannot call a server on http', async () => {
    const { verdict } = await probeAs('promoter', { pageOrigin: 'https://page.example' });
    expect(verdict.problems).toContain('страница на https не может звать сервер на http: браузер запретит');
  });
});
