/** Which scope opens which call is written down twice, here and at each endpoint: widening one is noticed. */
import { expect, it } from 'vitest';
import type { Endpoint, Scope } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

const OPENED_BY: Record<Scope | 'the page alone', readonly string[]> = {
  profile: ['/api/getUser'],
  promo: ['/api/promo/contacts/', '/api/promo/orders/', '/api/promo/request/'],
  moderation: ['/api/promo/moderation/'],
  warehouse: ['/api/user/list', '/api/enter', '/api/loss', '/api/nomenclature/'],
  integration: ['/api/integration/'],
  'the page alone': ['/api/adminAuth/', '/api/users/', '/abac/', '/oauth/'],
};

const guarded = Object.entries(endpoints).filter(([, { guard }]) => guard !== 'public' && guard !== 'client');

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
  for (const [name, { onlyAsOneself }] of own) expect([name, onlyAsOneself]).toEqual([name, true]);
});
