/** Requests for an authorization code (RFC 6749, 4.1): read, validated without a user, granted by one. */
import OAuth2Server from '@node-oauth/oauth2-server';
import { and, eq, isNull } from 'drizzle-orm';
import { SCOPES, type Scope } from '#contract/endpoint.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { readPermissions } from '../db/permissions.ts';
import { oauthClients, users } from '../db/schema.ts';
import { CODE_MS, storeCode } from './authorization-codes.ts';
import { grantableScopes, isScope } from './authorize-call.ts';
import { isClientId } from './clients.ts';
import { newToken } from './tokens.ts';

/** Everything that is read of a request; whatever else it carries is left alone. */
export const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** A request of a known client with an address of its own: only from here on anything is sent back to it. */
export type AuthorizationRequest = {
  client: { id: number; name: string; grants: string[]; registrant: string | null };
  redirectUri: string;
  params: Partial<Record<Parameter, string>>;
  repeated: Parameter[];
};

/** Who asks, and where from: an address counts only as it was registered, letter by letter. */
export async function readAuthorizationRequest(on: Queryable, query: URLSearchParams) {
  const repeated = PARAMETERS.filter(name => query.getAll(name).length > 1);
  // Parameters without a value count as left out (3.1).
  const given = PARAMETERS.filter(name => query.get(name));
  const params: AuthorizationRequest['params'] = {};
  for (const name of given) params[name] = query.get(name) ?? '';
  const client = repeated.includes('client_id') ? undefined : await readClient(on, params.client_id ?? '');
  if (!client) return { ok: false as const, fault: 'client' as const };
  const redirectUri = repeated.includes('redirect_uri') ? '' : (params.redirect_uri ?? '');
  if (!client.redirects.includes(redirectUri)) return { ok: false as const, fault: 'redirect' as const };
  return { ok: true as const, request: { client, redirectUri, params, repeated } };
}

async function readClient(on: Queryable, id: string) {
  if (!isClientId(id)) return undefined;
  const [found] = await on
    .select({
      id: oauthClients.id,
      name: oauthClients.name,
      grants: oauthClients.grants,
      redirects: oauthClients.redirects,
      registrant: users.name,
    })
    .from(oauthClients)
    .leftJoin(users, eq(users.id, oauthClients.user_id))
    .where(and(eq(oauthClients.id, Number(id)), isNull(oauthClients.revoked_at)));
  return found;
}

/** Between the page and the answer a client may have been deleted, or its addresses changed. */
async function lockClient(tx: Tx, { client, redirectUri }: AuthorizationRequest) {
  const [held] = await tx
    .select({ redirects: oauthClients.redirects })
    .from(oauthClients)
    .where(and(eq(oauthClients.id, client.id), isNull(oauthClients.revoked_at)))
    .for('share');
  return held?.redirects.includes(redirectUri) ?? false;
}

/** The client's address with an answer and its own `state` as it was sent; what the address had in it stays. */
function buildRedirect(request: AuthorizationRequest, answer: Record<string, string>) {
  const { redirectUri, params, repeated } = request;
  // Of a state that was sent twice neither is the one that it waits for.
  const state = repeated.includes('state') ? undefined : params.state;
  const said = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }) });
  const url = new URL(redirectUri);
  url.search += `${url.search ? '&' : '?'}${said}`;
  return url;
}

/**
 * Judges a request without anybody signed in, and stores nothing: what may be granted, or where the refusal goes.
 * `allowed` is false when the user said no.
 */
export async function validateAuthorization(request: AuthorizationRequest, allowed = true) {
  const repeated = request.repeated[0];
  if (repeated) return refuse(request, 'invalid_request', `Repeated parameter: \`${repeated}\``);
  const judged = await askLibrary(request, allowed);
  if (!judged.ok) return judged;
  const fault = checkChallenge(request.params);
  return fault ? refuse(request, 'invalid_request', fault) : judged;
}

/** RFC 7636, 4.4.1. The library lets a request without a challenge pass, and `plain` is what none of a method means. */
function checkChallenge(params: AuthorizationRequest['params']) {
  const { code_challenge: challenge, code_challenge_method: method } = params;
  if (challenge === undefined) return 'Missing parameter: `code_challenge`';
  if (!/^[\w.~-]{43,128}$/.test(challenge)) return 'Invalid parameter: `code_challenge`';
  return method === 'S256' ? undefined : 'Invalid parameter: `code_challenge_method` must be S256';
}

