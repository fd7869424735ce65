import { type Catalogue, relatedType } from '../catalogue.ts';
import type { ConditionNode } from '../policy.ts';
import { claimOf } from './claim.ts';
import { comparisonOf } from './compare.ts';
import { contradict } from './contradiction.ts';
import { not } from './three-valued-logic.ts';
import type { Answer } from './trace.ts';

/**
 * All answers that a node can give, over all facts of the right types. May include some that never come, but
 * lacks none that can come. `error` stands alone: a defect of the policy does not depend on the facts.
 */
export type PossibleAnswers = ReadonlySet<Answer>;

const ANYTHING: PossibleAnswers = new Set(['true', 'false', 'unknown']);
const UNKNOWN: PossibleAnswers = new Set(['unknown']);
const ERROR: PossibleAnswers = new Set(['error']);

export type AnalysisContext = { readonly catalogue: Catalogue; readonly hasTooManyPatterns: boolean };

export function possibleAnswers(node: ConditionNode, context: AnalysisContext): PossibleAnswers {
  const possible = possibleByParts(node, context);
  return withoutTrue(possible, possible.has('true') && contradict([node], context.catalogue));
}

/**
 * The same for one member of an allOf, without contradictions: the caller looks for those in the whole group.
 */
function possibleByParts(node: ConditionNode, context: AnalysisContext): PossibleAnswers {
  if (node.type === 'allOf') {
    return possibleOfAll(node.children.map(child => possibleByParts(child, context)));
  }
  if (node.type === 'anyOf') {
    return negated(possibleOfAll(node.children.map(child => negated(possibleAnswers(child, context)))));
  }
  const claim = claimOf(node, context.catalogue);
  if ('missing' in claim) return UNKNOWN;
  if (claim.comparisonType === 'hasOne') return possibleOfRelated(node, claim.method, context);
  return 'defect' in comparisonOf(claim, context.hasTooManyPatterns) ? ERROR : ANYTHING;
}

function possibleOfRelated(node: ConditionNode, method: string, context: AnalysisContext): PossibleAnswers {
  if (method !== 'exists' && method !== 'notExists') return ERROR;
  const inside = node.relatedModel.map(each => possibleByParts(each, context));
  const isVague = relatedType(context.catalogue, node) === null;
  const shown = isVague ? inside.map(possible => (possible.has('error') ? ERROR : UNKNOWN)) : inside;
  const isImpossible = contradict(node.relatedModel, context.catalogue);
  const exists = withoutTrue(possibleOfAll([ANYTHING, ...shown]), isImpossible);
  return method === 'exists' ? exists : negated(exists);
}

function possibleOfAll(parts: readonly PossibleAnswers[]): PossibleAnswers {
  if (parts.some(part => part.has('error'))) return ERROR;
  const isUnknown = parts.some(part => part.has('unknown'));
  const answers = new Set<Answer>();
  if (parts.every(part => part.has('true'))) answers.add('true');
  if (parts.some(part => part.has('false'))) answers.add('false');
  if (isUnknown && parts.every(part => part.has('unknown') || part.has('true'))) answers.add('unknown');
  return answers;
}

function negated(possible: PossibleAnswers): PossibleAnswers {
  return new Set([...possible].map(not));
}

function withoutTrue(possible: PossibleAnswers, isImpossible: boolean): PossibleAnswers {
  return isImpossible ? new Set([...possible].filter(answer => answer !== 'true')) : possible;
}
