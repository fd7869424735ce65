import type { Permission, Requirement } from '#contract/guard.ts';

/** Whether the permission flags of a user satisfy a requirement; no requirement is open to anybody signed in. */
export function satisfies(
  can: Readonly<Record<string, boolean>>,
  requirement: Requirement | undefined,
): boolean {
  if (requirement === undefined) return true;
  const holds = (permission: Permission) => Object.hasOwn(can, permission) && can[permission] === true;
  if (typeof requirement === 'string') return holds(requirement);
  return 'or' in requirement ? requirement.or.some(holds) : requirement.and.every(holds);
}

/** Who works with contacts and orders. */
export const PROMO_STAFF: Requirement = { or: ['work_promoter', 'edit_promoters'] };

/** Moderators and administrators. They may have all permissions and no contacts or requests of their own. */
export const MANAGERS: Requirement = { or: ['edit_promoters', 'edit_users'] };

/** The permissions that a requirement names and the user lacks, for the 403 screen. */
export function missingPermissions(
  can: Readonly<Record<string, boolean>>,
  requirement: Requirement | undefined,
): Permission[] {
  if (requirement === undefined || satisfies(can, requirement)) return [];
  if (typeof requirement === 'string') return [requirement];
  const named = 'or' in requirement ? requirement.or : requirement.and;
  return named.filter(permission => !satisfies(can, permission));
}
