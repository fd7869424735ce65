import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { BEARERS } from '#contract/endpoint.ts';
import { RULE_COMBINES } from '#contract/policies.ts';
import type { ConditionNode, Rule } from '#domain/policy/policy.ts';
import { big, bytes, identity, instant, timestamps } from './columns.ts';

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  ...timestamps(),
});

export const users = pgTable('users', {
  id: identity(),
  name: text().notNull(),
  /** Lower case. */
  email: text().notNull().unique(),
  password_hash: text().notNull(),
  status: text({ enum: ['active', 'blocked'] }).notNull(),
  password_changed_at: instant().notNull(),
  /** Both are kept of the last block; null where none was, or by whom it was given says no reason. */
  blocked_at: instant(),
  block_reason: text(),
  /** Name and e-mail as they are looked for (commands/plain-text.ts). */
  search_text: text().generatedAlwaysAs(sql``),
  ...timestamps(),
});

const titled = () => ({
  id: identity(),
  name: text().notNull().unique(),
  display_name: text().notNull(),
  description: text(),
  ...timestamps(),
});

export const roles = pgTable('roles', titled());
export const permissions = pgTable('permissions', titled());

export const rolePermission = pgTable(
  'role_permission',
  { role_id: big().notNull(), permission_id: big().notNull() },
  table => [primaryKey({ columns: [table.role_id, table.permission_id] })],
);

export const userRole = pgTable(
  'user_role',
  { user_id: big().notNull(), role_id: big().notNull() },
  table => [primaryKey({ columns: [table.user_id, table.role_id] })],
);

export const oauthClients = pgTable('oauth_clients', {
  id: identity(),
  name: text().notNull(),
  secret_hash: text().notNull(),
  grants: jsonb().$type<string[]>().notNull(),
  /** Who made it; null for the firm's own, the page and the maker of personal tokens. */
  user_id: big(),
  /** Where it may be sent back to, in its owner's order. */
  redirects: jsonb().$type<string[]>().notNull(),
  revoked_at: instant(),
  /** When any of its tokens was, to the hour. */
  last_used_at: instant(),
  ...timestamps(),
});

/** Codes that are exchanged for tokens within a minute, once. `family` is the login that they become. */
export const oauthCodes = pgTable('oauth_codes', {
  code_hash: text().primaryKey(),
  family: uuid().notNull(),
  client_id: big().notNull(),
  user_id: big().notNull(),
  redirect_uri: text().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  /** base64url of the verifier's sha256 (RFC 7636, S256). */
  challenge: text().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
  ...timestamps(),
});

/** Opaque tokens: only sha256 of them is stored. `family` is one login with all that was refreshed from it. */
const ofLogin = () => ({
  token_hash: text().primaryKey(),
  family: uuid().notNull(),
  generation: integer().notNull(),
  user_id: big().notNull(),
  client_id: big().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  bearer: text({ enum: BEARERS }).notNull(),
  expires_at: instant().notNull(),
  revoked_at: instant(),
  ...timestamps(),
});

export const accessTokens = pgTable('oauth_access_tokens', {
  ...ofLogin(),
  /** What its user calls a personal token. */
  name: text(),
  /** When it was first used; a personal one when it was last used, to the hour. */
  used_at: instant(),
  /** Who really works here, when it is not the user; `origin_family` is the login that they began it from. */
  impersonator_id: big(),
  origin_family: uuid(),
});

/** `expires_at` slides with every refresh, never past `family_expires_at`. */
export const refreshTokens = pgTable('oauth_refresh_tokens', {
  ...ofLogin(),
  family_expires_at: instant().notNull(),
  rotated_at: instant(),
  /** The pair that replaced this token, sealed with a key that only its holder can derive. */
  successor: bytes(),
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

export const policies = pgTable('policies', {
  /** Given by whoever makes the policy (SPEC §4: one above the highest), so no identity. */
  id: big().primaryKey(),
  name: text().notNull(),
  rule_combine: text({ enum: RULE_COMBINES }).notNull(),
  target: jsonb().$type<ConditionNode>().notNull(),
  rules: jsonb().$type<readonly Rule[]>().notNull(),
  /** Grows with every save. */
  version: big().notNull().default(1),
  /** Null for those of the first start. */
  updated_by: big(),
  ...timestamps(),
});
