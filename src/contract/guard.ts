/** Permissions that the server returns in the current user's `can` set. */
export const PERMISSIONS = ['work_promoter', 'edit_promoters', 'edit_users'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What is asked of a user: one permission, any of a list, or all of a list. */
export type Requirement = Permission | { or: readonly Permission[] } | { and: readonly Permission[] };

/**
 * Who may call: `public` anybody, `client` an OAuth client, `session` anybody signed in, otherwise somebody signed in
 * who satisfies the requirement.
 */
export type Guard = 'public' | 'client' | 'session' | Requirement;

/**
 * Who works in the warehouse. The specification names no permission for it, so this one is our server's alone: another
 * backend may let in others, and the page leaves it to the backend.
 */
export const WAREHOUSE_STAFF: Requirement = { or: ['edit_promoters', 'edit_users'] };
