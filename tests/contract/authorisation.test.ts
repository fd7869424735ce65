/**
 * Role × bearer × scope × state of the token × endpoint: who is let in follows from the endpoint's guard, flags and
 * scope and from the credential alone, for every endpoint. Who is not let in changes nothing and is told nothing.
 */
import { beforeAll, expect, it } from 'vitest';
import { type Bearer, type Endpoint, SCOPES, type Scope } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Guard, Permission } from '#contract/guard.ts';
import { serverForAll } from '#tests/support/server.ts';
import { type Credential, everyCredential, GRANTS, type Role } from './credentials.ts';
import { readAll } from './read-all.ts';

const all = Object.entries(endpoints);
const isOpen = ({ guard }: Endpoint) => guard === 'public' || guard === 'client';
const guarded = all.filter(([, endpoint]) => !isOpen(endpoint));
const open = all.filter(([, endpoint]) => isOpen(endpoint));

const server = serverForAll();
let credentials: Credential[];
beforeAll(async () => {
  credentials = await everyCredential(server);
});

/** Nothing is sent: whoever is let in is refused for that, or told what needs no input. */
async function call({ method, path }: Endpoint, authorization: Record<string, string>) {
  const headers = { 'content-type': 'application/json', ...authorization };
  const body = method === 'GET' ? {} : { body: '{}' };
  const answer = await server.fetch(path.replace(/:\w+/g, '999999'), { method, headers, ...body });
  return {
    status: answer.status,
    text: await answer.text(),
    challenge: answer.headers.get('www-authenticate'),
    headers: [...answer.headers.keys()],
  };
}

const UNAUTHENTICATED = { message: 'Unauthenticated.' };
const UNAUTHORIZED = { message: 'This action is unauthorized.' };
const INVALID_SCOPES = { message: 'Invalid scope(s) provided.' };

/** Every refusal, whole: its status, its body and its challenge (RFC 6750 §3.1). */
const REFUSALS = new Map<string, string>([
  ['who is it', received(401, UNAUTHENTICATED, 'Bearer')],
  ['an invalid token', received(401, UNAUTHENTICATED, 'Bearer error="invalid_token"')],
  ['must not', received(403, UNAUTHORIZED, null)],
  ['not with such a token', received(403, INVALID_SCOPES, 'Bearer error="insufficient_scope"')],
  ...SCOPES.map((scope): [string, string] => [
    `only with ${scope}`,
    received(403, INVALID_SCOPES, `Bearer error="insufficient_scope", scope="${scope}"`),
  ]),
]);

function received(status: number, body: unknown, challenge: string | null): string {
  return JSON.stringify([status, JSON.stringify(body), challenge]);
}

const VERDICTS = new Map([...REFUSALS].map(([verdict, text]) => [text, verdict]));

function rightVerdict(endpoint: Endpoint, credential: Credential): string {
  if (!credential.may) return credential.isToken ? 'an invalid token' : 'who is it';
  const { guard, notWhileImpersonating, scope } = endpoint;
  const { may, isImpersonated, bearer, goodFor } = credential;
  if (notWhileImpersonating && isImpersonated) return 'must not';
  if (!lets(may, guard)) return 'must not';
  if (!bearersOf(endpoint).includes(bearer)) return 'not with such a token';
  if (goodFor === 'everything') return 'let in';
  if (!scope) return 'not with such a token';
  return goodFor.includes(scope) ? 'let in' : `only with ${scope}`;
}

function lets(may: readonly Permission[], guard: Guard): boolean {
  if (guard === 'session') return true;
  if (typeof guard === 'string') return may.some(permission => permission === guard);
  const holds = (permission: Permission) => may.includes(permission);
  return 'or' in guard ? guard.or.some(holds) : guard.and.every(holds);
}

function bearersOf({ scope, bearers }: Endpoint): readonly Bearer[] {
  if (!scope) return ['page'];
  return bearers ?? ['page', 'application', 'personal'];
}

/** What came, in a word; a refusal in another form than the contract's, or a failure, is told whole. */
function readVerdict({ status, text, challenge }: Awaited<ReturnType<typeof call>>): string {
  const said = JSON.stringify([status, text, challenge]);
  return VERDICTS.get(said) ?? ([200, 404, 422].includes(status) ? 'let in' : said);
}

/** What a refusal travels with: nothing in its head says more than its body does. */
const HEAD = new Set([
  ...['cache-control', 'content-security-policy', 'content-type', 'cross-origin-opener-policy'],
  ...['cross-origin-resource-policy', 'permissions-policy', 'referrer-policy', 'www-authenticate'],
  ...['x-content-type-options', 'x-request-id', 'vary', 'content-length'],
]);