/**
 * Gives a code for what the user agreed to and can give: the address to send them to, and the scopes where a code is in
 * it. Undefined where the client is gone; it is held, so that it is not being deleted meanwhile.
 */
export async function grantCode(tx: Tx, request: AuthorizationRequest, userId: number, now: number) {
  const { client, redirectUri, params } = request;
  if (!(await lockClient(tx, request))) return undefined;
  const own = grantableScopes(await readPermissions(tx, userId));
  const { code_challenge: challenge = '' } = params;
  const login = { client_id: client.id, user_id: userId, redirect_uri: redirectUri };
  const answered = await askLibrary(request, true, {
    userId,
    narrow: asked => asked.filter(scope => own.includes(scope)),
    keep: (code, scopes) => storeCode(tx, code, { ...login, scopes, challenge }, now),
  });
  if (!answered.ok) return { sendTo: answered.sendTo, scopes: undefined };
  return { sendTo: buildRedirect(request, { code: answered.code }), scopes: answered.scopes };
}

/** Who gives a code, for which of the scopes asked for, and where it is kept. */
type CodeGrant = {
  userId: number;
  narrow: (asked: Scope[]) => Scope[];
  keep: (code: string, scopes: Scope[]) => Promise<void>;
};

/** The library wants somebody, even where nothing is given. */
const DRY_RUN: CodeGrant = { userId: 0, narrow: asked => asked, keep: async () => undefined };

async function askLibrary(
  request: AuthorizationRequest,
  allowed: boolean,
  { userId, narrow, keep } = DRY_RUN,
) {
  let scopes: Scope[] = [];
  const server = new OAuth2Server({
    model: {
      ...UNUSED_METHODS,
      getClient: async () => ({
        id: String(request.client.id),
        grants: request.client.grants,
        redirectUris: [request.redirectUri],
      }),
      validateScope: async (_user, _client, asked) => {
        const wanted = readRequestedScopes(asked);
        if (!wanted) return false;
        scopes = narrow(wanted);
        if (scopes.length > 0) return scopes;
        throw new OAuth2Server.AccessDeniedError('Access denied: the user has none of the rights asked for');
      },
      generateAuthorizationCode: async () => newToken(),
      saveAuthorizationCode: async (code, client, of) => {
        await keep(code.authorizationCode, scopes);
        return { ...code, client, user: of };
      },
    },
    allowEmptyState: true,
    authorizationCodeLifetime: CODE_MS / 1000,
    authenticateHandler: { handle: async () => ({ id: userId }) },
  });
  try {
    const code = await server.authorize(libraryRequest(request, allowed), new OAuth2Server.Response());
    return { ok: true as const, code: code.authorizationCode, scopes };
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if (error.name === 'server_error') throw 'inner' in error ? error.inner : error;
    return refuse(request, error.name, error.message);
  }
}

/** What the library's type asks for beside; giving codes needs none of it. */
const UNUSED_METHODS = {
  getAccessToken: async () => false as const,
  getAuthorizationCode: async () => false as const,
  revokeAuthorizationCode: async () => false,
  saveToken: async () => false as const,
};

/** The challenge is ours to judge; what an address says of consent says nothing. */
function libraryRequest({ params }: AuthorizationRequest, allowed: boolean): OAuth2Server.Request {
  const { code_challenge: _, code_challenge_method: __, ...query } = params;
  return new OAuth2Server.Request({
    method: 'GET',
    query,
    headers: {},
    body: allowed ? {} : { allowed: 'false' },
  });
}

/** What may be asked for, or nothing. Who asks for nothing in particular asks who the user is. */
function readRequestedScopes(asked: string[] = ['profile']): Scope[] | undefined {
  // Whoever feeds amounts into the firm does so in their own name, by a personal token.
  if (!asked.every(name => isScope(name) && name !== 'integration')) return undefined;
  return SCOPES.filter(scope => asked.some(name => name === scope));
}

function refuse(request: AuthorizationRequest, error: string, error_description: string) {
  return { ok: false as const, sendTo: buildRedirect(request, { error, error_description }) };
}
