/**
 * A device on which somebody has signed in before carries a mark that nobody can guess. Its attempts are counted by
 * themselves, so that guesses of others, from wherever, do not keep its owner out.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema.ts';

const NONCE_BYTES = 16;

/** Nothing is stored for it: it is made with the password's hash, which nobody else has. A new password ends it. */
function markOf(nonce: string, { id, hash }: { id: number; hash: string }): string {
  return `${nonce}.${createHmac('sha256', hash).update(`device ${id} ${nonce}`).digest('base64url')}`;
}

const userOf = { id: users.id, hash: users.password_hash };

/** A mark for the device on which this user has just given the right password. */
export async function markDevice(on: Queryable, userId: number): Promise<string | undefined> {
  const [user] = await on.select(userOf).from(users).where(eq(users.id, userId));
  return user && markOf(randomBytes(NONCE_BYTES).toString('base64url'), user);
}

/** Whether that mark was given to a device of the user with this e-mail. */
export async function isKnownDevice(
  on: Queryable,
  email: string,
  mark: string | undefined,
): Promise<boolean> {
  if (!mark || email.includes('\0')) return false;
  const [user] = await on.select(userOf).from(users).where(eq(users.email, email));
  const [nonce = ''] = mark.split('.');
  const expected = Buffer.from(user ? markOf(nonce, user) : '');
  const given = Buffer.from(mark);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
