/** Policies for a test server, in as few words as they can be said in, written straight into its database. */
import { desc, eq } from 'drizzle-orm';
import {
  type CompareValue,
  type ConditionNode,
  emptyNode,
  type Policy,
  type Rule,
} from '#domain/policy/policy.ts';
import { auditLog, policies } from '#server/db/schema.ts';
import type { TestServer } from './server.ts';

export const allOf = (...children: ConditionNode[]): ConditionNode => ({ ...emptyNode('allOf'), children });
export const anyOf = (...children: ConditionNode[]): ConditionNode => ({ ...emptyNode('anyOf'), children });

/** What is always so. */
export const ALWAYS = allOf();

/** One comparison: `claim('user.role list equal', 'promoter')`. */
export function claim(words: string, compareValue: CompareValue = null): ConditionNode {
  const [name = '', comparisonType = null, comparisonMethod = null] = words.split(' ');
  const [type = null, attribute = null] = name.split('.');
  return { ...emptyNode(type), attribute, comparisonType, comparisonMethod, compareValue };
}

/** A related thing of which all that holds: `exists('request.promoter', claim('user.role list equal', 'admin'))`. */
export function exists(name: string, ...relatedModel: ConditionNode[]): ConditionNode {
  return { ...claim(`${name} hasOne exists`), relatedModel };
}

export const allow = (condition = ALWAYS): Omit<Rule, 'id'> => ({
  name: 'allow',
  effect: 'allow',
  condition,
});
export const deny = (condition = ALWAYS): Omit<Rule, 'id'> => ({ name: 'deny', effect: 'deny', condition });

export type Draft = Partial<Pick<Policy, 'ruleCombine' | 'target'>> & { rules: readonly Omit<Rule, 'id'>[] };

/** Whole policies, numbered from 1. */
export function policiesOf(...drafts: Draft[]): Policy[] {
  return drafts.map(({ rules, ruleCombine = 'allowIfNotDenied', target = ALWAYS }, index) => ({
    id: index + 1,
    name: `policy ${index + 1}`,
    ruleCombine,
    target,
    rules: rules.map((rule, at) => ({ ...rule, id: at + 1 })),
  }));
}

/** Versions only grow, as the server's do. */
let version = 0;

/** Replaces the policies of the firm, as another process would: past the server. */
export async function seedPolicies({ db, clock }: TestServer, seeded: readonly Policy[]): Promise<void> {
  const at = new Date(clock());
  await db.delete(policies);
  if (seeded.length === 0) return;
  version += 1;
  const times = { version, created_at: at, updated_at: at };
  const rows = seeded.map(({ ruleCombine, ...policy }) => ({
    ...policy,
    rule_combine: ruleCombine,
    ...times,
  }));
  await db.insert(policies).values(rows);
}

/** What the audit says of decisions, newest first. */
export function notesOf({ db }: TestServer) {
  return db.select().from(auditLog).where(eq(auditLog.entity, 'policy')).orderBy(desc(auditLog.id));
}

/** The lines of the log about one kind of event. */
export function linesOf({ logged }: TestServer, event: string) {
  return logged.filter(line => line.event === event);
}