it.each(guarded)(
  '%s lets in exactly whom its guard, its bearers and its scope name, and the others change nothing',
  async (_name, endpoint) => {
    const right = credentials.map(credential => [credential.title, rightVerdict(endpoint, credential)]);
    const before = await readAll(server);
    const came: [string, string][] = [];
    const heads = new Set<string>();
    for (const { title, headers } of credentials) {
      const answer = await call(endpoint, headers);
      const verdict = readVerdict(answer);
      came.push([title, verdict]);
      if (verdict !== 'let in') for (const name of answer.headers) heads.add(name);
    }
    expect(Object.fromEntries(came)).toEqual(Object.fromEntries(right));
    expect(await readAll(server)).toEqual(before);
    expect([...heads].filter(name => !HEAD.has(name))).toEqual([]);
  },
);

it('has each verdict for somebody, and somebody of each kind', () => {
  const verdicts = guarded.flatMap(([, endpoint]) => credentials.map(who => rightVerdict(endpoint, who)));
  expect(new Set(verdicts)).toEqual(new Set([...REFUSALS.keys(), 'let in']));
  expect(new Set(credentials.map(({ title }) => title)).size).toBe(credentials.length);
  expect(
    guarded.filter(([, { notWhileImpersonating }]) => notWhileImpersonating).map(([name]) => name),
  ).toContain('loginAs');
});

it.each(open)('%s asks nobody who they are', async (_name, endpoint) => {
  for (const { headers } of credentials) {
    const { status, text } = await call(endpoint, headers);
    expect([status < 500, text === JSON.stringify(UNAUTHENTICATED)]).toEqual([true, false]);
  }
});

/** Which role may make which call is written down twice, here and as each endpoint's guard: widening one is noticed. */
const OPEN_TO: readonly (readonly [roles: readonly Role[], starts: readonly string[]])[] = [
  [
    ['none', 'promoter', 'moderator', 'admin'],
    ['/api/getUser', '/api/promo/contacts/', '/api/promo/orders/', '/oauth/'],
  ],
  [['promoter', 'moderator', 'admin'], ['/api/promo/request/']],
  [
    ['moderator', 'admin'],
    [
      ...['/api/promo/moderation/', '/api/user/list', '/api/enter', '/api/loss', '/api/nomenclature/'],
      '/api/search',
    ],
  ],
  [['admin'], ['/api/adminAuth/', '/api/users/', '/abac/', '/api/integration/']],
];

it.each(guarded)('%s is open to the roles of its address', (_name, { guard, path }) => {
  const right = OPEN_TO.filter(([, starts]) => starts.some(start => path.startsWith(start)));
  expect(right, `a new address: which roles may call it? (${path})`).toHaveLength(1);
  const roles = Object.entries(GRANTS).filter(([, may]) => lets(may, guard));
  expect([roles.map(([role]) => role)]).toEqual(right.map(([allowed]) => allowed));
});

/** Which scope opens which call is written down twice, here and at each endpoint: widening one is noticed. */
const OPENED_BY: Record<Scope | 'the page alone', readonly string[]> = {
  profile: ['/api/getUser'],
  promo: ['/api/promo/contacts/', '/api/promo/orders/', '/api/promo/request/'],
  moderation: ['/api/promo/moderation/'],
  warehouse: ['/api/user/list', '/api/enter', '/api/loss', '/api/nomenclature/'],
  integration: ['/api/integration/'],
  'the page alone': ['/api/adminAuth/', '/api/search', '/api/users/', '/abac/', '/oauth/'],
};

function openedBy({ path }: Endpoint): string[] {
  const found = Object.entries(OPENED_BY).filter(([, starts]) =>
    starts.some(start => path.startsWith(start)),
  );
  return found.map(([scope]) => scope);
}

it.each(guarded)('%s is opened by the one scope of its address', (_name, endpoint) => {
  expect(openedBy(endpoint), `a new address: which scope opens it? (${endpoint.path})`).toHaveLength(1);
  expect([endpoint.scope ?? 'the page alone']).toEqual(openedBy(endpoint));
});

it('keeps what pays for programs of administrators, and who somebody is from tokens of no application', () => {
  const limited = guarded.flatMap(([name, { bearers }]) => (bearers ? [[name, [...bearers]]] : []));
  expect(Object.fromEntries(limited)).toEqual({
    getUser: ['page', 'application'],
    tellRequest: ['personal'],
  });
  expect(endpoints.tellRequest?.guard).toBe('edit_users');
});

it('lets nobody work with credentials, policies or sessions as somebody else', () => {
  const own = guarded.filter(([, { path }]) => /^\/(oauth|abac|api\/adminAuth)\//.test(path));
  expect(own.length).toBeGreaterThan(10);
  for (const [name, { notWhileImpersonating }] of own)
    expect([name, notWhileImpersonating]).toEqual([name, true]);
});
