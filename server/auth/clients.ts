import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Queryable } from '../db/database.ts';
import { oauthClients } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

export type OAuthClient = { id: string; grants: string[] };

/** The client with this id and secret. The secret is public (it is in the page): identification, not protection. */
export async function findClient(
  on: Queryable,
  id: string,
  secret: string,
): Promise<OAuthClient | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [client] = await on
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.id, Number(id)), isNull(oauthClients.revoked_at)));
  if (!client || client.secret_hash !== hashToken(secret)) return undefined;
  return { id, grants: client.grants };
}

/** Makes the password client of the page exist with the configured secret. */
export async function registerPageClient(db: Db, id: string, secret: string, now: number): Promise<void> {
  const changing = { secret_hash: hashToken(secret), updated_at: new Date(now) };
  await db
    .insert(oauthClients)
    .values({
      id: Number(id),
      name: 'Promo field',
      grants: ['password', 'refresh_token'],
      created_at: new Date(now),
      ...changing,
    })
    .onConflictDoUpdate({ target: oauthClients.id, set: changing });
}
