/** Who may call what: the caller's permissions first, then what their token is good for. Deny by default. */
import { BEARERS, type Endpoint, SCOPES, type Scope } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Guard, PERMISSIONS } from '#contract/guard.ts';
import { satisfies } from '#domain/permissions.ts';
import { insufficientScope, unauthorized } from '../db/refusal.ts';
import type { Identity } from './authenticate.ts';

type CallRule = Pick<Endpoint, 'guard' | 'notWhileImpersonating' | 'scope' | 'bearers'>;

/** Refuses whoever lacks what the endpoint asks for. A guard, bearer or scope that nobody knows lets nobody in. */
export function authorizeCall(identity: Identity, rule: CallRule): void {
  if (rule.notWhileImpersonating && identity.impersonator) throw unauthorized();
  if (!satisfiesGuard(identity.can, rule.guard)) throw unauthorized();
  if (!isBearerAllowed(identity, rule)) throw insufficientScope();
  if (!isScopeGranted(identity, rule)) throw insufficientScope(rule.scope);
}

function isBearerAllowed({ bearer }: Identity, { bearers = BEARERS }: CallRule): boolean {
  return BEARERS.includes(bearer) && bearers.includes(bearer);
}

/**
 * The page's own token is good for everything, unless it was asked for with named scopes. Every other one is good for
 * nothing but what a scope opens.
 */
function isScopeGranted({ bearer, scopes }: Identity, { scope }: CallRule): boolean {
  if (bearer === 'page' && (scopes.length === 0 || scopes.includes('*'))) return true;
  return scope !== undefined && isScope(scope) && scopes.includes(scope);
}

/**
 * Whether somebody signed in with these permissions passes a guard. `public` and `client` are no guards of theirs; one
 * that names nothing, or what is no permission, is a mistake and lets nobody in.
 */
export function satisfiesGuard(can: Readonly<Record<string, boolean>>, guard: Guard): boolean {
  if (guard === 'session') return true;
  if (guard === 'public' || guard === 'client') return false;
  const named: string[] = typeof guard === 'string' ? [guard] : Object.values(guard ?? {}).flat();
  const isKnown = named.length > 0 && named.every(name => PERMISSIONS.some(known => known === name));
  return isKnown && satisfies(can, guard);
}

/** What a user reads before they agree. */
export const SCOPE_TITLES: Record<Scope, string> = {
  profile: 'Видеть ваше имя, e-mail и роль',
  promo: 'Видеть и менять ваши телефоны, видеть и оформлять заявки',
  moderation: 'Управлять промоутерами: отчеты, выплаты и статистика',
  warehouse: 'Видеть склад и менять его документы',
  integration: 'Сообщать состояние и сумму заявок из учетной системы',
};

export function isScope(name: string): name is Scope {
  return SCOPES.some(scope => scope === name);
}

function endpointsOf(scope: Scope): Endpoint[] {
  return Object.values(endpoints).filter(endpoint => endpoint.scope === scope);
}

/** The scopes that somebody with these permissions can give away: nothing that they may not do themselves. */
export function grantableScopes(can: Readonly<Record<string, boolean>>): Scope[] {
  return SCOPES.filter(scope => endpointsOf(scope).some(({ guard }) => satisfiesGuard(can, guard)));
}

export function servesPersonal(scope: Scope): boolean {
  return endpointsOf(scope).some(({ bearers = BEARERS }) => bearers.includes('personal'));
}
