import { and, eq } from 'drizzle-orm';
import type { Deps } from '../db/deps.ts';
import { accessTokens, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { findClient, readBasic } from './clients.ts';
import { refuseToken } from './passport.ts';
import { revokeFamily } from './token-store.ts';
import { hashToken } from './tokens.ts';

/** RFC 7009. Either token of a login ends all of it; an unknown one is no error. */
export async function revokeTokens(
  deps: Deps,
  form: Record<string, string>,
  authorization: string | undefined,
): Promise<void> {
  const { db, clock, config } = deps;
  const basic = readBasic(authorization);
  const id = basic?.id ?? form.client_id ?? '';
  const client = await findClient(db, id, basic?.secret ?? form.client_secret ?? '');
  if (!client) throw refuseToken('client', config.passportCompat, { basic: basic !== undefined });
  const token = form.token;
  if (!token) throw refuseToken('parameter', config.passportCompat, { hint: 'Check the `token` parameter' });
  await transact(db, async tx => {
    for (const table of [refreshTokens, accessTokens]) {
      const [found] = await tx
        .select({ family: table.family })
        .from(table)
        .where(and(eq(table.token_hash, hashToken(token)), eq(table.client_id, Number(client.id))));
      if (found) await revokeFamily(tx, found.family, clock());
    }
  });
}
