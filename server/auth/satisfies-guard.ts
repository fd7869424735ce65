import { type Guard, PERMISSIONS } from '#contract/guard.ts';
import { satisfies } from '#domain/permissions.ts';

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
