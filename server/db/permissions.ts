import { eq } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { permissions, rolePermission, userRole } from './schema.ts';

/** What somebody may do, by all of their roles. */
export async function readPermissions(on: Queryable, userId: number): Promise<Record<string, boolean>> {
  const rows = await on
    .select({ name: permissions.name })
    .from(userRole)
    .innerJoin(rolePermission, eq(rolePermission.role_id, userRole.role_id))
    .innerJoin(permissions, eq(permissions.id, rolePermission.permission_id))
    .where(eq(userRole.user_id, userId));
  return Object.fromEntries(rows.map(({ name }) => [name, true]));
}
