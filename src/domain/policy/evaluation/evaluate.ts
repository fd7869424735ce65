import { type Catalogue, takesValue } from '../catalogue.ts';
import type { Entity, Fact, Facts } from '../facts.ts';
import { type ConditionNode, isGroup, type Policy } from '../policy.ts';
import { relatedType } from '../related-type.ts';
import { attributeTypeOf } from './attribute-type.ts';
import { combinePolicies, combineRules } from './combine-rules.ts';
import { makeComparison } from './compare.ts';
import { isValueMissing } from './compare-value.ts';
import { hasTooManyPatterns } from './pattern-limits.ts';
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
  if (isGroup(node.type)) {
    const children = node.children.map(child => evaluateNode(child, scope));
    const combine = node.type === 'allOf' ? all : any;
    return trace(combine(children.map(({ answer }) => answer)), { children });
  }
  const { type, attribute } = node;
  if (type === null) return trace('unknown', { reason: 'typeMissing' });
  if (attribute === null) return trace('unknown', { reason: 'attributeMissing' });
  const comparisonType = attributeTypeOf(node, scope.catalogue);
  const thing = own(scope.facts, type);
  const found = thing && own(thing, attribute);
  const lookup = { node, comparisonType, found, isInQuestion: thing !== undefined };
  return comparisonType === 'hasOne' ? evaluateRelated(lookup, scope) : evaluateFact(lookup, scope);
}

type Lookup = {
  readonly node: ConditionNode;
  readonly comparisonType: string | null;
  readonly found: Fact | undefined;
  readonly isInQuestion: boolean;
};

function evaluateFact({ node, comparisonType, found, isInQuestion }: Lookup, scope: Scope): Trace {
  const { comparisonMethod: method, compareValue } = node;
  if (method === null || comparisonType === null) return trace('unknown', { reason: 'methodMissing', found });
  if (takesValue(comparisonType, method) && isValueMissing(method, compareValue)) {
    return trace('unknown', { reason: 'valueMissing', found });
  }
  if (scope.hasTooManyPatterns && method === 'regexp')
    return trace('error', { reason: 'tooManyPatterns', found });
  const test = makeComparison(comparisonType, method, compareValue);
  if ('defect' in test) return trace('error', { reason: test.defect, found });
  if (found === undefined) return trace('unknown', { reason: isInQuestion ? 'notKnown' : 'notInQuestion' });
  return trace('unknown', { ...test.compare(found), found });
}

/** Inside, the type of the related thing means that thing; all other types mean what they mean outside. */
function evaluateRelated({ node, found, isInQuestion }: Lookup, scope: Scope): Trace {
  const method = node.comparisonMethod;
  const relation = relatedType(scope.catalogue, node);
  const thing = isEntity(found) ? found : undefined;
  const inside = relation === null ? scope : { ...scope, facts: { ...scope.facts, [relation]: thing } };
  const related = node.relatedModel.map(each => evaluateNode(each, inside));
  if (method === null) return trace('unknown', { reason: 'methodMissing', found, related });
  if (method !== 'exists' && method !== 'notExists') {
    return trace('error', { reason: 'unknownMethod', found, related });
  }
  const isVague = relation === null && related.length > 0;
  const exists = all([isThere(found), ...insideOf(related, relation)]);
  const answer = method === 'exists' ? exists : not(exists);
  return trace(answer, { reason: reasonOfRelated({ answer, found, isInQuestion, isVague }), found, related });
}

function isThere(found: Fact | undefined): Answer {
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

function reasonOfRelated({
  answer,
  found,
  isInQuestion,
  isVague,
}: {
  answer: Answer;
  found: Fact | undefined;
  isInQuestion: boolean;
  isVague: boolean;
}): ReasonName | null {
  if (answer === 'error') return isThere(found) === 'error' ? 'factOfOtherType' : null;
  if (answer !== 'unknown') return null;
  if (found !== undefined) return isVague ? 'relationUnknown' : null;
  return isInQuestion ? 'notKnown' : 'notInQuestion';
}

function trace(answer: Answer, more: Partial<Trace>): Trace {
  return { answer, reason: null, found: undefined, children: [], related: [], ...more };
}

function isEntity(fact: Fact | undefined): fact is Entity {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}

/** Names come from outside: `constructor` is no fact. */
function own<Value>(record: { readonly [key: string]: Value | undefined }, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
