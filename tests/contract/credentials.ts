/**
 * Everybody who may stand before an endpoint: each role with its token in each state, and tokens that are not good for
 * everything, other programs' in each state and the page's with named scopes.
 */
import { type Bearer, SCOPES } from '#contract/endpoint.ts';
import type { Permission } from '#contract/guard.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import { PERSONAL_MS } from '#server/auth/tokens.ts';
import { blockUser, createUserWithRole, revokeRole, workAs } from '#tests/support/people.ts';
import {
  deleteClient,
  revokeSeeded,
  seedClient,
  seedToken,
  type ToSeed,
} from '#tests/support/seeded-credentials.ts';
import { CLIENT, createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

type Headers = Record<string, string>;
export type Role = 'none' | 'promoter' | 'moderator' | 'admin';

/** What each role may do. */
export const GRANTS: Record<Role, readonly Permission[]> = {
  none: [],
  promoter: ['work_promoter'],
  moderator: ['work_promoter', 'edit_promoters'],
  admin: ['work_promoter', 'edit_promoters', 'edit_users'],
};

/** A token that stands for nobody; `isToken` says whether it looks like one at all. */
type Dead = { title: string; headers: Headers; may: undefined; isToken: boolean };

/** A token in use: what its user may, what carries it and what it is good for. */
type Living = {
  title: string;
  headers: Headers;
  may: readonly Permission[];
  isImpersonated: boolean;
  bearer: Bearer;
  goodFor: readonly string[] | 'everything';
};

export type Credential = Dead | Living;

const dead = (title: string, headers: Headers, isToken = true): Dead => ({
  title,
  headers,
  may: undefined,
  isToken,
});

const NOBODY = [
  dead('no token', {}, false),
  ...['Bearer', 'Bearer ', 'Bearer a b', 'Bearer "a"', 'Basic YTpi', `Bearer ${'x'.repeat(513)}`].map(
    authorization => dead(`malformed: ${authorization.slice(0, 12)}`, { authorization }, false),
  ),
  dead('an unknown token', { authorization: 'Bearer nonsense' }),
];

/** What was handed out an hour ago comes first: the clock of the server is turned in between. */
export async function everyCredential(server: TestServer): Promise<Credential[]> {
  const roles = ['none', 'promoter', 'moderator', 'admin'] as const;
  const expired: Credential[] = [];
  for (const role of roles) expired.push(...(await expiring(server, role)));
  server.clock.advance(61 * MINUTE_MS);
  const present: Credential[] = [];
  for (const role of roles) present.push(...(await ended(server, role)), ...(await living(server, role)));
  return [...NOBODY, await fromElsewhere(), ...expired, ...present, ...(await limitedTokens(server))];
}

/** What another firm's server has given to its own administrator. */
async function fromElsewhere(): Promise<Credential> {
  const elsewhere = await createTestServer();
  const headers = await elsewhere.signIn(elsewhere.users.admin);
  await elsewhere.close();
  return dead('an administrator of another installation', headers);
}

const createUserAs = (server: TestServer, role: Role) =>
  createUserWithRole(server, role === 'none' ? undefined : role);

/** A session of somebody in that role, and one in which a new administrator works as somebody in it. */
async function begin(server: TestServer, role: Role) {
  const [user, target] = [await createUserAs(server, role), await createUserAs(server, role)];
  const boss = await createUserWithRole(server, 'admin');
  const bossHeaders = await server.signIn(boss);
  const [own, impersonated] = [await server.signIn(user), await workAs(server, bossHeaders, target)];
  return { user, own, target, boss, bossHeaders, impersonated };
}

async function expiring(server: TestServer, role: Role): Promise<Credential[]> {
  const { own, impersonated } = await begin(server, role);
  return [dead(`${role}, expired`, own), dead(`${role}, impersonated, after the hour`, impersonated)];
}

async function ended(server: TestServer, role: Role): Promise<Credential[]> {
  const revoked = await begin(server, role);
  await revoke(server, revoked.own);
  await revoke(server, revoked.impersonated);
  const signedOut = await begin(server, role);
  await revoke(server, signedOut.bossHeaders);
  const blocked = await begin(server, role);
  for (const user of [blocked.user, blocked.target]) await blockUser(server, user);
  const left = await begin(server, role);
  await blockUser(server, left.boss);
  const demoted = await begin(server, role);
  await revokeRole(server, demoted.boss, 'admin');
  return [
    dead(`${role}, revoked`, revoked.own),
    dead(`${role}, impersonated, revoked`, revoked.impersonated),
    dead(`${role}, impersonated by who signed out`, signedOut.impersonated),
    dead(`${role}, blocked`, blocked.own),
    dead(`${role}, impersonated, blocked`, blocked.impersonated),
    dead(`${role}, impersonated by who was blocked`, left.impersonated),
    dead(`${role}, impersonated by who is no administrator any more`, demoted.impersonated),
  ];
}

async function living(server: TestServer, role: Role): Promise<Credential[]> {
  const { own, impersonated } = await begin(server, role);
  const page = { may: GRANTS[role], bearer: 'page', goodFor: 'everything' } as const;
  return [
    { ...page, title: role, headers: own, isImpersonated: false },
    { ...page, title: `${role}, impersonated`, headers: impersonated, isImpersonated: true },
    ...(role === 'none' ? [] : [await demoted(server, role)]),
  ];
}

/** Whose role was taken away while their token lives: from then on it is anybody's. */
async function demoted(server: TestServer, role: Exclude<Role, 'none'>): Promise<Credential> {
  const user = await createUserWithRole(server, role);
  const headers = await server.signIn(user);
  await revokeRole(server, user, role);
  const page = { may: GRANTS.none, bearer: 'page', goodFor: 'everything' } as const;
  return { ...page, title: `${role}, whose role was taken away`, headers, isImpersonated: false };
}

async function revoke(server: TestServer, { authorization = '' }: Headers): Promise<void> {
  const body = new URLSearchParams({ ...CLIENT, token: authorization.replace('Bearer ', '') });
  const { status } = await server.fetch('/oauth/revoke', { method: 'POST', body });
  if (status !== 200) throw new Error(`a token was not revoked: ${status}`);
}

const NOTHING = [[], ['*'], ['nonsense']];
const ONE_EACH = SCOPES.map(scope => [scope]);

/** What a token of each bearer may have been given; the last is all there is. */
const SCOPES_OF: Record<Bearer, readonly (readonly string[])[]> = {
  page: [['*'], ['nonsense'], ...ONE_EACH, SCOPES],
  application: [...NOTHING, ...ONE_EACH, SCOPES],
  personal: [...NOTHING, ...ONE_EACH, SCOPES],
};

/**
 * An administrator has every one of them: nothing but the token can be what refuses. Everybody else has the first and the
 * last: what they may not is said before what the token is good for.
 */
async function limitedTokens(server: TestServer): Promise<Credential[]> {
  const clientId = await seedClient(server, server.users.colleague);
  const found: Credential[] = [];
  for (const role of ['none', 'promoter', 'moderator', 'admin'] as const) {
    const user = await createUserAs(server, role);
    for (const bearer of ['page', 'application', 'personal'] as const) {
      const all = SCOPES_OF[bearer];
      for (const scopes of role === 'admin' ? all : [...all.slice(0, 1), ...all.slice(-1)]) {
        found.push(await limitedLiving(server, role, { user, bearer, scopes, clientId }));
      }
    }
  }
  found.push(
    await limitedAsAnother(server),
    ...(await limitedDemoted(server)),
    ...(await limitedEnded(server)),
  );
  return found;
}

/** Everything was given to them while their user was an administrator, who is none any more. */
async function limitedDemoted(server: TestServer): Promise<Credential[]> {
  const user = await createUserWithRole(server, 'admin');
  const clientId = await seedClient(server, user);
  const found: Living[] = [];
  for (const bearer of ['application', 'personal'] as const) {
    found.push(await limitedLiving(server, 'none', { user, bearer, scopes: SCOPES, clientId }));
  }
  await revokeRole(server, user, 'admin');
  return found.map(each => ({ ...each, title: `${each.title}, whose role was taken away` }));
}

async function limitedLiving(server: TestServer, role: Role, of: ToSeed): Promise<Living> {
  const { headers } = await seedToken(server, of);
  const { bearer, scopes } = of;
  const isFree = bearer === 'page' && scopes.includes('*');
  return {
    title: `${role}, ${bearer} [${scopes}]`,
    headers,
    may: GRANTS[role],
    isImpersonated: false,
    bearer,
    goodFor: isFree ? 'everything' : scopes,
  };
}

/** What the page would have, begun as somebody else from a token with a named scope. */
async function limitedAsAnother(server: TestServer): Promise<Credential> {
  const [boss, user] = [await createUserAs(server, 'admin'), await createUserAs(server, 'moderator')];
  const begun = await seedToken(server, { user: boss, bearer: 'page', scopes: ['promo'] });
  const credential = await limitedLiving(server, 'moderator', {
    user,
    bearer: 'page',
    scopes: ['promo'],
    impersonation: { by: boss.id, origin: begun.family },
  });
  return { ...credential, title: `${credential.title}, impersonated`, isImpersonated: true };
}

/** An administrator's, so that nothing but the token's state can be what refuses. */
async function limitedEnded(server: TestServer): Promise<Credential[]> {
  const [user, gone] = [await createUserWithRole(server, 'admin'), await createUserWithRole(server, 'admin')];
  const [clientId, deleted] = [await seedClient(server, user), await seedClient(server, user)];
  const application = { user, bearer: 'application', scopes: SCOPES, clientId } as const;
  const found = [
    ...(await endedOf(server, application, gone)),
    ...(await endedOf(server, { ...application, bearer: 'personal' }, gone)),
  ];
  const { headers } = await seedToken(server, { ...application, clientId: deleted });
  await deleteClient(server, deleted);
  await blockUser(server, gone);
  return [...found, dead('application, of a deleted client', headers)];
}

async function endedOf(server: TestServer, of: ToSeed, gone: TestUser): Promise<Credential[]> {
  const expired = await seedToken(server, of, server.clock() - PERSONAL_MS);
  const revoked = await seedToken(server, of);
  await revokeSeeded(server, revoked);
  const blocked = await seedToken(server, { ...of, user: gone });
  return [
    dead(`${of.bearer}, expired`, expired.headers),
    dead(`${of.bearer}, revoked`, revoked.headers),
    dead(`${of.bearer}, of who is blocked`, blocked.headers),
  ];
}
