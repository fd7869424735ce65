import { type Catalogue, takesValue } from '../catalogue.ts';
import type { ConditionNode } from '../policy.ts';
import { relatedType } from '../related-type.ts';
import { attributeTypeOf } from './attribute-type.ts';
import { makeTest } from './compare.ts';
import { contradict } from './contradiction.ts';
import { not } from './logic.ts';
import { isMissing } from './missing.ts';
import type { Answer } from './trace.ts';

/**
 * All answers that a node can give, over all facts of the right types. May include some that never come, but
 * lacks none that can come. `error` stands alone: a defect of the policy does not depend on the facts.
 */
export type Possible = ReadonlySet<Answer>;

const ANYTHING: Possible = new Set(['true', 'false', 'unknown']);
const UNKNOWN: Possible = new Set(['unknown']);
const ERROR: Possible = new Set(['error']);

export type Knowledge = { readonly catalogue: Catalogue; readonly hasTooManyPatterns: boolean };

/** The possible answers of a node. */
export function possibleAnswers(node: ConditionNode, knowledge: Knowledge): Possible {
  const possible = possibleByParts(node, knowledge);
  return withoutTrue(possible, possible.has('true') && contradict([node], knowledge.catalogue));
}

/**
 * The same for one member of an allOf, without contradictions: the caller looks for those in the whole group.
 */
function possibleByParts(node: ConditionNode, knowledge: Knowledge): Possible {
  if (node.type === 'allOf') {
    return possibleOfAll(node.children.map(child => possibleByParts(child, knowledge)));
  }
  if (node.type === 'anyOf') {
    return negated(possibleOfAll(node.children.map(child => negated(possibleAnswers(child, knowledge)))));
  }
  const { type, attribute, comparisonMethod: method } = node;
  const comparisonType = attributeTypeOf(node, knowledge.catalogue);
  if (type === null || attribute === null || method === null || comparisonType === null) return UNKNOWN;
  if (comparisonType === 'hasOne') return possibleOfRelated(node, method, knowledge);
  if (takesValue(comparisonType, method) && isMissing(method, node.compareValue)) return UNKNOWN;
  if (method === 'regexp' && knowledge.hasTooManyPatterns) return ERROR;
  if ('defect' in makeTest(comparisonType, method, node.compareValue)) return ERROR;
  return ANYTHING;
}

function possibleOfRelated(node: ConditionNode, method: string, knowledge: Knowledge): Possible {
  if (method !== 'exists' && method !== 'notExists') return ERROR;
  const inside = node.relatedModel.map(each => possibleByParts(each, knowledge));
  const isVague = relatedType(knowledge.catalogue, node) === null;
  const shown = isVague ? inside.map(possible => (possible.has('error') ? ERROR : UNKNOWN)) : inside;
  const isImpossible = contradict(node.relatedModel, knowledge.catalogue);
  const exists = withoutTrue(possibleOfAll([ANYTHING, ...shown]), isImpossible);
  return method === 'exists' ? exists : negated(exists);
}

function possibleOfAll(parts: readonly Possible[]): Possible {
  if (parts.some(part => part.has('error'))) return ERROR;
  const isUnknown = parts.some(part => part.has('unknown'));
  const answers = new Set<Answer>();
  if (parts.every(part => part.has('true'))) answers.add('true');
  if (parts.some(part => part.has('false'))) answers.add('false');
  if (isUnknown && parts.every(part => part.has('unknown') || part.has('true'))) answers.add('unknown');
  return answers;
}

function negated(possible: Possible): Possible {
  return new Set([...possible].map(not));
}

function withoutTrue(possible: Possible, isImpossible: boolean): Possible {
  return isImpossible ? new Set([...possible].filter(answer => answer !== 'true')) : possible;
}
