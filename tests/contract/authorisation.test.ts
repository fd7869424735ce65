/** Role × token × endpoint: who is let in follows from the endpoint's guard and flags alone, for every endpoint. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, Guard } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { authorize, type Identity } from '#server/auth/session.ts';
import { type Called, get, post } from '#tests/support/calls.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { type Credential, everyCredential } from './credentials.ts';

const all = Object.entries(endpoints);
const isOpen = ({ guard }: Endpoint) => guard === 'public' || guard === 'client';
const guarded = all.filter(([, endpoint]) => !isOpen(endpoint));
const open = all.filter(([, endpoint]) => isOpen(endpoint));

let server: TestServer;
let credentials: Credential[];
beforeAll(async () => {
  server = await createTestServer();
  credentials = await everyCredential(server);
});
afterAll(() => server.close());

type Verdict = 401 | 403 | 'let in';

/** Nothing is sent: whoever is let in is refused for that, or told what needs no input. */
const knock = ({ method, path }: Endpoint, headers: Record<string, string>) => {
  const address = path.replace(/:\w+/g, '999999');
  return method === 'GET' ? get(server, address, headers) : post(server, address, {}, headers);
};

function rightVerdict({ guard, onlyAsOneself }: Endpoint, { may, isImpersonated }: Credential): Verdict {
  if (!may) return 401;
  if (onlyAsOneself && isImpersonated) return 403;
  return guard === 'session' || may.includes(guard) ? 'let in' : 403;
}

/** What came, in a word; a refusal in another form than the contract's, or a failure, is told whole. */
function readVerdict({ status, body, headers }: Called): Verdict | string {
  const said = JSON.stringify([status, body, headers.get('www-authenticate')]);
  if (said === JSON.stringify([401, { message: 'Unauthenticated.' }, 'Bearer'])) return 401;
  if (said === JSON.stringify([403, { message: 'This action is unauthorized.' }, null])) return 403;
  return [200, 404, 422].includes(status) ? 'let in' : said;
}

describe.each(guarded)('%s', (_name, endpoint) => {
  it('lets in exactly whom its guard names', async () => {
    const right = credentials.map(credential => [credential.title, rightVerdict(endpoint, credential)]);
    const came: [string, Verdict | string][] = [];
    for (const { title, headers } of credentials) {
      came.push([title, readVerdict(await knock(endpoint, headers))]);
    }
    expect(Object.fromEntries(came)).toEqual(Object.fromEntries(right));
  });
});

it('has each verdict for somebody, and somebody of each kind', () => {
  const verdicts = guarded.flatMap(([, endpoint]) => credentials.map(who => rightVerdict(endpoint, who)));
  expect(new Set(verdicts)).toEqual(new Set([401, 403, 'let in']));
  expect(new Set(credentials.map(({ title }) => title)).size).toBe(credentials.length);
  expect(guarded.filter(([, { onlyAsOneself }]) => onlyAsOneself).map(([name]) => name)).toContain('loginAs');
});

it.each(open)('%s asks nobody who they are', async (_name, endpoint) => {
  const unauthenticated = JSON.stringify({ message: 'Unauthenticated.' });
  for (const { headers } of credentials) {
    const { status, text } = await knock(endpoint, headers);
    expect([status < 500, text === unauthenticated]).toEqual([true, false]);
  }
});

it('lets nobody in by a guard that nobody knows, nor by one that is missing', () => {
  const guards = ['nonsense', '', 'toString', '__proto__', 'constructor', 'public', 'client', undefined];
  const can = Object.fromEntries(guards.map(guard => [String(guard), true]));
  const somebody: Identity = {
    ...{ id: 1, name: '', email: '', roles: [], session: '', impersonator: null },
    can: { ...can, work_promoter: true, edit_promoters: true, edit_users: true },
  };
  for (const guard of guards) {
    // As a mistake would: the type lets none of these in.
    const endpoint = { guard: guard as Guard };
    expect(() => authorize(somebody, endpoint), String(guard)).toThrow('refused with 403');
  }
  expect(() => authorize(somebody, { guard: 'edit_users' })).not.toThrow();
});
