/** What a user has given to other programs, without the way on which it is given. */
import { eq, inArray, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Bearer } from '#contract/endpoint.ts';
import { PERSONAL_CLIENT } from '#server/auth/clients.ts';
import {
  type Generation,
  newFamily,
  revokeFamily,
  storeAccessToken,
  storePair,
} from '#server/auth/token-store.ts';
import type { Tx } from '#server/db/database.ts';
import { accessTokens, oauthClients, refreshTokens } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { post, send } from './calls.ts';
import * as thirdParty from './oauth.ts';
import { CLIENT, type TestServer, type TestUser } from './server.ts';

/** An application that a user has authorized, with the tokens that it got. */
export async function seedApplication(
  { db, clock }: TestServer,
  { user, clientId, scopes = ['profile'] }: { user: TestUser; clientId: number; scopes?: string[] },
) {
  const of = newFamily({ userId: user.id, clientId, scopes, bearer: 'application' }, clock());
  const pair = await transact(db, tx => storePair(tx, of, clock()));
  return { family: of.family, ...pair, headers: { authorization: `Bearer ${pair.accessToken}` } };
}

export type Credentials = Awaited<ReturnType<typeof seedCredentials>>;

/** One of each: two clients of the user's, an application that they authorized, and a personal token. */
export async function seedCredentials(server: TestServer, user: TestUser) {
  const [clientId, doomedClientId] = [await seedClient(server, user), await seedClient(server, user)];
  const { family: authorization } = await seedApplication(server, { user, clientId });
  const personal = await seedToken(server, { user, bearer: 'personal', scopes: ['profile'] });
  return { clientId, doomedClientId, authorization, personal: personal.family };
}

/** Makes what was ended live again, so that it can be ended once more. */
export async function revive({ db }: TestServer, { doomedClientId, ...has }: Credentials): Promise<void> {
  const living = { revoked_at: null };
  await db.update(oauthClients).set(living).where(eq(oauthClients.id, doomedClientId));
  for (const table of [accessTokens, refreshTokens]) {
    await db
      .update(table)
      .set(living)
      .where(inArray(table.family, [has.authorization, has.personal]));
  }
}

/** The number of a new client of `owner`, where nothing else of it is needed. */
export async function seedClient(server: TestServer, owner: TestUser): Promise<number> {
  return Number((await thirdParty.seedClient(server, owner)).id);
}

/** Deletes a client as if its tokens had been overlooked. */
export async function deleteClient({ db, clock }: TestServer, id: number): Promise<void> {
  await db
    .update(oauthClients)
    .set({ revoked_at: new Date(clock()) })
    .where(eq(oauthClients.id, id));
}

export type Seeded = { headers: Record<string, string>; family: string };

export type ToSeed = {
  user: TestUser;
  bearer: Bearer;
  scopes: readonly string[];
  /** Whose token it is, where it is an application's. */
  clientId?: number;
  impersonation?: Generation['impersonation'];
};

/** An access token that was given now, or at another moment: a personal one is good for a year, others for an hour. */
export async function seedToken(server: TestServer, of: ToSeed, now = server.clock()): Promise<Seeded> {
  const { user, bearer, scopes, impersonation } = of;
  const clientId = clientOf(of);
  const generation = {
    ...newFamily({ userId: user.id, clientId, scopes: [...scopes], bearer }, now),
    ...(bearer === 'personal' ? { name: 'Planted' } : {}),
    ...(impersonation ? { impersonation } : {}),
  };
  const { accessToken } = await transact(server.db, tx => storeAccessToken(tx, generation, now));
  return { headers: { authorization: `Bearer ${accessToken}` }, family: generation.family };
}

function clientOf({ bearer, clientId }: ToSeed): number {
  if (bearer === 'personal') return PERSONAL_CLIENT;
  if (bearer === 'page') return Number(CLIENT.client_id);
  if (clientId === undefined) throw new Error('an application is a client');
  return clientId;
}

/** Ends what a seeded token belongs to. */
export async function revokeSeeded({ db, clock }: TestServer, { family }: Seeded): Promise<void> {
  await transact(db, tx => revokeFamily(tx, family, clock()));
}

type Headers = Record<string, string>;

export const PARTNER = { name: 'Партнер', redirect: 'https://partner.example/callback' };

/** The management calls in the name of one user. */
export function programsOf(server: TestServer, headers: Headers) {
  const ask = (method: string, path: string, body?: unknown, more: Headers = {}) =>
    send(server, method, `/oauth/${path}`, { headers: { ...headers, ...more }, body });
  return {
    clients: async () => (await ask('GET', 'clients')).body,
    createClient: (form: unknown = PARTNER, more?: Headers) => ask('POST', 'clients', form, more),
    changeClient: (id: unknown, form: unknown, more?: Headers) => ask('PUT', `clients/${id}`, form, more),
    replaceSecret: (id: unknown, more?: Headers) => ask('POST', `clients/${id}/secret`, {}, more),
    deleteClient: (id: unknown, more?: Headers) => ask('DELETE', `clients/${id}`, undefined, more),
    authorized: async () => (await ask('GET', 'tokens')).body,
    revokeAuthorized: (id: string, more?: Headers) => ask('DELETE', `tokens/${id}`, undefined, more),
    tokens: async () => (await ask('GET', 'personal-access-tokens')).body,
    createToken: (form: unknown, more?: Headers) => ask('POST', 'personal-access-tokens', form, more),
    revokeToken: (id: string, more?: Headers) =>
      ask('DELETE', `personal-access-tokens/${id}`, undefined, more),
    scopes: async () => (await ask('GET', 'scopes')).body,
  };
}

/** Whether a token is good for knowing who its user is: 200, or why not. */
export async function callEndpoint(server: TestServer, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await post(server, '/api/getUser', {}, headers)).status;
}

/** Until somebody waits for what this transaction holds. */
export async function untilSomebodyWaits(tx: Tx): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = (await tx.execute(
        sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
      )) as { rows: unknown[] };
      return rows.length > 0;
    },
    { timeout: 20_000 },
  );
}
