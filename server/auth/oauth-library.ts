/** The library judges request, client and grant (RFC 6749); rotation, codes and storage are ours. */
import OAuth2Server from '@node-oauth/oauth2-server';
import { SCOPES } from '#contract/endpoint.ts';
import { type OAuthClient, readBasicHeader } from './clients.ts';
import type { TokenFailure } from './passport-errors.ts';
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
type Issued = { pair: TokenPair; includesScope: boolean; device?: string | undefined };

export type Outcome =
  | ({ ok: true } & Issued)
  | { ok: false; failure: TokenFailure; hint?: string; basic?: boolean };

/** A code or a refresh token that cannot be exchanged; its message is Passport's hint. */
export class UnusableGrant extends OAuth2Server.InvalidGrantError {}

/** Hints of what was never given out. */
export const UNKNOWN_CODE = 'Cannot decrypt the authorization code';
export const UNKNOWN_REFRESH_TOKEN = 'Cannot decrypt the refresh token';

/** What a grant has found right, and how tokens are made for it. */
type Login = {
  userId: number;
  scopes?: string[];
  issue: (scopes: string[], clientId: number) => Promise<Issued>;
};

/** What one grant does at each step; a step that it does not know refuses. */
type Steps = {
  findClient: (id: string, secret: string) => Promise<OAuthClient | undefined>;
  getUser?: (password: string) => Promise<Login | undefined>;
  getRefreshToken?: (token: string, clientId: number) => Promise<Login>;
  takeCode?: (
    code: string,
    clientId: number,
  ) => Promise<Login & { codeChallenge: string; redirectUri: string }>;
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
function readCredentials({ form, authorization }: TokenRequest) {
  const basic = readBasicHeader(authorization);
  if (!basic) return { ok: true as const, form };
  const twice = form.client_secret
    ? 'client_secret'
    : form.client_id && form.client_id !== basic.id && 'client_id';
  if (twice) return wrongParameter(twice);
  return { ok: true as const, form: { ...form, client_id: basic.id, client_secret: basic.secret } };
}

function wrongParameter(name: string) {
  return { ok: false as const, failure: 'parameter' as const, hint: `Check the \`${name}\` parameter` };
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
  let login: Login | undefined;
  const accept = (found: Login) => {
    login = found;
    return { scope: found.scopes ?? [], client: current, user: { id: found.userId } };
  };
  return {
    // With a verifier the library lets the secret be left out; ours have one each.
    getClient: async (id, secret?: string) => {
      const client = await steps.findClient(id, secret ?? '');
      if (client) current = client;
      return client ?? false;
    },
    getUser: async (_email, password) => {
      const found = await steps.getUser?.(password);
      return found ? accept(found).user : false;
    },
    getRefreshToken: async token => {
      const found = await steps.getRefreshToken?.(token, Number(current.id));
      return found ? { refreshToken: token, ...accept(found) } : false;
    },
    getAuthorizationCode: async code => {
      const found = await steps.takeCode?.(code, Number(current.id));
      if (!found) return false;
      const { codeChallenge, redirectUri } = found;
      const bound = { codeChallenge, codeChallengeMethod: 'S256', redirectUri, expiresAt: NEVER };
      return { authorizationCode: code, ...bound, ...accept(found) };
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
      if (!login) throw new Error('the library stored a token without asking for what was shown');
      const issued = await login.issue(token.scope ?? [], Number(client.id));
      keep(issued);
      return { accessToken: issued.pair.accessToken, client, user };
    },
  };
}

const FAILURES: Record<string, TokenFailure> = {
  invalid_client: 'client',
  invalid_request: 'parameter',
  unsupported_grant_type: 'grant_type',
  unauthorized_client: 'unauthorized_client',
  invalid_scope: 'scope',
};

/** What is not meant as the library calls it. */
const FAILURES_BY_MESSAGE: Record<string, Outcome> = {
  'Invalid parameter: `refresh_token`': { ok: false, failure: 'refresh', hint: UNKNOWN_REFRESH_TOKEN },
  'Invalid parameter: `code`': { ok: false, failure: 'code', hint: UNKNOWN_CODE },
  'Missing parameter: `code_verifier`': wrongParameter('code_verifier'),
  'Invalid grant: code verifier is invalid': {
    ok: false,
    failure: 'verifier',
    hint: 'Failed to verify `code_verifier`.',
  },
};

const GRANT_FAILURES: Record<string, TokenFailure> = { refresh_token: 'refresh', authorization_code: 'code' };

function readFailure(error: unknown, { form, authorization }: TokenRequest): Outcome {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error.name === 'server_error') throw 'inner' in error ? error.inner : error;
  const meant = FAILURES_BY_MESSAGE[error.message];
  if (meant) return meant;
  if (error.name === 'invalid_grant') {
    const failure = GRANT_FAILURES[form.grant_type ?? ''] ?? 'credentials';
    return { ok: false, failure, ...(error instanceof UnusableGrant && { hint: error.message }) };
  }
  const parameter = /`(\w+)`/.exec(error.message)?.[1];
  if (parameter === 'redirect_uri' && form.redirect_uri) {
    return { ok: false, failure: 'code', hint: 'Invalid redirect URI' };
  }
  const failure = FAILURES[error.name] ?? 'parameter';
  if (failure === 'parameter' && parameter) return wrongParameter(parameter);
  return { ok: false, failure, basic: authorization !== undefined };
}
