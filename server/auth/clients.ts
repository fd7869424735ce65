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

/** The client that personal tokens belong to. Nobody can be it: it has no secret. */
export const PERSONAL_CLIENT = 1;

/** Makes the firm's own clients exist: the page, with the configured secret, and the maker of personal tokens. */
export async function registerOwnClients(db: Db, id: string, secret: string, now: number): Promise<void> {
  const times = { created_at: new Date(now), updated_at: new Date(now) };
  const changing = { secret_hash: hashToken(secret), updated_at: new Date(now) };
  const page = { id: Number(id), name: 'Promo field', grants: ['password', 'refresh_token'], redirects: [] };
  await db
    .insert(oauthClients)
    .values({ ...page, ...times, ...changing })
    .onConflictDoUpdate({ target: oauthClients.id, set: changing });
  const personal = { id: PERSONAL_CLIENT, name: 'Personal access tokens', grants: [], redirects: [] };
  await db
    .insert(oauthClients)
    .values({ ...personal, secret_hash: '', ...times })
    .onConflictDoNothing({ target: oauthClients.id });
}
