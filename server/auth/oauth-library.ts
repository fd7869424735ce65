/** The library judges request, client and grant (RFC 6749); rotation, codes and storage are ours. */
import OAuth2Server from '@node-oauth/oauth2-server';
import { SCOPES } from '#contract/endpoint.ts';
import { type OAuthClient, readBasicHeader } from './clients.ts';
import { UNKNOWN_CODE } from './codes.ts';
import { type TokenFailure, WRONG_VERIFIER } from './passport.ts';
import type { TokenPair } from './token-store.ts';
import { ACCESS_MS, newToken, REFRESH_MS } from './tokens.ts';

/** A token request: form fields, the Authorization header if sent, where it came from, and whether others could send it. */
export type TokenRequest = {
  form: Record<string, string>;
  authorization: string | undefined;
  ip: string;
  /** The mark of a device that has signed in before. */
  device?: string | undefined;
  isExposed: boolean;
};

/** Tokens that were made, whether their scope is told, and the mark for a device that is not known yet. */
export type Issued = { pair: TokenPair; includesScope: boolean; device?: string | undefined };

export type Outcome =
  | ({ ok: true } & Issued)
  | { ok: false; failure: TokenFailure; hint?: string; basic?: boolean };

/** What the library is given where a grant shows something that was handed out before. */
type StoredGrant = { userId: number; scopes: string[] };

/** What one grant does at each step. A step that it does not know refuses. */
type Steps = {
  findClient: (id: string, secret: string) => Promise<OAuthClient | undefined>;
  getUser?: (email: string, password: string) => Promise<{ id: number } | undefined>;
  getRefreshToken?: (token: string, client: OAuthClient) => Promise<StoredGrant | undefined>;
  takeCode?: (
    code: string,
    client: OAuthClient,
  ) => Promise<(StoredGrant & { challenge: string; redirectUri: string }) | undefined>;
  issue: (to: { userId: number; clientId: number; scopes: string[] }) => Promise<Issued>;
};

type Model = OAuth2Server.PasswordModel &
  OAuth2Server.RefreshTokenModel &
  OAuth2Server.AuthorizationCodeModel;

/** `*` is what the page may ask for instead of naming all of them. */
const KNOWN_SCOPES = new Set<string>(['*', ...SCOPES]);

/** Expiry is judged by our own clock, before the library looks. */
const NEVER = new Date(8.64e15);

/** Lets the library run the grant over our steps and reads its verdict. */
export async function askLibrary(request: TokenRequest, steps: Steps): Promise<Outcome> {
  const credentials = readCredentials(request);
  if (!credentials.ok) return credentials;
  const issued: Issued[] = [];
  const server = new OAuth2Server({
    model: modelOf(steps, each => issued.push(each)),
    accessTokenLifetime: ACCESS_MS / 1000,
    refreshTokenLifetime: REFRESH_MS / 1000,
  });
  try {
    await server.token(libraryRequest(credentials.form), new OAuth2Server.Response());
  } catch (error) {
    return readFailure(error, request);
  }
  const [made] = issued;
  if (!made) throw new Error('the library issued a token that was not stored');
  return { ok: true, ...made };
}

/** The form with the client's id and secret in it, wherever they were. Both places at once are refused (5.2). */
function readCredentials({
  form,
  authorization,
}: TokenRequest): { ok: true; form: Record<string, string> } | (Outcome & { ok: false }) {
  const basic = readBasicHeader(authorization);
  if (!basic) return { ok: true, form };
  const twice = form.client_secret
    ? 'client_secret'
    : form.client_id && form.client_id !== basic.id && 'client_id';
  if (twice) return { ok: false, failure: 'parameter', hint: `Check the \`${twice}\` parameter` };
  return { ok: true, form: { ...form, client_id: basic.id, client_secret: basic.secret } };
}

