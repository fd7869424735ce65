import OAuth2Server from '@node-oauth/oauth2-server';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../db/deps.ts';
import { accessTokens, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { findAndLockClient, findClient, readBasicHeader } from './clients.ts';
import { type CodeRow, takeCode } from './codes.ts';
import { countLogin, forgiveLogin, isKnownDevice, markDevice } from './login-limits.ts';
import { askLibrary, type Outcome, type TokenRequest } from './oauth-library.ts';
import { refuseToken } from './passport.ts';
import { hasPublishedPassword } from './published-password.ts';
import { type Exchangeable, examineRefreshToken, exchange } from './rotation.ts';
import { newFamily, revokeFamily, storePair } from './token-store.ts';
import { hashToken } from './tokens.ts';
import { checkPassword, lockVerifiedUser, normaliseEmail, type VerifiedUser } from './users.ts';

type TokenReply = {
  token_type: 'Bearer';
  expires_in: number;
  access_token: string;
  refresh_token: string;
  /** What an application was granted. */
  scope?: string;
};

const GRANTS = new Map([
  ['refresh_token', refresh],
  ['authorization_code', exchangeCode],
]);

/** POST /oauth/token: password, refresh and authorization code. Refusals are thrown in Passport's shapes. */
export async function obtainTokens(
  deps: Deps,
  request: TokenRequest,
): Promise<{ reply: TokenReply; device: string | undefined }> {
  const grant = GRANTS.get(request.form.grant_type ?? '') ?? signIn;
  const outcome = await grant(deps, request);
  if (!outcome.ok) throw refuseToken(outcome.failure, deps.config.passportCompat, outcome);
  const { accessToken, refreshToken, accessExpiresAt, scopes } = outcome.pair;
  const reply: TokenReply = {
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((accessExpiresAt - deps.clock()) / 1000)),
    access_token: accessToken,
    refresh_token: refreshToken,
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
  let checked: VerifiedUser | undefined;
  return askLibrary(request, {
    findClient: (id, secret) => findClient(db, id, secret),
    getUser: async (_email, password) => {
      checked = await checkPassword(deps, { email, password, isExposed });
      if (checked) await forgiveLogin(db, attempt);
      return checked;
    },
    issue: async to => {
      const now = clock();
      const family = newFamily({ ...to, bearer: 'page' }, now);
      const pair = await transact(db, async tx => {
        if (checked && (await lockVerifiedUser(tx, checked))) return storePair(tx, family, now);
        throw new OAuth2Server.InvalidGrantError('the password was changed meanwhile');
      });
      const isKnown = await isKnownDevice(db, email, device);
      return { pair, includesScope: false, device: isKnown ? undefined : await markDevice(db, to.userId) };
    },
  });
}

/** All of a refresh is one transaction, and a refusal commits too: it may have ended the family. */
async function refresh({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    let examined: Exchangeable | undefined;
    let hint = 'Cannot decrypt the refresh token';
    const now = clock();
    const outcome = await askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      getRefreshToken: async (token, client) => {
        const verdict = await examineRefreshToken(tx, token, Number(client.id), now);
        if (!verdict.ok) {
          hint = verdict.hint;
          return undefined;
        }
        if (request.isExposed && (await hasPublishedPassword(tx, verdict.value.row.user_id)))
          return undefined;
        examined = verdict.value;
        return { userId: examined.row.user_id, scopes: examined.row.scopes };
      },
      issue: async ({ scopes }) => {
        if (!examined) throw new Error('the library stored a token without asking for the old one');
        const pair = await exchange(tx, examined, { scopes, now });
        return { pair, includesScope: examined.row.bearer === 'application' };
      },
    });
    return outcome.ok || outcome.failure !== 'refresh' ? outcome : { ...outcome, hint };
  });
}

/**
 * A code for the login that it was promised. All of it is one transaction, and a refusal commits too: a wrong verifier
 * uses the code up, and a code shown twice ends what came of it.
 */
async function exchangeCode({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    let taken: CodeRow | undefined;
    let hint: string | undefined;
    const now = clock();
    const outcome = await askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      takeCode: async (code, client) => {
        const verdict = await takeCode(tx, code, Number(client.id), now);
        if (!verdict.ok) {
          hint = verdict.hint;
          return undefined;
        }
        taken = verdict.row;
        const { user_id: userId, scopes, challenge, redirect_uri: redirectUri } = taken;
        return { userId, scopes, challenge, redirectUri };
      },
      issue: async to => {
        if (!taken) throw new Error('the library stored a token without asking for the code');
        const family = { ...newFamily({ ...to, bearer: 'application' }, now), family: taken.family };
        return { pair: await storePair(tx, family, now), includesScope: true };
      },
    });
    return outcome.ok || outcome.failure !== 'code' || !hint ? outcome : { ...outcome, hint };
  });
}

/** RFC 7009. Either token of a login ends all of it; an unknown one is no error. */
export async function revokeTokens(
  deps: Deps,
  form: Record<string, string>,
  authorization: string | undefined,
): Promise<void> {
  const { db, clock, config } = deps;
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
