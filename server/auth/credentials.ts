/** What users make and give for other programs: clients, authorizations of applications, personal tokens. */
import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { SCOPES } from '#contract/endpoint.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { invalid, notFound, unauthenticated } from '../db/refusal.ts';
import { madeAt } from '../db/schema/columns.ts';
import { accessTokens, oauthClients, oauthCodes, refreshTokens, users } from '../db/schema.ts';
import type { Identity } from './authenticate.ts';
import { grantableScopes } from './authorize-call.ts';
import { PERSONAL_CLIENT } from './clients.ts';
import { newFamily, revokeFamily, revokeTokensOf, storeAccessToken } from './token-store.ts';
import { FAMILY_MS, hashToken, newToken, PERSONAL_MS } from './tokens.ts';

const CLIENTS_MAX = 50;
const TOKENS_MAX = 100;
const GRANTS = ['authorization_code', 'refresh_token'];

/** A client that a user has made: it is its owner's alone, and nobody else finds out that it is there. */
export type OwnClient = Pick<typeof oauthClients.$inferSelect, keyof typeof clientColumns>;

/** What an owner says of a client; everything else about it is not theirs to say. */
export type ClientForm = { name: string; redirects: string[] };

const { id, name, user_id, redirects, created_at, updated_at, last_used_at } = oauthClients;
const clientColumns = { id, name, user_id, redirects, created_at, updated_at, last_used_at };

const isActiveClientOf = (userId: number) =>
  and(eq(oauthClients.user_id, userId), isNull(oauthClients.revoked_at));

export async function readOwnClients(on: Queryable, userId: number) {
  return on
    .select(clientColumns)
    .from(oauthClients)
    .where(isActiveClientOf(userId))
    .orderBy(asc(oauthClients.name), asc(oauthClients.id));
}

/** Makes a client and tells its secret, for the only time. */
export async function makeClient(tx: Tx, userId: number, { name, redirects }: ClientForm, now: Date) {
  const refusal = `Приложений может быть не больше ${CLIENTS_MAX}: удалите ненужное`;
  await refuseTooMany(tx, userId, oauthClients, isActiveClientOf(userId), CLIENTS_MAX, refusal);
  const secret = newToken();
  const [client] = await tx
    .insert(oauthClients)
    .values({
      name,
      redirects,
      user_id: userId,
      grants: GRANTS,
      secret_hash: hashToken(secret),
      ...madeAt(now),
    })
    .returning(clientColumns);
  if (!client) throw new Error('no client was made');
  return { client, secret };
}

/** Counted under the owner's lock: two that are made at once count each other. */
async function refuseTooMany(
  tx: Tx,
  userId: number,
  table: PgTable,
  isLiving: SQL | undefined,
  max: number,
  refusal: string,
) {
  const owned = eq(users.id, userId);
  const [owner] = await tx.select({ status: users.status }).from(users).where(owned).for('no key update');
  // Whoever waited here may have been blocked meanwhile.
  if (owner?.status !== 'active') throw unauthenticated();
  if ((await tx.$count(table, isLiving)) >= max) throw invalid({ name: [refusal] });
}

type ClientKey = { userId: number; id: number };

export async function updateClient(tx: Tx, key: ClientKey, { name, redirects }: ClientForm, now: Date) {
  const before = await lockOwnClient(tx, key);
  const [after] = await tx
    .update(oauthClients)
    .set({ name, redirects, updated_at: now })
    .where(eq(oauthClients.id, key.id))
    .returning(clientColumns);
  if (!after) throw new Error('a client vanished under its lock');
  return { before, after };
}

/**
 * Gives a client another secret and tells it, for the only time. Whoever has shown the old one holds the client's row until
 * they are done; nobody else gets anything for it any more. What users have allowed stays.
 */
export async function replaceSecret(tx: Tx, key: ClientKey, now: Date) {
  const client = await lockOwnClient(tx, key);
  const secret = newToken();
  await tx
    .update(oauthClients)
    .set({ secret_hash: hashToken(secret), updated_at: now })
    .where(eq(oauthClients.id, key.id));
  return { client: { ...client, updated_at: now }, secret };
}

/**
 * Ends a client, with its codes and with every token that anybody has given it. Whoever is giving one holds the
 * client's row meanwhile: they are waited for, and what they gave is found here.
 */
export async function revokeClient(tx: Tx, key: ClientKey, now: Date) {
  const client = await lockOwnClient(tx, key);
  await tx.update(oauthClients).set({ revoked_at: now, updated_at: now }).where(eq(oauthClients.id, key.id));
  await tx.delete(oauthCodes).where(eq(oauthCodes.client_id, key.id));
  await revokeTokensOf(tx, { clientId: key.id }, now);
  return client;
}

async function lockOwnClient(tx: Tx, { userId, id }: ClientKey) {
  const [client] = await tx
    .select(clientColumns)
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), isActiveClientOf(userId)))
    .for('update');
  if (!client) throw notFound();
  return client;
}

/** What a program was given by its user: one authorization of an application, or one personal token. */
export type Granted = Pick<
  typeof accessTokens.$inferSelect,
  'family' | 'user_id' | 'client_id' | 'scopes' | 'created_at' | 'updated_at' | 'expires_at'
> & { name: string; last_used_at: Date | null };

type Login = { userId: number; family: string };

/** An authorization is one login, however often it was refreshed: the refresh token that it goes on with. */
const isAuthorizationOf = (userId: number, now: Date) =>
  and(
    eq(refreshTokens.user_id, userId),
    eq(refreshTokens.bearer, 'application'),
    isNull(refreshTokens.revoked_at),
    isNull(refreshTokens.rotated_at),
    gt(refreshTokens.expires_at, now),
    isNull(oauthClients.revoked_at),
  );

