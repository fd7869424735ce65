/** OAuth clients that nobody here wrote, each behind the same few calls. */
import { createHash, randomBytes } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode, type ModuleOptions, ResourceOwnerPassword } from 'simple-oauth2';

export type Pair = { access: string; refresh: string; scope: string };

/** Somebody who is registered, on that server. */
export type Identity = { origin: string; id: string; secret: string; redirect: string };

export type Client = {
  signIn: (username: string, password: string) => Promise<Pair>;
  refresh: (pair: Pair) => Promise<Pair>;
  revoke: (pair: Pair) => Promise<void>;
  /** Where to send the user, and what makes tokens of where the browser comes back to. */
  authorize: (
    scope: string,
  ) => Promise<{ address: string; finish: (back: URL, verifier?: string) => Promise<Pair> }>;
  /** Calls the API; a package without a way of its own for that has none. */
  call?: (token: string, path: string, method: string) => Promise<Response>;
};

export type Package = {
  name: string;
  /** The ways in which it can send who it is. */
  ways: readonly { name: string; connect: (as: Identity) => Client }[];
  /** What it makes of a refusal: its status, error and words, or its status and challenge. */
  scopesInAnswer: (error: unknown) => string;
  /** Whether it looks at the state by itself. */
  checksState: boolean;
};

const challenged = (status: number, [first]: readonly { scheme: string; parameters: object }[]) =>
  [`${status} ${first?.scheme} challenge`, JSON.stringify(first?.parameters)].join(' ');

const insecure = { [oauth.allowInsecureRequests]: true };

const byOauth4webapi =
  (prove: (secret: string) => oauth.ClientAuth) =>
  (as: Identity): Client => {
    const { origin, id, secret, redirect } = as;
    const server = {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
    };
    const [client, proof] = [{ client_id: id }, prove(secret)];
    const pairOf = ({
      access_token,
      refresh_token = '',
      scope = '',
      ...rest
    }: oauth.TokenEndpointResponse): Pair => {
      if (rest.token_type !== 'bearer' || rest.expires_in !== 3600) throw new Error(JSON.stringify(rest));
      return { access: access_token, refresh: refresh_token, scope };
    };
    return {
      signIn: async (username, password) => {
        const fields = { username, password };
        const sent = oauth.genericTokenEndpointRequest(server, client, proof, 'password', fields, insecure);
        return pairOf(await oauth.processGenericTokenEndpointResponse(server, client, await sent));
      },
      refresh: async pair => {
        const sent = oauth.refreshTokenGrantRequest(server, client, proof, pair.refresh, insecure);
        return pairOf(await oauth.processRefreshTokenResponse(server, client, await sent));
      },
      revoke: async pair =>
        oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, proof, pair.refresh, insecure),
        ),
      authorize: async scope => {
        const [right, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
        const asked = new URLSearchParams({
          response_type: 'code',
          client_id: id,
          redirect_uri: redirect,
          scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(right),
          code_challenge_method: 'S256',
        });
        const finish = async (back: URL, verifier = right) => {
          const callback = oauth.validateAuthResponse(server, client, back, state);
          const sent = oauth.authorizationCodeGrantRequest(
            ...([server, client, proof, callback, redirect, verifier, insecure] as const),
          );
          return pairOf(await oauth.processAuthorizationCodeResponse(server, client, await sent));
        };
        return { address: `${server.authorization_endpoint}?${asked}`, finish };
      },
      call: (token, path, method) =>
        oauth.protectedResourceRequest(token, method, new URL(path, origin), undefined, undefined, insecure),
    };
  };

const byOpenidClient =
  (prove: (secret: string) => openid.ClientAuth) =>
  (as: Identity): Client => {
    const { origin, id, secret, redirect } = as;
    const metadata = {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
    };
    const config = new openid.Configuration(metadata, id, {}, prove(secret));
    openid.allowInsecureRequests(config);
    const pairOf = ({ access_token, refresh_token = '', scope = '' }: oauth.TokenEndpointResponse): Pair => ({
      access: access_token,
      refresh: refresh_token,
      scope,
    });
    return {
      signIn: async (username, password) =>
        pairOf(await openid.genericGrantRequest(config, 'password', { username, password })),
      refresh: async pair => pairOf(await openid.refreshTokenGrant(config, pair.refresh)),
      revoke: pair => openid.tokenRevocation(config, pair.access, { token_type_hint: 'access_token' }),
      authorize: async scope => {
        const [right, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
        const address = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirect,
          scope,
          state: expectedState,
          code_challenge_method: 'S256',
          code_challenge: await openid.calculatePKCECodeChallenge(right),
        }).href;
        const finish = async (back: URL, pkceCodeVerifier = right) =>
          pairOf(await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState }));
        return { address, finish };
      },
      call: (token, path, method) =>
        openid.fetchProtectedResource(config, token, new URL(path, origin), method),
    };
  };

