import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Flags, hint, Id, lenient, Text } from './wire.ts';

/** The message that ends a session, whatever the status it comes with. */
export const REFRESH_TOKEN_INVALID = 'The refresh token is invalid.';

/** The tokens of a login. */
const TokenPair = v.pipe(
  v.object({
    access_token: v.pipe(v.string(), v.nonEmpty()),
    /** '' when the backend gives none. */
    refresh_token: Text,
    /** Seconds. */
    expires_in: v.number(),
  }),
  hint({ prepare: readPersonalToken }),
);
export type TokenPair = v.InferOutput<typeof TokenPair>;

/**
 * POST /oauth/token, sent as a form. The page uses the password and refresh grants, with ids and scope as the same strings
 * every time; applications of others exchange a code with the verifier of its challenge (RFC 7636).
 */
export const obtainToken = endpoint({
  title: 'вход',
  method: 'POST',
  path: '/oauth/token',
  encoding: 'form',
  guard: 'client',
  input: v.object({
    grant_type: v.picklist(['password', 'refresh_token', 'authorization_code']),
    client_id: v.string(),
    client_secret: v.string(),
    username: v.optional(v.string()),
    password: v.optional(v.string()),
    refresh_token: v.optional(v.string()),
    code: v.optional(v.string()),
    code_verifier: v.optional(v.string()),
    redirect_uri: v.optional(v.string()),
    scope: v.optional(v.string()),
  }),
  reply: TokenPair,
  succeedsBy: ['access_token'],
});

/**
 * POST /api/adminAuth/token: tokens of another user, to work as them for an hour. Refused within such an
 * hour.
 */
export const loginAs = endpoint({
  title: 'вход под пользователем',
  method: 'POST',
  path: '/api/adminAuth/token',
  guard: 'edit_users',
  notWhileImpersonating: true,
  input: v.object({ user_id: Id }),
  reply: TokenPair,
  succeedsBy: ['access_token'],
});

/** POST /oauth/revoke (RFC 7009): either token of a login ends all of it. Called where the backend offers it; nobody waits for the answer. */
export const revokeToken = endpoint({
  title: 'выход',
  method: 'POST',
  path: '/oauth/revoke',
  encoding: 'form',
  guard: 'client',
  input: v.object({ client_id: v.string(), client_secret: v.string(), token: v.string() }),
  reply: v.object({}),
  succeedsBy: ['json', 'empty'],
});

/** A personal token (`accessToken`) is read as a pair without refresh token, valid for a year unless said. */
function readPersonalToken(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const pair = raw as { access_token?: unknown; accessToken?: unknown; expires_in?: unknown };
  return {
    ...pair,
    access_token: pair.access_token ?? pair.accessToken,
    expires_in: pair.expires_in || 31_536_000,
  };
}

const Role = v.object({ name: Text, display_name: Text });

/**
 * The signed-in user. `can` holds the permission flags; `role.display_name` is what the menu shows; `impersonator` is
 * who really works here, where a backend tells it.
 */
export const CurrentUser = v.pipe(
  v.object({
    id: Id,
    name: Text,
    email: Text,
    role: Role,
    can: Flags,
    impersonator: lenient(v.nullable(v.object({ id: Id, name: Text }))),
  }),
  hint({ prepare: readRole }),
);
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

/** Entrust and Laratrust send roles as a list, with a nullable display name. */
function readRole(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const user = raw as { data?: unknown; user?: unknown; id?: unknown; role?: unknown; roles?: unknown };
  const wrapped = user.data ?? user.user;
  if (user.id === undefined) return wrapped === undefined ? raw : readRole(wrapped);
  const roles = user.role ?? user.roles;
  const role = Array.isArray(roles) ? roles[0] : roles;
  const named = typeof role === 'object' && role !== null ? role : {};
  const { name, display_name } = named as { name?: unknown; display_name?: unknown };
  return { ...user, role: { name, display_name: display_name ?? name } };
}

/** POST /api/getUser, on every entry into the protected area. */
export const getUser = endpoint({
  title: 'пользователь',
  method: 'POST',
  path: '/api/getUser',
  guard: 'session',
  scope: 'profile',
  bearers: ['page', 'application'],
  reads: true,
  input: v.object({}),
  reply: CurrentUser,
});
