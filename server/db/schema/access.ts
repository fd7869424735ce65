import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { big, bytes, identity, instant, timestamps } from './columns.ts';

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
