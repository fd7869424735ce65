/** Who may use the API beside the page: clients, applications that a user has authorized, personal tokens. */
import * as v from 'valibot';
import { type Endpoint, endpoint } from './endpoint.ts';
import { DateTime, hint, lenient, requiredText, Text } from './wire.ts';

/** The opaque id of a client or a token: a number or a text, depending on the version of Passport. */
const Key = v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]);
export type Key = v.InferOutput<typeof Key>;

const KeySegment = v.union([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
]);

/** The limits of our server, which says so itself: the forms have no rules of their own. Others take fewer letters. */
const NAME_MAX = 255;
const REDIRECT_MAX = 2000;

/**
 * When it was last used, to the hour; null: never. Only our server sends it. Whoever sends it of a
 * client can replace its secret too.
 */
const LastUse = v.pipe(lenient(v.nullable(DateTime)), hint({ keepsNull: true }));

/**
 * An OAuth client of the caller. `secret` is sent when it is created, and by old Passports always; read, it
 * is '' then.
 */
export const Client = v.pipe(
  v.object({
    id: Key,
    name: Text,
    redirect: Text,
    secret: v.optional(Text),
    created_at: lenient(DateTime),
    last_used_at: LastUse,
  }),
  hint({ prepare: readClient }),
);
export type Client = v.InferOutput<typeof Client>;

const ClientForm = { name: requiredText(NAME_MAX), redirect: requiredText(REDIRECT_MAX) };

/** Settings of all these endpoints: about the caller's own data, refused while working as another user. */
const callerOnly = { guard: 'session', notWhileImpersonating: true } satisfies Partial<Endpoint>;

/** The caller's clients, by name. */
export const listClients = endpoint({
  title: 'приложения',
  ...callerOnly,
  method: 'GET',
  path: '/oauth/clients',
  input: v.object({}),
  reply: v.array(Client),
});

/** Creates a client; only this answer contains its secret. `redirect`: URLs, separated by commas. */
export const createClient = endpoint({
  title: 'создание приложения',
  ...callerOnly,
  method: 'POST',
  path: '/oauth/clients',
  input: v.object(ClientForm),
  reply: Client,
  status: 201,
  succeedsBy: ['id'],
});

export const changeClient = endpoint({
  title: 'сохранение приложения',
  ...callerOnly,
  method: 'PUT',
  path: '/oauth/clients/:client',
  input: v.object({ client: KeySegment, ...ClientForm }),
  reply: Client,
  succeedsBy: ['id'],
});

/**
 * Gives a client a new secret, which only this answer contains; the old one is good for nothing from then on. What users
 * have allowed stays. Only our server knows it.
 */
export const replaceClientSecret = endpoint({
  title: 'замена секрета',
  ...callerOnly,
  method: 'POST',
  path: '/oauth/clients/:client/secret',
  input: v.object({ client: KeySegment }),
  reply: Client,
  succeedsBy: ['secret'],
});

/** Deletes a client, and with it every token that was ever given to it. */
export const deleteClient = endpoint({
  title: 'удаление приложения',
  ...callerOnly,
  method: 'DELETE',
  path: '/oauth/clients/:client',
  input: v.object({ client: KeySegment }),
  reply: v.object({}),
  status: 204,
  succeedsBy: ['empty'],
});

/** A valid token: an authorized application's, or a personal one. */
export const Token = v.object({
  id: Key,
  name: Text,
  scopes: v.array(v.string()),
  created_at: v.optional(DateTime),
  expires_at: v.optional(DateTime),
  last_used_at: LastUse,
  client: v.optional(v.nullable(v.object({ name: Text }))),
});
export type Token = v.InferOutput<typeof Token>;

const tokenList = (path: `/${string}`, title: string) =>
  endpoint({ ...callerOnly, title, method: 'GET', path, input: v.object({}), reply: v.array(Token) });

const tokenRevocation = (path: `/${string}`, title: string) =>
  endpoint({
    title,
    ...callerOnly,
    method: 'DELETE',
    path,
    input: v.object({ token: KeySegment }),
    reply: v.object({}),
    status: 204,
    succeedsBy: ['empty'],
  });

/** Applications that may act for the caller, newest first: one row for each time that one was authorized. */
export const listAuthorizedTokens = tokenList('/oauth/tokens', 'разрешенные приложения');

/** Ends what an application may do for the caller, at once. */
export const revokeAuthorizedToken = tokenRevocation('/oauth/tokens/:token', 'отзыв доступа');

/** The caller's personal tokens, newest first. */
export const listPersonalTokens = tokenList('/oauth/personal-access-tokens', 'личные токены');

/**
 * Creates a personal token; only this answer contains it (`accessToken`). It is good for `expires_in_days`, and for the
 * longest time that there is (ScopeData) where that is left out. Passports decide by themselves; late Passports 13 send no
 * `token`.
 */
export const createPersonalToken = endpoint({
  title: 'создание токена',
  ...callerOnly,
  method: 'POST',
  path: '/oauth/personal-access-tokens',
  input: v.object({
    name: requiredText(NAME_MAX),
    scopes: v.array(v.string()),
    expires_in_days: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger()))),
  }),
  reply: v.object({ accessToken: v.pipe(v.string(), v.nonEmpty()), token: lenient(Token) }),
  succeedsBy: ['accessToken'],
});

export const revokePersonalToken = tokenRevocation('/oauth/personal-access-tokens/:token', 'удаление токена');

/**
 * `personal`: false if it gives a personal token no access. `personal_days_max`: how many days a personal token can be
 * good for; whoever does not say so takes no wish. Only our server sends the two.
 */
const ScopeData = v.object({
  id: v.string(),
  description: Text,
  personal: lenient(v.boolean()),
  personal_days_max: lenient(v.number()),
});
export type ScopeData = v.InferOutput<typeof ScopeData>;

/** The scopes that the caller's personal tokens can have. */
export const listScopes = endpoint({
  title: 'права токенов',
  ...callerOnly,
  method: 'GET',
  path: '/oauth/scopes',
  input: v.object({}),
  reply: v.array(ScopeData),
});

/** Passport 13 sends `redirect_uris`; where secrets are hashed, the new one is `plainSecret`. */
function readClient(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { redirect, redirect_uris, secret, plainSecret } = raw as Record<string, unknown>;
  const uris = Array.isArray(redirect_uris) ? redirect_uris.join(',') : undefined;
  return { ...raw, redirect: redirect ?? uris, secret: plainSecret ?? secret };
}
