/** Tokens that users make for programs of their own. Each is a login of one access token, for a year. */
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import { SCOPES, type Scope } from '#contract/endpoint.ts';
import type { Queryable, Tx } from '../../db/database.ts';
import { invalid, notFound } from '../../db/refusal.ts';
import { accessTokens, users } from '../../db/schema.ts';
import { PERSONAL_CLIENT } from '../clients.ts';
import { grantableScopes } from '../scopes.ts';
import { newFamily, revokeFamily, storeAccessToken } from '../token-store.ts';
import { PERSONAL_MS } from '../tokens.ts';
import type { Granted } from './granted.ts';

const TOKENS_MAX = 100;

const livingOf = (userId: number, now: Date) =>
  and(
    ...[eq(accessTokens.user_id, userId), eq(accessTokens.bearer, 'personal')],
    ...[isNull(accessTokens.revoked_at), gt(accessTokens.expires_at, now)],
  );

/** A user's personal tokens that live, newest first. */
export async function readPersonalTokens(on: Queryable, userId: number, now: Date): Promise<Granted[]> {
  const rows = await on
    .select()
    .from(accessTokens)
    .where(livingOf(userId, now))
    .orderBy(desc(accessTokens.created_at), accessTokens.family);
  return rows.map(asGranted);
}

function asGranted(row: typeof accessTokens.$inferSelect): Granted {
  const { family, user_id, client_id, scopes, created_at, updated_at, expires_at } = row;
  return { family, user_id, client_id, name: row.name ?? '', scopes, created_at, updated_at, expires_at };
}

/** What a new token is asked for, and what its user may do. */
type PersonalForm = {
  name: string;
  scopes: readonly string[];
  can: Readonly<Record<string, boolean>>;
};

/** Makes a personal token and tells it, for the only time. */
export async function makePersonalToken(
  tx: Tx,
  userId: number,
  { name, scopes, can }: PersonalForm,
  now: Date,
): Promise<{ accessToken: string; granted: Granted }> {
  const chosen = chooseScopes(scopes, grantableScopes(can));
  await refuseTooMany(tx, userId, now);
  const of = {
    ...newFamily({ userId, clientId: PERSONAL_CLIENT, scopes: chosen, bearer: 'personal' }, now.getTime()),
    familyExpiresAt: now.getTime() + PERSONAL_MS,
    name,
  };
  const { accessToken, accessExpiresAt } = await storeAccessToken(tx, of, now.getTime());
  const granted = {
    family: of.family,
    user_id: userId,
    client_id: PERSONAL_CLIENT,
    name,
    scopes: chosen,
    created_at: now,
    updated_at: now,
    expires_at: new Date(accessExpiresAt),
  };
  return { accessToken, granted };
}

/** Each once, in the order of the contract, and nothing that the user could not do themselves. */
function chooseScopes(asked: readonly string[], grantable: readonly Scope[]): Scope[] {
  if (asked.length === 0) throw invalid({ scopes: ['Выберите хотя бы одно право'] });
  const known = new Set<string>(grantable);
  const wrong = asked.find(scope => !known.has(scope));
  if (wrong === undefined) return SCOPES.filter(scope => asked.includes(scope));
  throw invalid({ scopes: [`Такого права нет, или вы не можете его дать: ${wrong}`] });
}

/** Counted under the owner's lock: two that are made at once count each other. */
async function refuseTooMany(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [have] = await tx.select({ tokens: count() }).from(accessTokens).where(livingOf(userId, now));
  if ((have?.tokens ?? 0) < TOKENS_MAX) return;
  throw invalid({ name: [`Токенов может быть не больше ${TOKENS_MAX}: отзовите ненужный`] });
}

/** Ends a personal token at once. */
export async function endPersonalToken(
  tx: Tx,
  { userId, family }: { userId: number; family: string },
  now: Date,
): Promise<Granted> {
  const [row] = await tx
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.family, family), livingOf(userId, now)))
    .for('update');
  if (!row) throw notFound();
  await revokeFamily(tx, family, now.getTime());
  return asGranted(row);
}
