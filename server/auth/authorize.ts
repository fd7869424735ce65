/** A request for a code, judged by the library over our model: rehearsed without anybody, and granted by a user. */
import OAuth2Server from '@node-oauth/oauth2-server';
import { SCOPES, type Scope } from '#contract/endpoint.ts';
import type { Tx } from '../db/database.ts';
import { type AuthorizationRequest, addressOf, lockClient } from './authorization-request.ts';
import { CODE_MS, storeCode } from './codes.ts';
import { grantableScopes, isScope, readPermissions } from './scopes.ts';
import { newToken } from './tokens.ts';

/** Either what may be granted, or where the refusal goes. */
type ValidatedAuthorization = { ok: true; scopes: Scope[] } | { ok: false; sendTo: URL };

/** Judges a request without anybody signed in, and stores nothing. `allowed` is false when the user said no. */
export async function validateAuthorization(
  request: AuthorizationRequest,
  allowed = true,
): Promise<ValidatedAuthorization> {
  const repeated = request.repeated[0];
  if (repeated) return refuse(request, 'invalid_request', `Repeated parameter: \`${repeated}\``);
  const judged = await askLibrary(request, allowed, NOBODY, {
    narrow: async asked => asked,
    keep: async () => undefined,
  });
  if (!judged.ok) return judged;
  const fault = faultOfChallenge(request.params);
  return fault ? refuse(request, 'invalid_request', fault) : judged;
}

/** The library wants somebody, even where nothing is given. */
const NOBODY = 0;

/** RFC 7636, 4.4.1. The library lets a request without a challenge pass, and `plain` is what none of a method means. */
function faultOfChallenge(params: AuthorizationRequest['params']): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = params;
  if (challenge === undefined) return 'Missing parameter: `code_challenge`';
  if (!/^[\w.~-]{43,128}$/.test(challenge)) return 'Invalid parameter: `code_challenge`';
  return method === 'S256' ? undefined : 'Invalid parameter: `code_challenge_method` must be S256';
}

/** What came of a user's consent: the address to send them to, and the scopes where a code is in it. */
export type Granted = { sendTo: URL; scopes: Scope[] | undefined };

/** Gives a code for what the user agreed to and can give. The client is held: it is not being deleted meanwhile. */
export async function grant(
  tx: Tx,
  request: AuthorizationRequest,
  userId: number,
  now: number,
): Promise<Granted | undefined> {
  const { client, redirectUri, params } = request;
  if (!(await lockClient(tx, request))) return undefined;
  const own = grantableScopes(await readPermissions(tx, userId));
  const challenge = params.code_challenge ?? '';
  const answered = await askLibrary(request, true, userId, {
    narrow: async asked => asked.filter(scope => own.includes(scope)),
    keep: (code, scopes) =>
      storeCode(tx, code, { clientId: client.id, userId, redirectUri, scopes, challenge }, now),
  });
  if (!answered.ok) return { sendTo: answered.sendTo, scopes: undefined };
  return { sendTo: addressOf(request, { code: answered.code }), scopes: answered.scopes };
}

type Answered = { ok: true; code: string; scopes: Scope[] } | { ok: false; sendTo: URL };

type Steps = {
  narrow: (asked: Scope[]) => Promise<Scope[]>;
  keep: (code: string, scopes: Scope[]) => Promise<void>;
};

async function askLibrary(
  request: AuthorizationRequest,
  allowed: boolean,
  userId: number,
  { narrow, keep }: Steps,
): Promise<Answered> {
  let scopes: Scope[] = [];
  const server = new OAuth2Server({
    model: {
      ...UNUSED,
      getClient: async () => ({
        id: String(request.client.id),
        grants: request.client.grants,
        redirectUris: [request.redirectUri],
      }),
      validateScope: async (_user, _client, asked) => {
        const wanted = scopesOf(asked);
        if (!wanted) return false;
        scopes = await narrow(wanted);
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
    return { ok: true, code: code.authorizationCode, scopes };
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if (error.name === 'server_error') throw 'inner' in error ? error.inner : error;
    return refuse(request, error.name, error.message);
  }
}

/** What the library's type asks for beside; giving codes needs none of it. */
const UNUSED = {
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
function scopesOf(asked: string[] = ['profile']): Scope[] | undefined {
  // Whoever feeds amounts into the firm does so in their own name, by a personal token.
  if (!asked.every(name => isScope(name) && name !== 'integration')) return undefined;
  return SCOPES.filter(scope => asked.some(name => name === scope));
}

function refuse(
  request: AuthorizationRequest,
  error: string,
  description: string,
): { ok: false; sendTo: URL } {
  return { ok: false, sendTo: addressOf(request, { error, error_description: description }) };
}
