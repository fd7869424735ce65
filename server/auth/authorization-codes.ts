/** Authorization codes: 256 bits, kept as hashes, for a minute, for one use (RFC 6749, 4.1.2). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { MINUTE_MS } from '#kit/clock.ts';
import type { Tx } from '../db/database.ts';
import { madeAt } from '../db/schema/columns.ts';
import { oauthCodes } from '../db/schema.ts';
import { isActive } from './check-password.ts';
import { UNKNOWN_CODE, UnusableGrant } from './oauth-library.ts';
import { revokeFamily } from './token-store.ts';
import { hashToken } from './tokens.ts';

export const CODE_MS = MINUTE_MS;

type CodeContent = Pick<
  typeof oauthCodes.$inferSelect,
  'client_id' | 'user_id' | 'redirect_uri' | 'scopes' | 'challenge'
>;

export async function storeCode(tx: Tx, code: string, of: CodeContent, now: number): Promise<void> {
  await tx.insert(oauthCodes).values({
    code_hash: hashToken(code),
    family: randomUUID(),
    ...of,
    expires_at: new Date(now + CODE_MS),
    ...madeAt(now),
  });
}

/**
 * Takes a code for its only use, under a row lock: whatever comes of it, nobody takes it again. Shown twice it was
 * stolen, before or after; what came of it ends, in this transaction: it must commit, though UnusableGrant is thrown.
 */
export async function takeCode(tx: Tx, code: string, clientId: number, now: number) {
  const [row] = await tx
    .select()
    .from(oauthCodes)
    .where(eq(oauthCodes.code_hash, hashToken(code)))
    .for('update');
  if (!row) throw new UnusableGrant(UNKNOWN_CODE);
  if (row.client_id !== clientId) throw new UnusableGrant('Authorization code was not issued to this client');
  if (row.used_at) {
    await revokeFamily(tx, row.family, now);
    throw new UnusableGrant('Authorization code has been revoked');
  }
  if (row.expires_at.getTime() <= now) throw new UnusableGrant('Authorization code has expired');
  if (!(await isActive(tx, row.user_id))) throw new UnusableGrant('Authorization code has been revoked');
  await tx
    .update(oauthCodes)
    .set({ used_at: new Date(now), updated_at: new Date(now) })
    .where(eq(oauthCodes.code_hash, row.code_hash));
  return row;
}
