/** Whether somebody is who they say, and still works here. */
import { and, eq, like, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../db/database.ts';
import type { Deps } from '../db/deps.ts';
import { users } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { PUBLISHED_PASSWORD } from './demo-password.ts';
import { BCRYPT_BYTES, equalizeTiming, hashPassword, readStoredHash, verifyPassword } from './passwords.ts';

/** Somebody whose password was right; since when it is theirs. */
type VerifiedUser = { id: number; passwordSince: Date };

/**
 * The active user with this e-mail and password. It takes as long where there is none. `isExposed`: the request came to
 * where others than this machine can ask.
 */
export async function checkPassword(
  deps: Deps,
  { email, password, isExposed }: { email: string; password: string; isExposed: boolean },
): Promise<VerifiedUser | undefined> {
  // No e-mail has a NUL, and the engine refuses to compare with one.
  const [user] = email.includes('\0') ? [] : await deps.db.select().from(users).where(eq(users.email, email));
  const stored = user?.password_hash;
  const verdict = stored === undefined ? 'wrong' : await verifyPassword(stored, password);
  if (verdict === 'broken') deps.log({ level: 'error', event: 'login.broken_hash', user_id: user?.id });
  const isPublished = isExposed && password === PUBLISHED_PASSWORD;
  if (user && verdict === 'right' && user.status === 'active' && !isPublished) {
    await renewHash(deps, user, password);
    return { id: user.id, passwordSince: user.password_changed_at };
  }
  const verified = stored === undefined || verdict === 'broken' ? undefined : readStoredHash(stored);
  await equalizeTiming(verified, password, await costliestBcrypt(deps.db));
  return undefined;
}

/** The dearest hash that somebody has brought along and not signed in with since. */
async function costliestBcrypt(on: Queryable): Promise<number | undefined> {
  const [row] = await on
    .select({ cost: sql<string | null>`max(substr(${users.password_hash}, 5, 2))` })
    .from(users)
    .where(like(users.password_hash, '$2_$__$%'));
  const cost = Number(row?.cost ?? Number.NaN);
  return cost >= BCRYPT_COSTS.min && cost <= BCRYPT_COSTS.max ? cost : undefined;
}

/** What a filler can be made of; a broken hash may say anything. */
const BCRYPT_COSTS = { min: 4, max: 14 };

/**
 * What is weaker than our own hashes is replaced while the password is known. The password stays the same: nobody is
 * signed out. Of a longer one than bcrypt looks at we do not know the rest, so its hash stays as it is.
 */
async function renewHash(
  { db, config: { hashCost } }: Deps,
  { id, password_hash }: { id: number; password_hash: string },
  password: string,
) {
  const stored = readStoredHash(password_hash, hashCost);
  if (stored?.kind === 'argon2' && !stored.isWeak) return;
  if (stored?.kind === 'bcrypt' && Buffer.byteLength(password) > BCRYPT_BYTES) return;
  const renewed = await hashPassword(password, hashCost);
  // Whoever has changed the password meanwhile is not overruled.
  await transact(db, tx =>
    tx
      .update(users)
      .set({ password_hash: renewed })
      .where(and(eq(users.id, id), eq(users.password_hash, password_hash))),
  );
}

/**
 * Whether a login may still begin: nobody has blocked the user or changed the password since it was checked. Held until
 * the end of the transaction, so whoever does so now ends this login too.
 */
export async function lockVerifiedUser(tx: Tx, { id, passwordSince }: VerifiedUser): Promise<boolean> {
  const [user] = await tx
    .select({ status: users.status, since: users.password_changed_at })
    .from(users)
    .where(eq(users.id, id))
    .for('share');
  return user?.status === 'active' && user.since.getTime() === passwordSince.getTime();
}

/** Nothing is issued to who was blocked. */
export async function isActive(on: Queryable, userId: number): Promise<boolean> {
  const [user] = await on.select({ status: users.status }).from(users).where(eq(users.id, userId));
  return user?.status === 'active';
}
