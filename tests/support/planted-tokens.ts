/** Tokens of other programs, and limited ones of the page, without the way on which they are given. */
import { eq } from 'drizzle-orm';
import type { Bearer } from '#contract/endpoint.ts';
import { PERSONAL_CLIENT } from '#server/auth/clients.ts';
import { type Generation, newFamily, revokeFamily, storeAccessToken } from '#server/auth/token-store.ts';
import { oauthClients } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import * as thirdParty from './oauth.ts';
import { CLIENT, type TestServer, type TestUser } from './server.ts';

/** The number of a new client of `owner`, where nothing else of it is needed. */
export async function plantClient(server: TestServer, owner: TestUser): Promise<number> {
  return Number((await thirdParty.plantClient(server, owner)).id);
}

/** Deletes a client as if its tokens had been overlooked. */
export async function deleteClient({ db, clock }: TestServer, id: number): Promise<void> {
  await db
    .update(oauthClients)
    .set({ revoked_at: new Date(clock()) })
    .where(eq(oauthClients.id, id));
}

export type Planted = { headers: Record<string, string>; family: string };

export type ToPlant = {
  user: TestUser;
  bearer: Bearer;
  scopes: readonly string[];
  /** Whose token it is, where it is an application's. */
  clientId?: number;
  impersonation?: Generation['impersonation'];
};

/** An access token that was given now, or at another moment: a personal one is good for a year, others for an hour. */
export async function plantToken(server: TestServer, of: ToPlant, now = server.clock()): Promise<Planted> {
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

function clientOf({ bearer, clientId }: ToPlant): number {
  if (bearer === 'personal') return PERSONAL_CLIENT;
  if (bearer === 'page') return Number(CLIENT.client_id);
  if (clientId === undefined) throw new Error('an application is a client');
  return clientId;
}

/** Ends what a planted token belongs to. */
export async function revokePlanted({ db, clock }: TestServer, { family }: Planted): Promise<void> {
  await transact(db, tx => revokeFamily(tx, family, clock()));
}
