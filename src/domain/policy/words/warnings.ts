import type { Catalogue } from '../catalogue.ts';
import type { NodePath } from '../node-path.ts';
import type { Policy } from '../policy.ts';

export type WarningName =
  | 'neverApplies'
  | 'deniesEverything'
  | 'allowsEverything'
  | 'noRules'
  | 'ruleNeverHolds'
  | 'ruleAlwaysHolds'
  | 'ruleWithoutEffect'
  | 'sameRuleNames'
  | 'emptyGroup'
  | 'contradiction'
  | 'typeMissing'
  | 'attributeMissing'
  | 'methodMissing'
  | 'valueMissing'
  | 'unknownType'
  | 'unknownAttribute'
  | 'unknownMethod'
  | 'unknownValue'
  | 'otherComparisonType'
  | 'relationUnknown'
  | 'badPattern'
  | 'patternTooLong'
  | 'tooManyPatterns'
  | 'notANumber'
  | 'notADate'
  | 'tooManyValues'
  | 'datesAndTimes'
  | 'fromAfterTo';

/** Something that a policy says, but hardly means. path: the node; ruleId: the rule it concerns; both null: the policy. */
export type Warning = {
  readonly name: WarningName;
  readonly path: NodePath | null;
  readonly ruleId: number | null;
  /** What it is about, for its words: a value, a name. */
  readonly detail: string | null;
};

/** What a moderator should know of a policy, the whole policy first, then rule by rule and node by node. */
export function warningsOf(policy: Policy, _catalogue: Catalogue): Warning[] {
  return policy.rules.length === 0 ? [{ name: 'noRules', path: null, ruleId: null, detail: null }] : [];
}
