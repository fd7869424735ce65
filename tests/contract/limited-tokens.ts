/** Tokens that are not good for everything: other programs' in each state, and the page's with named scopes. */
import { type Bearer, SCOPES } from '#contract/endpoint.ts';
import { PERSONAL_MS } from '#server/auth/tokens.ts';
import { block, dismiss, hire } from '#tests/support/people.ts';
import {
  deleteClient,
  plantClient,
  plantToken,
  revokePlanted,
  type ToPlant,
} from '#tests/support/planted-tokens.ts';
import type { TestServer, TestUser } from '#tests/support/server.ts';
import { type Credential, dead, GRANTS, hireAs, type Living, type Role } from './credentials.ts';

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
export async function limitedTokens(server: TestServer): Promise<Credential[]> {
  const clientId = await plantClient(server, server.users.colleague);
  const found: Credential[] = [];
  for (const role of ['none', 'promoter', 'moderator', 'admin'] as const) {
    const user = await hireAs(server, role);
    for (const bearer of ['page', 'application', 'personal'] as const) {
      const all = SCOPES_OF[bearer];
      for (const scopes of role === 'admin' ? all : [...all.slice(0, 1), ...all.slice(-1)]) {
        found.push(await living(server, role, { user, bearer, scopes, clientId }));
      }
    }
  }
  return [...found, await limitedAsAnother(server), ...(await demoted(server)), ...(await ended(server))];
}

/** Everything was given to them while their user was an administrator, who is none any more. */
async function demoted(server: TestServer): Promise<Credential[]> {
  const user = await hire(server, 'admin');
  const clientId = await plantClient(server, user);
  const found: Living[] = [];
  for (const bearer of ['application', 'personal'] as const) {
    found.push(await living(server, 'none', { user, bearer, scopes: SCOPES, clientId }));
  }
  await dismiss(server, user, 'admin');
  return found.map(each => ({ ...each, title: `${each.title}, whose role was taken away` }));
}

async function living(server: TestServer, role: Role, of: ToPlant): Promise<Living> {
  const { headers } = await plantToken(server, of);
  const { bearer, scopes } = of;
  const isFree = bearer === 'page' && scopes.includes('*');
  return {
    ...{ title: `${role}, ${bearer} [${scopes}]`, headers, may: GRANTS[role], isImpersonated: false },
    ...{ bearer, goodFor: isFree ? 'everything' : scopes },
  };
}

/** What the page would have, begun as somebody else from a token with a named scope. */
async function limitedAsAnother(server: TestServer): Promise<Credential> {
  const [boss, user] = [await hireAs(server, 'admin'), await hireAs(server, 'moderator')];
  const begun = await plantToken(server, { user: boss, bearer: 'page', scopes: ['promo'] });
  const credential = await living(server, 'moderator', {
    ...{ user, bearer: 'page', scopes: ['promo'] },
    impersonation: { by: boss.id, origin: begun.family },
  });
  return { ...credential, title: `${credential.title}, impersonated`, isImpersonated: true };
}

/** An administrator's, so that nothing but the token's state can be what refuses. */
async function ended(server: TestServer): Promise<Credential[]> {
  const user = await hire(server, 'admin');
  const gone = await hire(server, 'admin');
  const clientId = await plantClient(server, user);
  const found: Credential[] = [];
  for (const bearer of ['application', 'personal'] as const) {
    found.push(...(await endedOf(server, { user, bearer, scopes: SCOPES, clientId }, gone)));
  }
  const deleted = await plantClient(server, user);
  const { headers } = await plantToken(server, {
    ...{ user, bearer: 'application', scopes: SCOPES, clientId: deleted },
  });
  await deleteClient(server, deleted);
  await block(server, gone);
  return [...found, dead('application, of a deleted client', headers)];
}

async function endedOf(server: TestServer, of: ToPlant, gone: TestUser): Promise<Credential[]> {
  const expired = await plantToken(server, of, server.clock() - PERSONAL_MS);
  const revoked = await plantToken(server, of);
  await revokePlanted(server, revoked);
  const blocked = await plantToken(server, { ...of, user: gone });
  return [
    dead(`${of.bearer}, expired`, expired.headers),
    dead(`${of.bearer}, revoked`, revoked.headers),
    dead(`${of.bearer}, of who is blocked`, blocked.headers),
  ];
}
