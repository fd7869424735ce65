/**
 * The demo accounts have a password that everybody can read. On one machine that is convenient; where others can reach the
 * server, whoever has it is nobody: no sign-in, and no token from before.
 */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Deps } from '../db/deps.ts';
import { invalidToken } from '../db/refusal.ts';
import { users } from '../db/schema.ts';
import type { Identity } from './authenticate.ts';
import { verifyPassword } from './passwords.ts';

/** Of the demo accounts, unless somebody chose another one. */
export const PUBLISHED_PASSWORD = 'demo-demo';

/** Demo accounts are in the domain that is nobody's (RFC 2606). */
const DEMO_DOMAIN = '@example.com';

/** By hash: what came of comparing it with that password. This costs as much as a sign-in, so it is done once. */
const known = new Map<string, ReturnType<typeof verifyPassword>>();
const KNOWN_MAX = 1_000;

/** Refuses a token that was given for the published password: where others can come they could have had it. */
export async function refusePublishedPassword({ db }: Deps, { id, email, impersonator }: Identity) {
  if (!impersonator && !isDemo(email)) return;
  if (await hasPublishedPassword(db, impersonator?.id ?? id)) throw invalidToken();
}

function isDemo(email: string): boolean {
  return email.endsWith(DEMO_DOMAIN);
}

/** Whether this is a demo account that still has the published password. */
export async function hasPublishedPassword(db: Queryable, userId: number): Promise<boolean> {
  const [user] = await db
    .select({ email: users.email, hash: users.password_hash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || !isDemo(user.email)) return false;
  const asked = known.get(user.hash) ?? verifyPassword(user.hash, PUBLISHED_PASSWORD);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(user.hash, asked);
  return (await asked) === 'right';
}
