import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { RULE_COMBINES } from '#contract/policies.ts';
import type { ConditionNode, Rule } from '#domain/policy/policy.ts';
import { big, timestamps } from './columns.ts';

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
