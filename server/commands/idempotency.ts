/** Idempotency-Key: the key, the effect and the answer are written in one transaction (CONTRACT.md). */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import { isLocalId } from '#kit/ids.ts';
import { type Db, preparedOnce, type Queryable, type Tx } from '../db/database.ts';
import { problemOf } from '../db/database-problem.ts';
import { Refusal } from '../db/refusal.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

/** An outbox may sleep over holidays. */
const RETENTION_MS = 30 * DAY_MS;
const PURGE_BATCH = 1000;
const PASSWORDS = new Set(['password', 'password_confirmation']);

/** What was answered, byte for byte. */
export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array };

/** Who repeats what: the scope of a key, and what must not change under it. */
export type Attempt = { userId: number; route: string; key: string; fingerprint: string; now: Date };

/** The key of a request, bare or as a quoted string; undefined if none was sent. */
export function readKey(header: string | undefined): string | undefined {
  const key = keyIn(header);
  if (header === undefined || key !== undefined) return key;
  throw new Refusal(400, {
    message: 'The Idempotency-Key header must be 8 to 255 visible ASCII characters.',
    code: 'idempotency_key_malformed',
  });
}

function keyIn(header: string | undefined): string | undefined {
  const text = header?.trim() ?? '';
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted === undefined ? text : quoted.replace(/\\(["\\])/g, '$1');
  return /^[\x21-\x7e]{8,255}$/.test(key) ? key : undefined;
}

/** The key as the permanent mark of a row, when it is a uuid. */
export function clientKeyOf(key: string | undefined): string | null {
  const lower = key?.toLowerCase();
  return lower !== undefined && isLocalId(lower) ? lower : null;
}

/**
 * One hash for a request, whatever the order of its fields. Passwords stay out of it: a quick hash of something so
 * easily guessed must not lie in a table. Who works as somebody else shares their keys, but an answer to one of the
 * two is not told to the other.
 */
export function fingerprintOf(
  { method, route, impersonatorId }: { method: string; route: string; impersonatorId: number | null },
  input: unknown,
) {
  const by = impersonatorId === null ? '' : ` by ${impersonatorId}`;
  const text = `${method} ${route}${by}\n${canonical(withoutPasswords(input))}`;
  return createHash('sha256').update(text).digest('hex');
}

function withoutPasswords(input: unknown) {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !PASSWORDS.has(name)));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** Does the work once: the first attempt stores its answer, every other one gets exactly those bytes. */
export async function once(db: Db, attempt: Attempt, work: (tx: Tx) => Promise<Answer>) {
  return refuseInProgress(() =>
    transact(db, async tx => {
      // On PostgreSQL the loser waits here until the winner is through.
      const [claimed] = await claimOf(tx).execute(attempt);
      if (!claimed) return { answer: await recall(tx, attempt), replayed: true };
      const answer = await work(tx);
      await answerInto(tx).execute({ ...attempt, ...answer, headers: JSON.stringify(answer.headers) });
      return { answer, replayed: false };
    }),
  );
}

/** Tells who has waited too long for the first attempt to come again. */
export async function refuseInProgress<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (problemOf(error) !== 'locked') throw error;
    throw new Refusal(
      409,
      { message: 'The same request is still in progress.', code: 'idempotency_in_progress' },
      { 'Retry-After': '1' },
    );
  }
}

/** What the same request was answered before; undefined where it has not been answered, or was another request. */
export async function answeredBefore(on: Queryable, attempt: Attempt): Promise<Answer | undefined> {
  const [row] = await rowOf(on).execute(attempt);
  if (row?.fingerprint !== attempt.fingerprint || row.status === null || row.body === null) return undefined;
  return { status: row.status, headers: row.headers ?? {}, body: row.body };
}

/**
 * Whether a request under this key has been carried out before. Rights and rules may have changed since, so that the
 * same request is refused now: that refusal does not say that nothing was done.
 *
 * @param header Idempotency-Key as it was sent
 */
export async function isCarriedOut(
  on: Queryable,
  { userId, route, header }: { userId: number; route: string; header: string },
) {
  const key = keyIn(header);
  if (key === undefined) return false;
  const [row] = await rowOf(on).execute({ userId, route, key });
  return row !== undefined;
}

const claimOf = preparedOnce((tx: Tx) =>
  tx
    .insert(idempotencyKeys)
    .values({
      user_id: sql.placeholder('userId'),
      route: sql.placeholder('route'),
      key: sql.placeholder('key'),
      fingerprint: sql.placeholder('fingerprint'),
      created_at: sql.placeholder('now'),
      updated_at: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('claim_key'),
);

const namedKey = and(
  eq(idempotencyKeys.user_id, sql.placeholder('userId')),
  eq(idempotencyKeys.route, sql.placeholder('route')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
);

const rowOf = preparedOnce(on => on.select().from(idempotencyKeys).where(namedKey).prepare('find_key'));

const answerInto = preparedOnce((tx: Tx) =>
  tx
    .update(idempotencyKeys)
    .set({
      status: sql`${sql.placeholder('status')}`,
      headers: sql`${sql.placeholder('headers')}::jsonb`,
      body: sql`${sql.placeholder('body')}`,
    })
    .where(namedKey)
    .prepare('keep_answer'),
);

async function recall(tx: Tx, attempt: Attempt): Promise<Answer> {
  const [row] = await rowOf(tx).execute(attempt);
  if (!row) throw new Error('an idempotency key conflicted and was not there');
  if (row.fingerprint !== attempt.fingerprint) {
    throw new Refusal(422, {
      message: 'This Idempotency-Key was used with another request.',
      errors: { 'Idempotency-Key': ['Ключ уже использован с другими данными'] },
      code: 'idempotency_key_reused',
    });
  }
  if (row.status === null || row.body === null) throw new Error('an idempotency key has no answer');
  return { status: row.status, headers: row.headers ?? {}, body: row.body };
}

/** Forgets stored answers older than the retention, in batches; the rows they made keep their client_key. */
export async function purgeIdempotencyKeys(db: Db, now: number): Promise<number> {
  const old = lt(idempotencyKeys.created_at, new Date(now - RETENTION_MS));
  const pick = { user_id: idempotencyKeys.user_id, route: idempotencyKeys.route, key: idempotencyKeys.key };
  for (let purged = 0; ; ) {
    const gone = await transact(db, tx => {
      const found = tx.select(pick).from(idempotencyKeys).where(old).limit(PURGE_BATCH);
      // Several processes may purge at once: what one of them has, the others leave to it.
      const batch = found.for('update', { skipLocked: true });
      return tx
        .delete(idempotencyKeys)
        .where(
          sql`(${idempotencyKeys.user_id}, ${idempotencyKeys.route}, ${idempotencyKeys.key}) in (${batch})`,
        )
        .returning({ key: idempotencyKeys.key });
    });
    purged += gone.length;
    if (gone.length < PURGE_BATCH) return purged;
  }
}
