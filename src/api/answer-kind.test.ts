import { expect, it } from 'vitest';
import { listPromoters } from '#contract/moderation.ts';
import { memoryLocks } from '#kit/locks.ts';
import { createApi } from './api.ts';
import { type AuthState, signedOut } from './auth-state.ts';
import { answerKindOf } from './problem.ts';
import { createTransport } from './transport.ts';

const json = (status: number, body: unknown = { message: '' }) => Response.json(body, { status });
const page = (status: number, type = 'text/html') =>
  new Response('Please log in', { status, headers: { 'Content-Type': type } });
const cut = () => new Response('{"list":[', { headers: { 'Content-Type': 'application/json' } });
const none = () => {
  throw new TypeError('no reception');
};

const renewed = () => json(200, { access_token: 'new', refresh_token: 'new', expires_in: 60 });

/** What a reading is answered, and the renewal that a 401 asks for. */
async function kindOf(respond: () => Response, renew: () => Response) {
  let state: AuthState = {
    ...signedOut,
    isLoggedIn: true,
    accessToken: 'old',
    refreshToken: 'old',
    subject: 1,
    epoch: 'e',
  };
  const auth = {
    read: () => state,
    latest: async () => state,
    write: async (next: AuthState) => {
      state = next;
    },
    remove: async () => {},
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    new Request(input, init).url.endsWith('/oauth/token') ? renew() : respond();
  const transport = createTransport({ origin: 'http://server.test', zone: 'UTC', sendsKeys: true, fetch });
  const api = createApi({ transport, auth, withLock: memoryLocks(), clientId: '2', clientSecret: '' });
  const answer = await api.call(listPromoters, {});
  return answer.ok ? 'none' : answerKindOf(answer.problem);
}

it.each([
  ['none', none, 'network'],
  ['400', () => json(400), 'refused'],
  ['403', () => json(403), 'forbidden'],
  ['404', () => json(404), 'gone'],
  ['408', () => json(408), 'server'],
  ['410', () => json(410), 'gone'],
  ['422', () => json(422), 'refused'],
  ['429', () => json(429), 'busy'],
  ['429 as HTML', () => page(429), 'busy'],
  ['500', () => json(500), 'server'],
  ['500 as HTML', () => page(500), 'server'],
  ['502 as HTML', () => page(502), 'server'],
  ['503', () => json(503), 'maintenance'],
  ['503 as HTML', () => page(503), 'maintenance'],
  ['200 cut', cut, 'unreadable'],
  ['200 {}', () => json(200, {}), 'unreadable'],
  ['200 of another shape', () => json(200, { list: 7 }), 'unreadable'],
  ['200 as HTML', () => page(200), 'portal'],
  ['200 as text', () => page(200, 'text/plain'), 'portal'],
] as const)('a reading answered %s', async (_, respond, kind) => {
  expect(await kindOf(respond, renewed)).toBe(kind);
});

it.each([
  ['done', renewed, 'session'],
  ['refused', () => json(401, { error: 'invalid_grant' }), 'signedOut'],
  ['not answered', none, 'network'],
  ['answered 429', () => json(429), 'busy'],
  ['answered 500', () => json(500), 'server'],
  ['answered 503 as HTML', () => page(503), 'maintenance'],
  ['answered by a portal', () => page(200), 'portal'],
] as const)('a 401 whose renewal was %s', async (_, renew, kind) => {
  expect(await kindOf(() => json(401), renew)).toBe(kind);
});
