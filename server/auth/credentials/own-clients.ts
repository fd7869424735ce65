/** Clients that users have made: each is its owner's alone, and nobody else finds out that it is there. */
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { invalid, notFound } from '../../db/refusal.ts';
import { oauthClients, oauthCodes, users } from '../../db/schema.ts';
import { revokeTokensOf } from '../token-store.ts';
import { hashToken, newToken } from '../tokens.ts';

export type OwnClient = Pick<
  typeof oauthClients.$inferSelect,
  'id' | 'name' | 'user_id' | 'redirects' | 'created_at' | 'updated_at'
>;

/** What an owner says of a client; everything else about it is not theirs to say. */
export type ClientForm = { name: string; redirects: string[] };

const CLIENTS_MAX = 50;
const GRANTS = ['authorization_code', 'refresh_token'];

const columns = {
  id: oauthClients.id,
  name: oauthClients.name,
  user_id: oauthClients.user_id,
  redirects: oauthClients.redirects,
  created_at: oauthClients.created_at,
  updated_at: oauthClients.updated_at,
};

const livingOf = (userId: number) => and(eq(oauthClients.user_id, userId), isNull(oauthClients.revoked_at));

/** A user's clients, by name. */
export async function readOwnClients(on: Queryable, userId: number): Promise<OwnClient[]> {
  return on
    .select(columns)
    .from(oauthClients)
    .where(livingOf(userId))
    .orderBy(asc(oauthClients.name), asc(oauthClients.id));
}

/** Makes a client and tells its secret, for the only time. */
export async function makeClient(
  tx: Tx,
  userId: number,
  form: ClientForm,
  now: Date,
): Promise<{ client: OwnClient; secret: string }> {
  await refuseTooMany(tx, userId);
  const secret = newToken();
  const [client] = await tx
    .insert(oauthClients)
    .values({
      name: form.name,
      redirects: form.redirects,
      user_id: userId,
      grants: GRANTS,
      secret_hash: hashToken(secret),
      created_at: now,
      updated_at: now,
    })
    .returning(columns);
  if (!client) throw new Error('no client was made');
  return { client, secret };
}

/** Counted under the owner's lock: two that are made at once count each other. */
async function refuseTooMany(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [have] = await tx.select({ clients: count() }).from(oauthClients).where(livingOf(userId));
  if ((have?.clients ?? 0) < CLIENTS_MAX) return;
  throw invalid({ name: [`Приложений может быть не больше ${CLIENTS_MAX}: удалите ненужное`] });
}

/** The client as it was and as it is now. */
export async function alterClient(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
  form: ClientForm,
  now: Date,
): Promise<{ before: OwnClient; after: OwnClient }> {
  const before = await lockOwnClient(tx, userId, id);
  const [after] = await tx
    .update(oauthClients)
    .set({ name: form.name, redirects: form.redirects, updated_at: now })
    .where(eq(oauthClients.id, id))
    .returning(columns);
  if (!after) throw new Error('a client vanished under its lock');
  return { before, after };
}

/**
 * Ends a client, with its codes and with every token that anybody has given it. Whoever is giving one holds the
 * client's row meanwhile: they are waited for, and what they gave is found here.
 */
export async function dropClient(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
  now: Date,
): Promise<OwnClient> {
  const client = await lockOwnClient(tx, userId, id);
  await tx.update(oauthClients).set({ revoked_at: now, updated_at: now }).where(eq(oauthClients.id, id));
  await tx.delete(oauthCodes).where(eq(oauthCodes.client_id, id));
  await revokeTokensOf(tx, { clientId: id }, now);
  return client;
}

async function lockOwnClient(tx: Tx, userId: number, id: number): Promise<OwnClient> {
  const [client] = await tx
    .select(columns)
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), livingOf(userId)))
    .for('update');
  if (!client) throw notFound();
  return client;
}
