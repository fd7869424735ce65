import type { Effect, RuleCombine } from '#contract/policies.ts';
import { type Catalogue, takesValue } from '../catalogue.ts';
import { attributeTypeOf } from '../evaluation/attribute-type.ts';
import { isValueMissing, valuesOf } from '../evaluation/compare-value.ts';
import type { Missing } from '../evaluation/trace.ts';
import { type ConditionNode, isGroup, type Policy, type Scalar } from '../policy.ts';
import { relatedType } from '../related-type.ts';

/** A simplified condition: nested groups of the same kind are flattened, groups of one are unwrapped. */
export type Clause =
  | { readonly kind: 'all' | 'any'; readonly clauses: readonly Clause[] }
  /** Always true, or never. */
  | { readonly kind: 'always' | 'never' }
  | Claim
  | Related
  | Incomplete;

/** One comparison of one attribute. */
export type Claim = {
  readonly kind: 'claim';
  readonly source: string;
  readonly attribute: string;
  readonly comparisonType: string;
  readonly method: string;
  readonly values: readonly Scalar[];
};

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

export type PolicySummary = {
  readonly applies: Clause;
  readonly combine: RuleCombine;
  readonly rules: readonly {
    readonly id: number;
    readonly name: string;
    readonly effect: Effect;
    readonly when: Clause;
  }[];
};

/** The summary of a policy, its trees simplified. */
export function summaryOf(policy: Policy, catalogue: Catalogue): PolicySummary {
  return {
    applies: clauseOf(policy.target, catalogue),
    combine: policy.ruleCombine,
    rules: policy.rules.map(({ id, name, effect, condition }) => ({
      id,
      name,
      effect,
      when: clauseOf(condition, catalogue),
    })),
  };
}

/** The clause of one node. */
export function clauseOf(node: ConditionNode, catalogue: Catalogue): Clause {
  if (isGroup(node.type)) {
    const clauses = node.children.map(child => clauseOf(child, catalogue));
    return join(node.type === 'allOf' ? 'all' : 'any', clauses);
  }
  const { type, attribute, comparisonMethod: method, compareValue } = node;
  const incomplete = (missing: Missing): Incomplete => ({
    kind: 'incomplete',
    missing,
    source: type,
    attribute,
  });
  if (type === null) return incomplete('typeMissing');
  if (attribute === null) return incomplete('attributeMissing');
  const comparisonType = attributeTypeOf(node, catalogue);
  if (method === null || comparisonType === null) return incomplete('methodMissing');
  if (comparisonType === 'hasOne' && (method === 'exists' || method === 'notExists')) {
    const clause = join(
      'all',
      node.relatedModel.map(each => clauseOf(each, catalogue)),
    );
    return {
      kind: 'related',
      source: type,
      attribute,
      relation: relatedType(catalogue, node),
      method,
      clause,
    };
  }
  const isAsked = takesValue(comparisonType, method);
  if (isAsked && isValueMissing(method, compareValue)) return incomplete('valueMissing');
  const values = isAsked ? valuesOf(compareValue) : [];
  return { kind: 'claim', source: type, attribute, comparisonType, method, values };
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
