import { eq } from 'drizzle-orm';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import type { Tx } from '../../db/database.ts';
import { invalid } from '../../db/refusal.ts';
import { roles, userRole, users } from '../../db/schema.ts';
import type { RoleName } from '../../db/seed/base.ts';
import { type Act, audit } from '../act.ts';

export type NewUser = { name: string; email: string; passwordHash: string; role: RoleName };
type CreatedUser = { id: number; name: string; email: string };

/** Makes an account. Of two that want the same address at once the unique index lets one through. */
export async function createUser(
  tx: Tx,
  act: Act,
  { name, email, passwordHash, role: roleName }: NewUser,
): Promise<CreatedUser> {
  const [made] = await tx
    .insert(users)
    .values({
      name,
      email: email.toLowerCase(),
      password_hash: passwordHash,
      status: 'active',
      password_changed_at: act.now,
      created_at: act.now,
      updated_at: act.now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, name: users.name, email: users.email });
  if (!made) throw invalid({ email: [EMAIL_TAKEN] });
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, roleName));
  if (!role) throw new Error(`the role ${roleName} is not seeded`);
  await tx.insert(userRole).values({ user_id: made.id, role_id: role.id });
  await audit(tx, act, { action: 'create', entity: 'user', entityId: made.id, after: { role: roleName } });
  return made;
}
