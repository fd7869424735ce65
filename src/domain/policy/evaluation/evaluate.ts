import { attributeOf, type Catalogue, takesValue } from '../catalogue.ts';
import type { Entity, Fact, Facts } from '../facts.ts';
import { type ConditionNode, isGroup, type Policy } from '../policy.ts';
import { combineRules, decideOf } from './combine.ts';
import { makeTest } from './compare.ts';
import { all, answerOf, any, not } from './logic.ts';
import { isMissing } from './missing.ts';
import type { Answer, Decision, PolicyTrace, ReasonName, Trace } from './trace.ts';

/**
 * What all policies together say: one that denies wins, then one that allows; where none applies it is deny. The
 * catalogue says of which type a related thing is.
 */
export function decide(policies: readonly Policy[], facts: Facts, catalogue: Catalogue): Decision {
  return decideOf(policies.map(policy => evaluatePolicy(policy, facts, catalogue)));
}

/** What one policy says, with the answer of every node. It never throws, and walks no deeper than the policy. */
export function evaluatePolicy(policy: Policy, facts: Facts, catalogue: Catalogue): PolicyTrace {
  const target = evaluateNode(policy.target, facts, catalogue);
  const rules = policy.rules.map(({ id, effect, condition }) => {
    const trace = evaluateNode(condition, facts, catalogue);
    return { id, effect, answer: trace.answer, condition: trace };
  });
  return { policyId: policy.id, ...combineRules(policy.ruleCombine, target.answer, rules), target, rules };
}

/** What one node says of the facts. Everything below is asked, so that the order of nodes never matters. */
export function evaluateNode(node: ConditionNode, facts: Facts, catalogue: Catalogue): Trace {
  if (isGroup(node.type)) {
    const children = node.children.map(child => evaluateNode(child, facts, catalogue));
    const combine = node.type === 'allOf' ? all : any;
    return trace(combine(children.map(({ answer }) => answer)), { children });
  }
  const { type, attribute } = node;
  if (type === null) return trace('unknown', { reason: 'typeMissing' });
  if (attribute === null) return trace('unknown', { reason: 'attributeMissing' });
  const known = attributeOf(catalogue, type, attribute);
  const comparisonType = node.comparisonType ?? known?.type ?? null;
  const thing = own(facts, type);
  const asked: Asked = {
    node,
    comparisonType,
    relation: known?.relation ?? null,
    found: thing && own(thing, attribute),
    isInQuestion: thing !== undefined,
  };
  return comparisonType === 'hasOne' ? askRelated(asked, facts, catalogue) : askFact(asked);
}

type Asked = {
  readonly node: ConditionNode;
  readonly comparisonType: string | null;
  readonly relation: string | null;
  readonly found: Fact | undefined;
  readonly isInQuestion: boolean;
};

function askFact({ node, comparisonType, found, isInQuestion }: Asked): Trace {
  const { comparisonMethod: method, compareValue } = node;
  if (method === null || comparisonType === null) return trace('unknown', { reason: 'methodMissing', found });
  if (takesValue(comparisonType, method) && isMissing(method, compareValue)) {
    return trace('unknown', { reason: 'valueMissing', found });
  }
  const test = makeTest(comparisonType, method, compareValue);
  if ('defect' in test) return trace('error', { reason: test.defect, found });
  if (found === undefined) return trace('unknown', { reason: isInQuestion ? 'notKnown' : 'notInQuestion' });
  return trace('unknown', { ...test.ask(found), found });
}

/** Inside, the type of the related thing means that thing; all other types mean what they mean outside. */
function askRelated(
  { node, relation, found, isInQuestion }: Asked,
  facts: Facts,
  catalogue: Catalogue,
): Trace {
  const method = node.comparisonMethod;
  const inside = relation === null ? facts : { ...facts, [relation]: isEntity(found) ? found : undefined };
  const related = node.relatedModel.map(each => evaluateNode(each, inside, catalogue));
  if (method === null) return trace('unknown', { reason: 'methodMissing', found, related });
  if (method !== 'exists' && method !== 'notExists') {
    return trace('error', { reason: 'unknownMethod', found, related });
  }
  const holds = related.map(({ answer }) => answer);
  // Nobody knows of which thing the nodes inside speak; that they can never be asked is known nevertheless.
  const isVague = relation === null && related.length > 0;
  const inner = isVague ? [holds.includes('error') ? ('error' as const) : ('unknown' as const)] : holds;
  const exists = all([isThere(found), ...inner]);
  const reason = isVague && exists === 'unknown' ? 'relationUnknown' : reasonOfRelated(found, isInQuestion);
  return trace(method === 'exists' ? exists : not(exists), { reason, found, related });
}

function isThere(found: Fact | undefined): Answer {
  if (found === undefined) return 'unknown';
  return found === null || isEntity(found) ? answerOf(found !== null) : 'error';
}

function reasonOfRelated(found: Fact | undefined, isInQuestion: boolean): ReasonName | null {
  if (found === undefined) return isInQuestion ? 'notKnown' : 'notInQuestion';
  return found === null || isEntity(found) ? null : 'factOfOtherType';
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
