import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { big, identity, instant, timestamps } from './columns.ts';

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
  ...timestamps(),
});

export const roles = pgTable('roles', {
  id: identity(),
  name: text().notNull().unique(),
  display_name: text().notNull(),
  description: text(),
  ...timestamps(),
});

export const permissions = pgTable('permissions', {
  id: identity(),
  name: text().notNull().unique(),
  display_name: text().notNull(),
  description: text(),
  ...timestamps(),
});

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