/** The library reads forms only and dislikes an empty scope, which is what our client sends. */
function libraryRequest(form: Record<string, string>): OAuth2Server.Request {
  const body = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''));
  return new OAuth2Server.Request({
    method: 'POST',
    query: {},
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
  });
}

function modelOf(steps: Steps, keep: (issued: Issued) => void): Model {
  let current: OAuthClient = { id: '', grants: [] };
  return {
    // With a verifier the library lets the secret be left out; ours have one each.
    getClient: async (id, secret?: string) => {
      const client = await steps.findClient(id, secret ?? '');
      if (client) current = client;
      return client ?? false;
    },
    getUser: async (email, password) => (await steps.getUser?.(email, password)) ?? false,
    getRefreshToken: async token => {
      const shown = await steps.getRefreshToken?.(token, current);
      return shown ? { refreshToken: token, ...bindToClient(shown, current) } : false;
    },
    getAuthorizationCode: async code => {
      const shown = await steps.takeCode?.(code, current);
      if (!shown) return false;
      const bound = {
        codeChallenge: shown.challenge,
        codeChallengeMethod: 'S256',
        redirectUri: shown.redirectUri,
      };
      return { authorizationCode: code, expiresAt: NEVER, ...bound, ...bindToClient(shown, current) };
    },
    // Both are marked in the same transaction: a code when it is taken, a token when its successor is stored.
    revokeToken: async () => true,
    revokeAuthorizationCode: async () => true,
    saveAuthorizationCode: async () => false,
    validateScope: async (_user, _client, scope = []) =>
      scope.every(name => KNOWN_SCOPES.has(name)) ? scope : false,
    generateAccessToken: async () => newToken(),
    getAccessToken: async () => false,
    saveToken: async (token, client, user) => {
      const to = { userId: Number(user.id), clientId: Number(client.id), scopes: token.scope ?? [] };
      const issued = await steps.issue(to);
      keep(issued);
      return { accessToken: issued.pair.accessToken, client, user };
    },
  };
}

function bindToClient({ userId, scopes }: StoredGrant, client: OAuthClient) {
  return { scope: scopes, client, user: { id: userId } };
}

const FAILURES: Record<string, TokenFailure> = {
  invalid_client: 'client',
  invalid_request: 'parameter',
  unsupported_grant_type: 'grant_type',
  unauthorized_client: 'unauthorized_client',
  invalid_scope: 'scope',
};

/** What is not meant as the library calls it. */
const FAILURES_BY_MESSAGE: Record<string, Outcome & { ok: false }> = {
  'Invalid parameter: `refresh_token`': { ok: false, failure: 'refresh' },
  'Invalid parameter: `code`': { ok: false, failure: 'code', hint: UNKNOWN_CODE },
  'Missing parameter: `code_verifier`': {
    ok: false,
    failure: 'parameter',
    hint: 'Check the `code_verifier` parameter',
  },
  'Invalid grant: code verifier is invalid': { ok: false, failure: 'verifier', hint: WRONG_VERIFIER },
};

const GRANT_FAILURES: Record<string, TokenFailure> = { refresh_token: 'refresh', authorization_code: 'code' };

function readFailure(error: unknown, { form, authorization }: TokenRequest): Outcome {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error.name === 'server_error') throw 'inner' in error ? error.inner : error;
  const meant = FAILURES_BY_MESSAGE[error.message];
  if (meant) return meant;
  if (error.name === 'invalid_grant') {
    return { ok: false, failure: GRANT_FAILURES[form.grant_type ?? ''] ?? 'credentials' };
  }
  const parameter = /`(\w+)`/.exec(error.message)?.[1];
  if (parameter === 'redirect_uri' && form.redirect_uri) {
    return { ok: false, failure: 'code', hint: 'Invalid redirect URI' };
  }
  const failure = FAILURES[error.name] ?? 'parameter';
  return {
    ok: false,
    failure,
    basic: authorization !== undefined,
    ...(failure === 'parameter' && parameter ? { hint: `Check the \`${parameter}\` parameter` } : {}),
  };
}
