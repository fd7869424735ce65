import type { Defect, Missing } from '../evaluation/trace.ts';
import type { NodePath } from '../node-path.ts';

export type WarningName =
  | 'targetBroken'
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
  | 'unknownType'
  | 'unknownAttribute'
  | 'unknownValue'
  | 'otherComparisonType'
  | 'relationUnknown'
  | 'fromAfterTo'
  | Missing
  | Defect;

/** A probable mistake in a policy. path: the node; ruleId: its rule; both null: the whole policy. */
export type Warning = {
  readonly name: WarningName;
  readonly path: NodePath | null;
  readonly ruleId: number | null;
  /** What it is about, for its words: a name or a value. */
  readonly detail: string | null;
};
