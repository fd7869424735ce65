import OAuth2Server from '@node-oauth/oauth2-server';
import { and, eq } from 'drizzle-orm';
import { normaliseEmail } from '#kit/email.ts';
import type { Deps } from '../db/deps.ts';
import { accessTokens, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { takeCode } from './authorization-codes.ts';
import { checkPassword, lockVerifiedUser } from './check-password.ts';
import { findAndLockClient, findClient, readBasicHeader } from './clients.ts';
import { hasPublishedPassword } from './demo-password.ts';
import { countLogin, isKnownDevice, markDevice, resetLoginAttempts } from './login-limits.ts';
import {
  askLibrary,
  type Outcome,
  type TokenRequest,
  UNKNOWN_REFRESH_TOKEN,
  UnusableGrant,
} from './oauth-library.ts';
import { refuseToken } from './passport-errors.ts';
import { examineRefreshToken, exchange } from './rotation.ts';
import { newFamily, revokeFamily, storePair } from './token-store.ts';
import { hashToken } from './tokens.ts';

const GRANTS = new Map([
  ['refresh_token', refresh],
  ['authorization_code', exchangeCode],
]);

/** POST /oauth/token: password, refresh and authorization code. Refusals are thrown in Passport's shapes. */
export async function obtainTokens(deps: Deps, request: TokenRequest) {
  const grant = GRANTS.get(request.form.grant_type ?? '') ?? signIn;
  const outcome = await grant(deps, request);
  if (!outcome.ok) throw refuseToken(outcome.failure, deps.config.passportCompat, outcome);
  const { accessToken, refreshToken, accessExpiresAt, scopes } = outcome.pair;
  const reply = {
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((accessExpiresAt - deps.clock()) / 1000)),
    access_token: accessToken,
    refresh_token: refreshToken,
    // What an application was granted.
    ...(outcome.includesScope ? { scope: scopes.join(' ') } : {}),
  };
  return { reply, device: outcome.device };
}

/** An e-mail and a password for a new login. The page alone may ask so. */
async function signIn(deps: Deps, request: TokenRequest): Promise<Outcome> {
  const { db, clock } = deps;
  const { form, ip, device, isExposed } = request;
  const email = normaliseEmail(form.username ?? '');
  const attempt = { email, ip, device };
  if (form.grant_type === 'password' && form.username) await countLogin(db, attempt, clock());
  return askLibrary(request, {
    findClient: (id, secret) => findClient(db, id, secret),
    getUser: async password => {
      const user = await checkPassword(deps, { email, password, isExposed });
      if (!user) return undefined;
      await resetLoginAttempts(db, attempt);
      const issue = async (scopes: string[], clientId: number) => {
        const now = clock();
        const family = newFamily({ userId: user.id, clientId, scopes, bearer: 'page' }, now);
        const pair = await transact(db, async tx => {
          if (await lockVerifiedUser(tx, user)) return storePair(tx, family, now);
          throw new OAuth2Server.InvalidGrantError('the password was changed meanwhile');
        });
        const isKnown = await isKnownDevice(db, email, device);
        return { pair, includesScope: false, device: isKnown ? undefined : await markDevice(db, user.id) };
      };
      return { userId: user.id, issue };
    },
  });
}

/** All of a refresh is one transaction, and a refusal commits too: it may have ended the family. */
async function refresh({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    const now = clock();
    return askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      getRefreshToken: async (token, clientId) => {
        const examined = await examineRefreshToken(tx, token, clientId, now);
        const { user_id: userId, scopes, bearer } = examined.row;
        if (request.isExposed && (await hasPublishedPassword(tx, userId))) {
          throw new UnusableGrant(UNKNOWN_REFRESH_TOKEN);
        }
        const issue = async (asked: string[]) => {
          const pair = await exchange(tx, examined, { scopes: asked, now });
          return { pair, includesScope: bearer === 'application' };
        };
        return { userId, scopes, issue };
      },
    });
  });
}

/**
 * A code for the login that it was promised. All of it is one transaction, and a refusal commits too: a wrong verifier
 * uses the code up, and a code shown twice ends what came of it.
 */
async function exchangeCode({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    const now = clock();
    return askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      takeCode: async (code, clientId) => {
        const taken = await takeCode(tx, code, clientId, now);
        const { user_id: userId, challenge: codeChallenge, redirect_uri: redirectUri } = taken;
        const issue = async (scopes: string[]) => {
          const login = newFamily({ userId, clientId, scopes, bearer: 'application' }, now);
          const pair = await storePair(tx, { ...login, family: taken.family }, now);
          return { pair, includesScope: true };
        };
        return { userId, scopes: taken.scopes, codeChallenge, redirectUri, issue };
      },
    });
  });
}

/** RFC 7009. Either token of a login ends all of it; an unknown one is no error. */
export async function revokeTokens(
  { db, clock, config }: Deps,
  form: Record<string, string>,
  authorization: string | undefined,
) {
  const basic = readBasicHeader(authorization);
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
