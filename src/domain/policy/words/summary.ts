import type { Effect, RuleCombine } from '#contract/policies.ts';
import { type Catalogue, relatedType } from '../catalogue.ts';
import { type Claim, claimOf } from '../evaluation/claim.ts';
import type { Missing } from '../evaluation/trace.ts';
import { type ConditionNode, isGroup, type Policy } from '../policy.ts';

/** Rules whose effect matters at all in a combination. */
export const COUNTED_EFFECTS: Readonly<Record<RuleCombine, readonly Effect[]>> = {
  allowIfAllAllowed: ['allow', 'deny'],
  allowIfOneAllowed: ['allow'],
  allowIfNotDenied: ['deny'],
};

/** A simplified condition: nested groups of the same kind are flattened, groups of one are unwrapped. */
export type Clause =
  | { readonly kind: 'all' | 'any'; readonly clauses: readonly Clause[] }
  /** Always true, or never. */
  | { readonly kind: 'always' | 'never' }
  | ({ readonly kind: 'claim' } & Claim)
  | Related
  | Incomplete;

/** A node in which something is not chosen yet; it neither holds nor fails. */
export type Incomplete = {
  readonly kind: 'incomplete';
  readonly missing: Missing;
  readonly source: string | null;
  readonly attribute: string | null;
};

/** There is (or there is no) related thing of which the clause holds; inside, `relation` means that thing. */
export type Related = {
  readonly kind: 'related';
  readonly source: string;
  readonly attribute: string;
  readonly relation: string | null;
  readonly method: 'exists' | 'notExists';
  readonly clause: Clause;
};

/** The summary of a policy, its trees simplified. */
export function summaryOf({ target, ruleCombine, rules }: Policy, catalogue: Catalogue) {
  return {
    applies: clauseOf(target, catalogue),
    combine: ruleCombine,
    rules: rules.map(({ id, name, effect, condition }) => {
      return { id, name, effect, when: clauseOf(condition, catalogue) };
    }),
  };
}

export type PolicySummary = ReturnType<typeof summaryOf>;

export function clauseOf(node: ConditionNode, catalogue: Catalogue): Clause {
  if (isGroup(node.type)) {
    const clauses = node.children.map(child => clauseOf(child, catalogue));
    return join(node.type === 'allOf' ? 'all' : 'any', clauses);
  }
  const claim = claimOf(node, catalogue);
  if ('missing' in claim) {
    return { kind: 'incomplete', missing: claim.missing, source: node.type, attribute: node.attribute };
  }
  const { source, attribute, comparisonType, method } = claim;
  if (comparisonType === 'hasOne' && (method === 'exists' || method === 'notExists')) {
    const inside = node.relatedModel.map(each => clauseOf(each, catalogue));
    const relation = relatedType(catalogue, node);
    return { kind: 'related', source, attribute, relation, method, clause: join('all', inside) };
  }
  return { kind: 'claim', ...claim };
}

/** A group without neutral members: «always» among all, «never» among any, a group in its own kind. */
function join(kind: 'all' | 'any', clauses: readonly Clause[]): Clause {
  const neutral = kind === 'all' ? 'always' : 'never';
  const flat = clauses
    .flatMap(clause => (clause.kind === kind ? clause.clauses : [clause]))
    .filter(clause => clause.kind !== neutral);
  const [only] = flat;
  if (!only) return { kind: neutral };
  return flat.length === 1 ? only : { kind, clauses: flat };
}