/** What applications may do for a user, the newest authorization first. */
export async function readAuthorizations(on: Queryable, userId: number, now: Date) {
  const rows = await selectAuthorizations(on)
    .where(isAuthorizationOf(userId, now))
    .orderBy(desc(refreshTokens.family_expires_at), refreshTokens.family);
  return rows.map(grantedToApplication);
}

function selectAuthorizations(on: Queryable) {
  const { family, client_id, scopes, created_at, expires_at, family_expires_at } = refreshTokens;
  return on
    .select({
      granted: {
        family,
        user_id: refreshTokens.user_id,
        client_id,
        name,
        scopes,
        updated_at: created_at,
        expires_at,
        // Its access tokens live an hour: whoever uses it fetches one that often.
        last_used_at: created_at,
      },
      endsAt: family_expires_at,
    })
    .from(refreshTokens)
    .innerJoin(oauthClients, eq(oauthClients.id, client_id));
}

function grantedToApplication({
  granted,
  endsAt,
}: Awaited<ReturnType<typeof selectAuthorizations>>[number]): Granted {
  // The first tokens of a login are purged when they expire; when it began is still known by when it must end.
  return { ...granted, created_at: new Date(endsAt.getTime() - FAMILY_MS) };
}

/** Ends at once what an application may do: this authorization, and no other one of the same application. */
export async function revokeAuthorization(tx: Tx, { userId, family }: Login, now: Date) {
  const isOfLogin = eq(refreshTokens.family, family);
  // Who is refreshing it is waited for; what came of that is seen by the next statement.
  await tx.select({ family: refreshTokens.family }).from(refreshTokens).where(isOfLogin).for('update');
  const [row] = await selectAuthorizations(tx).where(and(isOfLogin, isAuthorizationOf(userId, now)));
  if (!row) throw notFound();
  await revokeFamily(tx, family, now.getTime());
  return grantedToApplication(row);
}

/** A personal token is a login of one access token. */
const isPersonalTokenOf = (userId: number, now: Date) =>
  and(
    eq(accessTokens.user_id, userId),
    eq(accessTokens.bearer, 'personal'),
    isNull(accessTokens.revoked_at),
    gt(accessTokens.expires_at, now),
  );

/** A user's personal tokens that live, newest first. */
export async function readPersonalTokens(on: Queryable, userId: number, now: Date): Promise<Granted[]> {
  return selectPersonalTokens(on)
    .where(isPersonalTokenOf(userId, now))
    .orderBy(desc(accessTokens.created_at), accessTokens.family);
}

function selectPersonalTokens(on: Queryable) {
  const { family, user_id, client_id, scopes, created_at, updated_at, expires_at, used_at } = accessTokens;
  // Every personal token has a name.
  const name = sql<string>`coalesce(${accessTokens.name}, '')`;
  return on
    .select({
      ...{ family, user_id, client_id, name, scopes, created_at, updated_at, expires_at },
      last_used_at: used_at,
    })
    .from(accessTokens);
}

type PersonalForm = {
  name: string;
  scopes: readonly string[];
  /** As long as there is, where it is not said. */
  expires_in_days?: number | null | undefined;
  can: Identity['can'];
};

/** How long a personal token can be good for at most. */
export const PERSONAL_DAYS_MAX = PERSONAL_MS / DAY_MS;

/** Makes a personal token and tells it, for the only time. */
export async function makePersonalToken(tx: Tx, userId: number, form: PersonalForm, now: Date) {
  const { name } = form;
  const scopes = chooseScopes(form);
  const days = chooseDays(form);
  const refusal = `Токенов может быть не больше ${TOKENS_MAX}: отзовите ненужный`;
  await refuseTooMany(tx, userId, accessTokens, isPersonalTokenOf(userId, now), TOKENS_MAX, refusal);
  const of = {
    ...newFamily({ userId, clientId: PERSONAL_CLIENT, scopes, bearer: 'personal' }, now.getTime()),
    familyExpiresAt: now.getTime() + days * DAY_MS,
    name,
  };
  const { accessToken, accessExpiresAt } = await storeAccessToken(tx, of, now.getTime());
  const login = { family: of.family, user_id: userId, client_id: PERSONAL_CLIENT };
  const times = { ...madeAt(now), expires_at: new Date(accessExpiresAt), last_used_at: null };
  return { accessToken, granted: { ...login, name, scopes, ...times } };
}

function chooseDays({ expires_in_days }: PersonalForm): number {
  const days = expires_in_days ?? PERSONAL_DAYS_MAX;
  if (days >= 1 && days <= PERSONAL_DAYS_MAX) return days;
  throw invalid({ expires_in_days: [`Срок действия: от 1 до ${PERSONAL_DAYS_MAX} дней`] });
}

/** Each once, in the order of the contract, and nothing that the user could not do themselves. */
function chooseScopes({ scopes, can }: PersonalForm) {
  if (scopes.length === 0) throw invalid({ scopes: ['Выберите хотя бы одно право'] });
  const grantable = new Set<string>(grantableScopes(can));
  const wrong = scopes.find(scope => !grantable.has(scope));
  if (wrong === undefined) return SCOPES.filter(scope => scopes.includes(scope));
  throw invalid({ scopes: [`Такого права нет, или вы не можете его дать: ${wrong}`] });
}

export async function endPersonalToken(tx: Tx, { userId, family }: Login, now: Date): Promise<Granted> {
  const [granted] = await selectPersonalTokens(tx)
    .where(and(eq(accessTokens.family, family), isPersonalTokenOf(userId, now)))
    .for('update');
  if (!granted) throw notFound();
  await revokeFamily(tx, family, now.getTime());
  return granted;
}
