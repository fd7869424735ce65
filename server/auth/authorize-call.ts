/** Who may call what: the caller's permissions first, then what their token is good for. Deny by default. */
import { BEARERS, type Endpoint } from '#contract/endpoint.ts';
import { insufficientScope, unauthorized } from '../db/refusal.ts';
import { satisfiesGuard } from './satisfies-guard.ts';
import { isScope } from './scopes.ts';
import type { Identity } from './session.ts';

type Asked = Pick<Endpoint, 'guard' | 'notWhileImpersonating' | 'scope' | 'bearers'>;

/** Refuses whoever lacks what the endpoint asks for. A guard, bearer or scope that nobody knows lets nobody in. */
export function authorizeCall(identity: Identity, asked: Asked): void {
  if (asked.notWhileImpersonating && identity.impersonator) throw unauthorized();
  if (!satisfiesGuard(identity.can, asked.guard)) throw unauthorized();
  if (!isBearerOf(identity, asked)) throw insufficientScope();
  if (!isGoodFor(identity, asked)) throw insufficientScope(asked.scope);
}

function isBearerOf({ bearer }: Identity, { bearers = BEARERS }: Asked): boolean {
  return BEARERS.includes(bearer) && bearers.includes(bearer);
}

/**
 * The page's own token is good for everything, unless it was asked for with named scopes. Every other one is good for
 * nothing but what a scope opens.
 */
function isGoodFor({ bearer, scopes }: Identity, { scope }: Asked): boolean {
  if (bearer === 'page' && (scopes.length === 0 || scopes.includes('*'))) return true;
  return scope !== undefined && isScope(scope) && scopes.includes(scope);
}
