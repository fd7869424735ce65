import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../db/database.ts';
import { madeAt } from '../db/schema/columns.ts';
import { oauthClients } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { hashToken } from './tokens.ts';

export type OAuthClient = { id: string; grants: string[] };

/** The secret of the page's client is public: there it is identification, not protection. */
export async function findClient(on: Queryable, id: string, secret: string) {
  if (!isClientId(id)) return undefined;
  const [client] = await on.select().from(oauthClients).where(isActiveClient(id));
  return checkSecret(client, secret);
}

/** The same, held until the end of the transaction: while it is being deleted, nothing is issued to it. */
export async function findAndLockClient(tx: Tx, id: string, secret: string) {
  if (!isClientId(id)) return undefined;
  const [client] = await tx.select().from(oauthClients).where(isActiveClient(id)).for('share');
  return checkSecret(client, secret);
}

/** Whether a text can be the id of a client: 15 digits stay exact. */
export function isClientId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function isActiveClient(id: string) {
  return and(eq(oauthClients.id, Number(id)), isNull(oauthClients.revoked_at));
}

function checkSecret(client: typeof oauthClients.$inferSelect | undefined, secret: string) {
  if (client?.secret_hash !== hashToken(secret)) return undefined;
  return { id: String(client.id), grants: client.grants };
}

/** Id and secret of a Basic header; both are form-encoded before they are joined (RFC 6749, 2.3.1). */
export function readBasicHeader(authorization: string | undefined) {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(authorization ?? '')?.[1];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return { id: formDecode(id), secret: formDecode(secret) };
}

/** Older clients send the halves as they are: what cannot be decoded was not encoded. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The client that personal tokens belong to. Nobody can be it: it has no secret. */
export const PERSONAL_CLIENT = 1;

/** Makes the firm's own clients exist: the page, with the configured secret, and the maker of personal tokens. */
export async function registerOwnClients(db: Db, id: string, secret: string, now: number): Promise<void> {
  const changing = { secret_hash: hashToken(secret), updated_at: new Date(now) };
  const page = { id: Number(id), name: 'Promo field', grants: ['password', 'refresh_token'], redirects: [] };
  const personal = { id: PERSONAL_CLIENT, name: 'Personal access tokens', grants: [], redirects: [] };
  await transact(db, async tx => {
    await tx
      .insert(oauthClients)
      .values({ ...page, ...madeAt(now), ...changing })
      .onConflictDoUpdate({ target: oauthClients.id, set: changing });
    await tx
      .insert(oauthClients)
      .values({ ...personal, secret_hash: '', ...madeAt(now) })
      .onConflictDoNothing({ target: oauthClients.id });
  });
}
