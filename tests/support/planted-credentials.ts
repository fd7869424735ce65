/** What a user has given to other programs, without the way on which it is given. */
import { eq, inArray } from 'drizzle-orm';
import { newFamily, storePair } from '#server/auth/token-store.ts';
import { accessTokens, oauthClients, refreshTokens } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { plantClient, plantToken } from './planted-tokens.ts';
import type { TestServer, TestUser } from './server.ts';

/** An application that a user has authorized, with the tokens that it got. */
export async function plantApplication(
  { db, clock }: TestServer,
  { user, clientId, scopes = ['profile'] }: { user: TestUser; clientId: number; scopes?: string[] },
) {
  const of = newFamily({ userId: user.id, clientId, scopes, bearer: 'application' }, clock());
  const pair = await transact(db, tx => storePair(tx, of, clock()));
  return { family: of.family, ...pair, headers: { authorization: `Bearer ${pair.accessToken}` } };
}

export type Credentials = Awaited<ReturnType<typeof plantCredentials>>;

/** One of each: two clients of the user's, an application that they authorized, and a personal token. */
export async function plantCredentials(server: TestServer, user: TestUser) {
  const [clientId, doomedClientId] = [await plantClient(server, user), await plantClient(server, user)];
  const { family: authorization } = await plantApplication(server, { user, clientId });
  const personal = await plantToken(server, { user, bearer: 'personal', scopes: ['profile'] });
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
