import OAuth2Server from '@node-oauth/oauth2-server';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Deps } from '../db/deps.ts';
import { users } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { withClient } from './client-proof.ts';
import { findClient } from './clients.ts';
import { countLogin, forgiveLogin } from './login-limits.ts';
import { refuseToken, type TokenFailure } from './passport.ts';
import { verifyPassword } from './passwords.ts';
import { type Exchangeable, examineRefreshToken, exchange } from './rotation.ts';
import { newFamily, storePair, type TokenPair } from './token-store.ts';
import { ACCESS_MS, newToken, REFRESH_MS } from './tokens.ts';

/** A token request: form fields, the Authorization header if sent, and where it came from. */
export type TokenRequest = { form: Record<string, string>; authorization: string | undefined; ip: string };

export type TokenReply = {
  token_type: 'Bearer';
  expires_in: number;
  access_token: string;
  refresh_token: string;
};

const SCOPES = new Set(['*', 'profile', 'promo', 'moderation', 'warehouse', 'integration']);

const FAILURES: Record<string, TokenFailure> = {
  invalid_client: 'client',
  invalid_request: 'parameter',
  unsupported_grant_type: 'grant_type',
  unauthorized_client: 'unauthorized_client',
  invalid_scope: 'scope',
};

/** The library judges request, client and grant; rotation and storage are ours. */
type Model = OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel;

/** POST /oauth/token: the password and refresh grants. Refusals are thrown in Passport's shapes. */
export async function obtainTokens(deps: Deps, request: TokenRequest): Promise<TokenReply> {
  const { form } = request;
  if (form.grant_type === 'refresh_token') return refresh(deps, request);
  if (form.grant_type === 'password' && form.username) {
    await countLogin(deps.db, normaliseEmail(form.username), request.ip, deps.clock());
  }
  return login(deps, request);
}

export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

async function login(deps: Deps, request: TokenRequest): Promise<TokenReply> {
  const { db } = deps;
  const outcome = await ask(request, db, {
    getUser: async (email: string, password: string) => {
      const user = await checkPassword(db, normaliseEmail(email), password);
      if (user) await forgiveLogin(db, normaliseEmail(email), request.ip);
      return user;
    },
    getRefreshToken: async () => false,
    store: (userId, clientId, scopes) => {
      const now = deps.clock();
      return transact(db, tx =>
        storePair(tx, newFamily({ userId, clientId, scopes, bearer: 'page' }, now), now),
      );
    },
  });
  return settle(deps, outcome);
}

async function checkPassword(on: Queryable, email: string, password: string) {
  const [user] = await on.select().from(users).where(eq(users.email, email));
  const right = await verifyPassword(user?.password_hash, password);
  return right && user?.status === 'active' ? { id: user.id } : false;
}

/** All of a refresh is one transaction, and a refusal commits too: it may have ended the family. */
async function refresh(deps: Deps, request: TokenRequest): Promise<TokenReply> {
  const outcome = await transact(deps.db, async tx => {
    let examined: Exchangeable | undefined;
    let hint = 'Cannot decrypt the refresh token';
    const now = deps.clock();
    const asked = await ask(request, tx, {
      getUser: async () => false,
      getRefreshToken: async (token, client) => {
        const verdict = await examineRefreshToken(tx, token, Number(client.id), now);
        if (!verdict.ok) hint = verdict.hint;
        else examined = verdict.value;
        return verdict.ok ? { row: verdict.value.row, token } : false;
      },
      store: async () => {
        if (!examined) throw new Error('the library stored a token without asking for the old one');
        return exchange(tx, examined, now);
      },
    });
    return asked.ok || asked.failure !== 'refresh' ? asked : { ...asked, hint };
  });
  return settle(deps, outcome);
}

type Client = { id: string; grants: string[] };

type Steps = {
  getUser: (email: string, password: string) => Promise<{ id: number } | false>;
  getRefreshToken: (
    token: string,
    client: Client,
  ) => Promise<{ row: Exchangeable['row']; token: string } | false>;
  store: (userId: number, clientId: number, scopes: string[]) => Promise<TokenPair>;
};

type Outcome =
  | { ok: true; pair: TokenPair }
  | { ok: false; failure: TokenFailure; hint?: string; basic?: boolean };

/** Lets the library run the grant over our steps and reads its verdict. */
async function ask(request: TokenRequest, on: Queryable, steps: Steps): Promise<Outcome> {
  const stored: TokenPair[] = [];
  const model = modelOf(on, steps, pair => stored.push(pair));
  const server = new OAuth2Server({
    model,
    accessTokenLifetime: ACCESS_MS / 1000,
    refreshTokenLifetime: REFRESH_MS / 1000,
  });
  try {
    await server.token(libraryRequest(request), new OAuth2Server.Response());
  } catch (error) {
    return readFailure(error, request);
  }
  const [pair] = stored;
  if (!pair) throw new Error('the library issued a token that was not stored');
  return { ok: true, pair };
}

/** The library reads forms only and dislikes an empty scope, which is what our client sends. */
function libraryRequest({ form, authorization }: TokenRequest): OAuth2Server.Request {
  const fields = Object.entries(withClient(form, authorization));
  const body = Object.fromEntries(fields.filter(([, value]) => value !== ''));
  return new OAuth2Server.Request({
    method: 'POST',
    query: {},
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '1',
    },
  });
}

function modelOf(on: Queryable, steps: Steps, keep: (pair: TokenPair) => void): Model {
  let current: Client = { id: '', grants: [] };
  return {
    getClient: async (id, secret) => {
      const client = await findClient(on, id, secret);
      if (client) current = client;
      return client ?? false;
    },
    getUser: steps.getUser,
    getRefreshToken: async token => {
      const found = await steps.getRefreshToken(token, current);
      if (!found) return false;
      const { row } = found;
      return { refreshToken: token, scope: row.scopes, client: current, user: { id: row.user_id } };
    },
    // Rotation is marked when the successor is stored, in the same transaction.
    revokeToken: async () => true,
    validateScope: async (_user, _client, scope = []) =>
      scope.every(name => SCOPES.has(name)) ? scope : false,
    generateAccessToken: async () => newToken(),
    getAccessToken: async () => false,
    saveToken: async (token, client, user) => {
      const pair = await steps.store(user.id, Number(client.id), token.scope ?? []);
      keep(pair);
      return { accessToken: pair.accessToken, refreshToken: pair.refreshToken, client, user };
    },
  };
}

function readFailure(error: unknown, { form, authorization }: TokenRequest): Outcome {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error.name === 'server_error') throw 'inner' in error ? error.inner : error;
  if (error.name === 'invalid_grant') {
    return { ok: false, failure: form.grant_type === 'refresh_token' ? 'refresh' : 'credentials' };
  }
  if (error.message === 'Invalid parameter: `refresh_token`') return { ok: false, failure: 'refresh' };
  const failure = FAILURES[error.name] ?? 'parameter';
  const parameter = /`(\w+)`/.exec(error.message)?.[1];
  return {
    ok: false,
    failure,
    basic: authorization !== undefined,
    ...(failure === 'parameter' && parameter ? { hint: `Check the \`${parameter}\` parameter` } : {}),
  };
}

function settle({ clock, config }: Deps, outcome: Outcome): TokenReply {
  if (!outcome.ok) throw refuseToken(outcome.failure, config.passportCompat, outcome);
  const { accessToken, refreshToken, accessExpiresAt } = outcome.pair;
  return {
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((accessExpiresAt - clock()) / 1000)),
    access_token: accessToken,
    refresh_token: refreshToken,
  };
}