/** It has no PKCE of its own, and no call of an API; it sends along what it is given. */
const bySimpleOauth2 =
  (options: ModuleOptions['options']) =>
  (as: Identity): Client => {
    const { origin, id, secret, redirect } = as;
    const module = { client: { id, secret }, auth: { tokenHost: origin }, options };
    const program = new AuthorizationCode(module);
    const made = new WeakMap<Pair, Awaited<ReturnType<typeof program.getToken>>>();
    const pairOf = (token: Awaited<ReturnType<typeof program.getToken>>): Pair => {
      if (token.token.token_type !== 'Bearer' || token.expired()) throw new Error(JSON.stringify(token));
      const { access_token, refresh_token, scope } = token.token;
      const pair = { access: String(access_token), refresh: String(refresh_token), scope: String(scope) };
      made.set(pair, token);
      return pair;
    };
    const tokenOf = (pair: Pair) => made.get(pair) ?? program.createToken({ refresh_token: pair.refresh });
    return {
      signIn: async (username, password) =>
        pairOf(await new ResourceOwnerPassword(module).getToken({ username, password })),
      refresh: async pair => pairOf(await tokenOf(pair).refresh()),
      revoke: pair => tokenOf(pair).revokeAll(),
      authorize: async scope => {
        const right = randomBytes(32).toString('base64url');
        // the package's types do not know PKCE
        const proof = {
          code_challenge_method: 'S256',
          code_challenge: createHash('sha256').update(right).digest('base64url'),
        };
        const address = program.authorizeURL({
          redirect_uri: redirect,
          scope: scope.split(' '),
          state: 'a state',
          ...proof,
        });
        const finish = async ({ searchParams }: URL, code_verifier = right) => {
          const [code, error] = [searchParams.get('code'), searchParams.get('error')];
          if (error !== null) throw new Error(error);
          const fields = { code: code ?? '', redirect_uri: redirect, code_verifier };
          return pairOf(await program.getToken(fields));
        };
        return { address, finish };
      },
    };
  };

const ofBoth = (post: (as: Identity) => Client, basic: (as: Identity) => Client) => [
  { name: 'client_secret_post', connect: post },
  { name: 'client_secret_basic', connect: basic },
];

/** openid-client is made of oauth4webapi, and gives its errors on. */
function scopesInChallenge(error: unknown): string {
  if (error instanceof openid.ResponseBodyError || error instanceof oauth.ResponseBodyError) {
    return [error.status, error.error, error.error_description].join(' ');
  }
  if (
    error instanceof openid.WWWAuthenticateChallengeError ||
    error instanceof oauth.WWWAuthenticateChallengeError
  ) {
    return challenged(error.status, error.cause);
  }
  if (
    error instanceof openid.AuthorizationResponseError ||
    error instanceof oauth.AuthorizationResponseError
  ) {
    return error.error;
  }
  return String(error);
}

export const PACKAGES: readonly Package[] = [
  {
    name: 'oauth4webapi',
    scopesInAnswer: scopesInChallenge,
    checksState: true,
    ways: ofBoth(byOauth4webapi(oauth.ClientSecretPost), byOauth4webapi(oauth.ClientSecretBasic)),
  },
  {
    name: 'openid-client',
    scopesInAnswer: scopesInChallenge,
    checksState: true,
    ways: ofBoth(byOpenidClient(openid.ClientSecretPost), byOpenidClient(openid.ClientSecretBasic)),
  },
  {
    name: 'simple-oauth2',
    checksState: false,
    ways: (
      [
        ['body', { authorizationMethod: 'body' }],
        ['header', { authorizationMethod: 'header' }],
        ['header, not encoded', { authorizationMethod: 'header', credentialsEncodingMode: 'loose' }],
        ['body, in JSON', { authorizationMethod: 'body', bodyFormat: 'json' }],
      ] as const
    ).map(([name, options]) => ({ name, connect: bySimpleOauth2(options) })),
    scopesInAnswer: error => {
      const { output, data, message } = Object(error);
      if (!data) return String(message);
      return [output.statusCode, data.payload.error, data.payload.error_description].join(' ');
    },
  },
];
