/** When other programs last used what they were given: to the hour, so that their calls seldom write anything. */
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Bearer } from '#contract/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import type { Tx } from '../db/database.ts';
import { errorKind } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { accessTokens, oauthClients } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

/** Times as the database writes them into JSON. */
type Used = {
  hash: string;
  bearer: Bearer;
  usedAt: string | null;
  clientId: number;
  clientUsedAt: string | null;
};

/**
 * Notes that a token has let somebody in. Nobody waits for it, and a note that is lost is made at the next call. When an
 * authorization was used is told by its refresh tokens (credentials.ts): here it is its client alone.
 */
export function noteUse(deps: Deps, used: Used, now: Date): void {
  const { hash, bearer, usedAt, clientId, clientUsedAt } = used;
  // Of the page's token only the first use is noted, by authenticate.ts.
  if (bearer === 'page') return;
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  if (bearer === 'personal' && usedAt && new Date(usedAt) <= hourAgo) {
    const isOld = and(eq(accessTokens.token_hash, hash), lte(accessTokens.used_at, hourAgo));
    void note(deps, hash, now, tx => tx.update(accessTokens).set({ used_at: now }).where(isOld));
  }
  if (bearer === 'application' && (!clientUsedAt || new Date(clientUsedAt) <= hourAgo)) {
    const noted = oauthClients.last_used_at;
    const isOld = and(eq(oauthClients.id, clientId), or(isNull(noted), lte(noted, hourAgo)));
    const key = String(clientId);
    void note(deps, key, now, tx => tx.update(oauthClients).set({ last_used_at: now }).where(isOld));
  }
}

/** When a note was begun that is under way or has failed: a database that takes no notes is not asked by every call. */
const pending = new WeakMap<Deps['db'], Map<string, number>>();
const PENDING_MAX = 10_000;

async function note(
  { db, log }: Deps,
  key: string,
  now: Date,
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const begun = pending.get(db) ?? new Map<string, number>();
  pending.set(db, begun);
  if (now.getTime() - (begun.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
  if (begun.size >= PENDING_MAX) begun.clear();
  begun.set(key, now.getTime());
  try {
    await transact(db, write);
    begun.delete(key);
  } catch (error) {
    log({ level: 'error', event: 'last_use.failed', ...errorKind(error) });
  }
}
