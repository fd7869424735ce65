/** Whether somebody is who they say, and still works here. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { verifyPassword } from './passwords.ts';

/** How e-mails are kept and counted. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** The active user with this e-mail and password. It takes as long where there is none. */
export async function checkPassword(
  on: Queryable,
  email: string,
  password: string,
): Promise<{ id: number } | undefined> {
  // No e-mail has a NUL, and the engine refuses to compare with one.
  const [user] = email.includes('\0') ? [] : await on.select().from(users).where(eq(users.email, email));
  const right = await verifyPassword(user?.password_hash, password);
  return right && user?.status === 'active' ? { id: user.id } : undefined;
}

/** Nothing is issued to who was blocked. */
export async function isActive(on: Queryable, userId: number): Promise<boolean> {
  const [user] = await on.select({ status: users.status }).from(users).where(eq(users.id, userId));
  return user?.status === 'active';
}
