import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { big, bytes, identity, instant, timestamps } from './columns.ts';

export const oauthClients = pgTable('oauth_clients', {
  id: identity(),
  name: text().notNull(),
  secret_hash: text().notNull(),
  grants: jsonb().$type<string[]>().notNull(),
  revoked_at: instant(),
  ...timestamps(),
});

/** Opaque tokens: only sha256 of them is stored. `family` is one login with all that was refreshed from it. */
export const accessTokens = pgTable('oauth_access_tokens', {
  token_hash: text().primaryKey(),
  family: uuid().notNull(),
  generation: integer().notNull(),
  user_id: big().notNull(),
  client_id: big().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
  /** Who really works here, when it is not the user; `origin_family` is the login that they began it from. */
  impersonator_id: big(),
  origin_family: uuid(),
  revoked_at: instant(),
  ...timestamps(),
});

export const refreshTokens = pgTable('oauth_refresh_tokens', {
  token_hash: text().primaryKey(),
  family: uuid().notNull(),
  generation: integer().notNull(),
  user_id: big().notNull(),
  client_id: big().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  /** Slides with every refresh, never past `family_expires_at`. */
  expires_at: instant().notNull(),
  family_expires_at: instant().notNull(),
  rotated_at: instant(),
  /** The pair that replaced this token, sealed with a key that only its holder can derive. */
  successor: bytes(),
  revoked_at: instant(),
  ...timestamps(),
});

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: big().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    body: bytes(),
    ...timestamps(),
  },
  table => [primaryKey({ columns: [table.user_id, table.route, table.key] })],
);

export const auditLog = pgTable('audit_log', {
  id: identity(),
  at: instant().notNull(),
  actor_id: big().notNull(),
  impersonator_id: big(),
  action: text().notNull(),
  entity: text().notNull(),
  entity_id: big(),
  before: jsonb(),
  after: jsonb(),
  ip: text(),
  request_id: uuid(),
});

export const loginAttempts = pgTable('login_attempts', {
  /** Hash of the counted thing (pair, e-mail or address): nothing personal in the clear. */
  key_hash: text().primaryKey(),
  failures: integer().notNull(),
  window_start: instant().notNull(),
  locked_until: instant(),
});
