import { expect, it } from 'vitest';
import { BEARERS, type Bearer, type Endpoint, SCOPES, type Scope } from '#contract/endpoint.ts';
import type { Guard } from '#contract/guard.ts';
import { Refusal } from '../db/refusal.ts';
import type { Identity } from './authenticate.ts';
import { authorizeCall } from './authorize-call.ts';

/** Names that a table of rules might know by accident. */
const NONSENSE = ['nonsense', '', '*', 'toString', '__proto__', 'constructor', undefined];
const UNKNOWN_GUARDS = [...NONSENSE, 'public', 'client'];

const can = Object.fromEntries(
  ['work_promoter', 'edit_promoters', 'edit_users', ...UNKNOWN_GUARDS].map(name => [String(name), true]),
);

const everything: Identity = {
  id: 1,
  name: '',
  email: '',
  roles: [],
  session: '',
  impersonator: null,
  can,
  bearer: 'page',
  scopes: [],
};

const other = (bearer: Bearer, scopes: readonly string[]): Identity => ({ ...everything, bearer, scopes });

type Asked = Pick<Endpoint, 'guard' | 'notWhileImpersonating' | 'scope' | 'bearers'>;

/** Let in, or what the refusal says, with its challenge. */
function verdict(identity: Identity, asked: Asked): unknown {
  try {
    authorizeCall(identity, asked);
    return 'let in';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.status, error.body.message, error.headers['WWW-Authenticate']];
  }
}

const MUST_NOT = [403, 'This action is unauthorized.', undefined];
const notGoodFor = (challenge: string) => [403, 'Invalid scope(s) provided.', challenge];
const NO_SUCH_TOKEN = notGoodFor('Bearer error="insufficient_scope"');

it('lets nobody in by a guard that nobody knows, nor by one that is missing', () => {
  for (const guard of UNKNOWN_GUARDS) {
    // As a mistake would: the type lets none of these in.
    expect(verdict(everything, { guard: guard as Guard }), String(guard)).toEqual(MUST_NOT);
  }
  expect(verdict(everything, { guard: 'edit_users' })).toBe('let in');
});

it('lets in by a list of permissions whoever holds any, or all, of them', () => {
  const moderator = { ...everything, can: { edit_promoters: true, edit_users: false } };
  expect(verdict(moderator, { guard: { or: ['edit_users', 'edit_promoters'] } })).toBe('let in');
  expect(verdict(moderator, { guard: { and: ['edit_users', 'edit_promoters'] } })).toEqual(MUST_NOT);
  expect(verdict({ ...moderator, can: {} }, { guard: { or: ['edit_promoters'] } })).toEqual(MUST_NOT);
});

it('lets nobody in by a list that names nothing, or what is no permission', () => {
  for (const list of [[], ...NONSENSE.map(name => [name]), ['edit_users', 'nonsense']]) {
    for (const guard of [{ or: list }, { and: list }]) {
      // As a mistake would: the type lets none of these in.
      expect(verdict(everything, { guard: guard as Guard }), JSON.stringify(guard)).toEqual(MUST_NOT);
    }
  }
});

it('lets nobody in by a bearer that nobody knows, even where the endpoint names it', () => {
  for (const name of [...NONSENSE, 'Page', 'PAGE', 'client']) {
    const bearer = name as Bearer; // as a mistake would
    const somebody = { ...everything, bearer, scopes: [...SCOPES, '*'] };
    for (const asked of [
      { guard: 'session' },
      { guard: 'session', scope: 'promo' },
      { guard: 'session', scope: 'promo', bearers: [bearer] },
    ] satisfies Asked[]) {
      expect(verdict(somebody, asked), String(name)).toEqual(NO_SUCH_TOKEN);
    }
  }
});

it('lets no program in by a scope that nobody knows, even where both sides name it', () => {
  for (const name of NONSENSE) {
    const scope = name as Scope; // as a mistake would
    for (const bearer of ['application', 'personal'] as const) {
      const said = verdict(other(bearer, [String(name)]), { guard: 'session', scope });
      expect(said, String(name)).toEqual([403, 'Invalid scope(s) provided.', expect.any(String)]);
    }
  }
});

it('refuses every program where the endpoint names no scope, whatever it names beside', () => {
  for (const bearer of ['application', 'personal'] as const) {
    for (const scopes of [[], ['*'], SCOPES, ['undefined']]) {
      for (const bearers of [{}, { bearers: [bearer] }, { bearers: BEARERS }]) {
        expect(verdict(other(bearer, scopes), { guard: 'session', ...bearers })).toEqual(NO_SUCH_TOKEN);
      }
    }
  }
});

it('takes a star and nothing at all for everything from the page alone', () => {
  const asked = { guard: 'session', scope: 'promo' } satisfies Asked;
  const onlyWithPromo = notGoodFor('Bearer error="insufficient_scope", scope="promo"');
  for (const scopes of [[], ['*']]) {
    expect(verdict(other('page', scopes), asked)).toBe('let in');
    expect(verdict(other('application', scopes), asked)).toEqual(onlyWithPromo);
    expect(verdict(other('personal', scopes), asked)).toEqual(onlyWithPromo);
  }
});

it('holds the page to the scopes that it asked for by name', () => {
  const limited = other('page', ['promo']);
  expect(verdict(limited, { guard: 'session', scope: 'promo' })).toBe('let in');
  expect(verdict(limited, { guard: 'session', scope: 'profile' })).toEqual(
    notGoodFor('Bearer error="insufficient_scope", scope="profile"'),
  );
  expect(verdict(limited, { guard: 'session' })).toEqual(NO_SUCH_TOKEN);
});

it('names the missing scope only where it would help', () => {
  const asked = { guard: 'session', scope: 'integration', bearers: ['personal'] } satisfies Asked;
  expect(verdict(other('application', []), asked)).toEqual(NO_SUCH_TOKEN);
  expect(verdict(other('application', ['integration']), asked)).toEqual(NO_SUCH_TOKEN);
  expect(verdict(everything, asked)).toEqual(NO_SUCH_TOKEN);
  expect(verdict(other('personal', ['integration']), asked)).toBe('let in');
});

it('says first what the user may not: no scope would make it allowed', () => {
  const nobody = { ...other('application', []), can: {} };
  expect(verdict(nobody, { guard: 'edit_users', scope: 'promo' })).toEqual(MUST_NOT);
  const impersonated = { ...other('page', ['promo']), impersonator: { id: 2, name: '' } };
  expect(verdict(impersonated, { guard: 'session', notWhileImpersonating: true })).toEqual(MUST_NOT);
});
