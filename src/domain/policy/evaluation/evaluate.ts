import { ownValue } from '#kit/own-value.ts';
import { attributeTypeOf, type Catalogue, relatedType } from '../catalogue.ts';
import { type Fact, type Facts, isEntity } from '../facts.ts';
import { type ConditionNode, isGroup, type Policy } from '../policy.ts';
import { claimOf } from './claim.ts';
import { combinePolicies, combineRules } from './combine-rules.ts';
import { comparisonOf } from './compare.ts';
import { hasTooManyPatterns } from './pattern.ts';
import { all, answerOf, any, not } from './three-valued-logic.ts';
import type { Answer, Decision, PolicyTrace, ReasonName, Trace } from './trace.ts';

/**
 * The decision of all policies: one that denies wins, then one that allows; where none applies it is deny.
 * The catalogue gives the types of related things.
 */
export function decide(policies: readonly Policy[], facts: Facts, catalogue: Catalogue): Decision {
  return combinePolicies(policies.map(policy => evaluatePolicy(policy, facts, catalogue)));
}

/**
 * The decision of one policy, with the answer of every node. Never throws, and recurses no deeper than the
 * policy.
 */
export function evaluatePolicy(policy: Policy, facts: Facts, catalogue: Catalogue): PolicyTrace {
  const scope = { facts, catalogue, hasTooManyPatterns: hasTooManyPatterns(policy) };
  const target = evaluateNode(policy.target, scope);
  const rules = policy.rules.map(({ id, effect, condition }) => {
    const trace = evaluateNode(condition, scope);
    return { id, effect, answer: trace.answer, condition: trace };
  });
  return { policyId: policy.id, ...combineRules(policy.ruleCombine, target.answer, rules), target, rules };
}

type Scope = {
  readonly facts: Facts;
  readonly catalogue: Catalogue;
  readonly hasTooManyPatterns: boolean;
};

/** Everything below a node is evaluated, so that the order of nodes never matters. */
function evaluateNode(node: ConditionNode, scope: Scope): Trace {
  const { type, attribute } = node;
  if (isGroup(type)) {
    const children = node.children.map(child => evaluateNode(child, scope));
    const combine = type === 'allOf' ? all : any;
    return trace({ answer: combine(children.map(({ answer }) => answer)), children });
  }
  const thing = ownValue(scope.facts, type);
  const found = thing && ownValue(thing, attribute);
  const whyNotFound = thing === undefined ? 'notInQuestion' : 'notKnown';
  if (type !== null && attribute !== null && attributeTypeOf(node, scope.catalogue) === 'hasOne') {
    return evaluateRelated(node, { found, whyNotFound }, scope);
  }
  const claim = claimOf(node, scope.catalogue);
  if ('missing' in claim) return trace({ answer: 'unknown', reason: claim.missing, found });
  const test = comparisonOf(claim, scope.hasTooManyPatterns);
  if ('defect' in test) return trace({ answer: 'error', reason: test.defect, found });
  if (found === undefined) return trace({ answer: 'unknown', reason: whyNotFound });
  return trace({ ...test.compare(found), found });
}

type Lookup = { readonly found: Fact | undefined; readonly whyNotFound: ReasonName };

/** Inside, the type of the related thing means that thing; all other types mean what they mean outside. */
function evaluateRelated(node: ConditionNode, { found, whyNotFound }: Lookup, scope: Scope): Trace {
  const method = node.comparisonMethod;
  const relation = relatedType(scope.catalogue, node);
  const thing = isEntity(found) ? found : undefined;
  const inside = relation === null ? scope : { ...scope, facts: { ...scope.facts, [relation]: thing } };
  const related = node.relatedModel.map(each => evaluateNode(each, inside));
  if (method === null) return trace({ answer: 'unknown', reason: 'methodMissing', found, related });
  if (method !== 'exists' && method !== 'notExists') {
    return trace({ answer: 'error', reason: 'unknownMethod', found, related });
  }
  const isThere = existenceOf(found);
  const exists = all([isThere, ...insideOf(related, relation)]);
  const answer = method === 'exists' ? exists : not(exists);
  const whyUnknown = relation === null && related.length > 0 ? 'relationUnknown' : null;
  const reasons = {
    error: isThere === 'error' ? 'factOfOtherType' : null,
    unknown: found === undefined ? whyNotFound : whyUnknown,
    true: null,
    false: null,
  } as const;
  return trace({ answer, reason: reasons[answer], found, related });
}

function existenceOf(found: Fact | undefined): Answer {
  if (found === undefined) return 'unknown';
  return found === null || isEntity(found) ? answerOf(found !== null) : 'error';
}

/**
 * Where the relation is not known, neither is the thing that the nodes are about; their errors count even so.
 */
function insideOf(related: readonly Trace[], relation: string | null): Answer[] {
  const answers = related.map(({ answer }) => answer);
  return relation === null ? answers.map(answer => (answer === 'error' ? 'error' : 'unknown')) : answers;
}

function trace(given: Pick<Trace, 'answer'> & Partial<Trace>): Trace {
  return { reason: null, found: undefined, children: [], related: [], ...given };
}
