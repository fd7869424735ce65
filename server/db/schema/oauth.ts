import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { BEARERS } from '#contract/endpoint.ts';
import { big, bytes, identity, instant, timestamps } from './columns.ts';

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
export const accessTokens = pgTable('oauth_access_tokens', {
  token_hash: text().primaryKey(),
  family: uuid().notNull(),
  generation: integer().notNull(),
  user_id: big().notNull(),
  client_id: big().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  bearer: text({ enum: BEARERS }).notNull(),
  /** What its user calls a personal token. */
  name: text(),
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
  bearer: text({ enum: BEARERS }).notNull(),
  /** Slides with every refresh, never past `family_expires_at`. */
  expires_at: instant().notNull(),
  family_expires_at: instant().notNull(),
  rotated_at: instant(),
  /** The pair that replaced this token, sealed with a key that only its holder can derive. */
  successor: bytes(),
  revoked_at: instant(),
  ...timestamps(),
});
