import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Db, Queryable, Tx } from '../db/database.ts';
import { tooManyAttempts } from '../db/refusal.ts';
import { loginAttempts, users } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { hashToken } from './tokens.ts';

type Rule = { limit: number; windowMs: number; lockMs: (failures: number) => number };
type Count = typeof loginAttempts.$inferSelect;

const LOCK_MAX_MS = 15 * MINUTE_MS;
const EMAIL_WAIT_MS = 30 * SECOND_MS;

/** After five failures within a minute the pair waits one minute, then two, four, at most fifteen. */
const PAIR: Rule = {
  limit: 5,
  windowMs: MINUTE_MS,
  lockMs: failures => Math.min(MINUTE_MS * 2 ** (failures - 5), LOCK_MAX_MS),
};
/** Whoever guesses one e-mail from many addresses becomes slow: 120 guesses an hour. Its owner waits as long at most. */
const EMAIL: Rule = { limit: 20, windowMs: HOUR_MS, lockMs: () => EMAIL_WAIT_MS };
const ADDRESS: Rule = { limit: 100, windowMs: HOUR_MS, lockMs: () => LOCK_MAX_MS };

/** Who tries to sign in: as whom, from where, and with the mark that a known device carries. */
type Attempt = { email: string; ip: string; device: string | undefined };

/** What is counted of it. A known device counts for itself alone. */
async function rulesOf(db: Db, { email, ip, device }: Attempt): Promise<Map<string, Rule>> {
  if (await isKnownDevice(db, email, device)) return new Map([[hashToken(`device|${device}`), PAIR]]);
  return new Map([
    [hashToken(`pair|${email}|${ip}`), PAIR],
    [hashToken(`email|${email}`), EMAIL],
    [hashToken(`ip|${ip}`), ADDRESS],
  ]);
}

/** The counts of an attempt, locked until the end of the transaction. */
async function lockCounts(tx: Tx, rules: Map<string, Rule>): Promise<{ rule: Rule; count: Count }[]> {
  const rows = await tx
    .select()
    .from(loginAttempts)
    .where(inArray(loginAttempts.key_hash, [...rules.keys()]))
    // In one order for everybody, or two logins could wait for each other.
    .orderBy(loginAttempts.key_hash)
    .for('update');
  return [...rules].flatMap(([key, rule]) => {
    const count = rows.find(row => row.key_hash === key);
    return count ? [{ rule, count }] : [];
  });
}

async function writeCount(tx: Tx, { key_hash, ...count }: Count): Promise<void> {
  await tx.update(loginAttempts).set(count).where(eq(loginAttempts.key_hash, key_hash));
}

/** The count after one more attempt. A lock is remembered for a while, so that repeated ones grow. */
function countAttempt(before: Count, rule: Rule, now: number): Count {
  const isRemembered = now < Math.max(before.window_start.getTime(), lockedUntil(before)) + rule.windowMs;
  const failures = isRemembered ? before.failures + 1 : 1;
  return {
    key_hash: before.key_hash,
    failures,
    window_start: isRemembered ? before.window_start : new Date(now),
    locked_until: failures >= rule.limit ? new Date(now + rule.lockMs(failures)) : null,
  };
}

const lockedUntil = ({ locked_until }: Count) => locked_until?.getTime() ?? 0;

/**
 * Counts an attempt before its password is looked at, so that a flood of parallel guesses cannot outrun
 * the counters. Refuses with 429 when any of them is locked; a success takes the attempt back.
 */
export async function countLogin(db: Db, attempt: Attempt, now: number): Promise<void> {
  const rules = await rulesOf(db, attempt);
  const keys = [...rules.keys()].sort();
  await transact(db, async tx => {
    await tx
      .insert(loginAttempts)
      .values(keys.map(key_hash => ({ key_hash, failures: 0, window_start: new Date(now) })))
      .onConflictDoNothing();
    const counts = await lockCounts(tx, rules);
    for (const { rule, count } of counts) {
      const lockedMs = lockedUntil(count) - now;
      if (lockedMs > 0) throw tooManyAttempts(rule.limit, Math.ceil(lockedMs / 1000), now);
    }
    for (const { rule, count } of counts) await writeCount(tx, countAttempt(count, rule, now));
  });
}

/** A right password: the pair starts afresh, the e-mail and the address get this one attempt back. */
export async function resetLoginAttempts(db: Db, attempt: Attempt): Promise<void> {
  const rules = await rulesOf(db, attempt);
  await transact(db, async tx => {
    for (const { rule, count } of await lockCounts(tx, rules)) {
      const failures = rule === PAIR ? 0 : Math.max(0, count.failures - 1);
      await writeCount(tx, { ...count, failures, locked_until: null });
    }
  });
}

const NONCE_BYTES = 16;

/**
 * The mark that a device carries from which a user has signed in. Its attempts are counted by themselves, so that guesses
 * of others do not keep its owner out. It is made with the password's hash and not stored: a new password ends it.
 */
function markOf(nonce: string, { id, hash }: { id: number; hash: string }): string {
  return `${nonce}.${createHmac('sha256', hash).update(`device ${id} ${nonce}`).digest('base64url')}`;
}

const USER_COLUMNS = { id: users.id, hash: users.password_hash };

export async function markDevice(on: Queryable, userId: number): Promise<string | undefined> {
  const [user] = await on.select(USER_COLUMNS).from(users).where(eq(users.id, userId));
  return user && markOf(randomBytes(NONCE_BYTES).toString('base64url'), user);
}

/** Whether that mark was given to a device of the user with this e-mail. */
export async function isKnownDevice(on: Queryable, email: string, mark: string | undefined) {
  if (!mark || email.includes('\0')) return false;
  const [user] = await on.select(USER_COLUMNS).from(users).where(eq(users.email, email));
  const [nonce = ''] = mark.split('.');
  const expected = Buffer.from(user ? markOf(nonce, user) : '');
  const given = Buffer.from(mark);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
