import type { Effect } from '#contract/policies.ts';
import type { Fact } from '../facts.ts';

/**
 * The answer of a condition: `unknown` where something is missing, `error` where it can never be evaluated.
 */
export type Answer = 'true' | 'false' | 'unknown' | 'error';

/** What is not chosen yet in an incomplete node. */
export type Missing = 'typeMissing' | 'attributeMissing' | 'methodMissing' | 'valueMissing';

/** What is wrong with a comparison whatever the facts are. */
export type Defect =
  | 'unknownMethod'
  | 'badPattern'
  | 'patternTooLong'
  | 'tooManyPatterns'
  | 'notANumber'
  | 'notADate'
  | 'tooManyValues'
  | 'datesAndTimes';

/** Why a fact could not be compared, though the comparison is sound. */
export type Mismatch = 'factOfOtherType' | 'factTooLong';

/** Why a node's answer is neither true nor false. */
export type ReasonName = Missing | Defect | Mismatch | 'notInQuestion' | 'notKnown' | 'relationUnknown';

/** What one node answered, and why; as nested as the node itself. */
export type Trace = {
  readonly answer: Answer;
  /** null where the answer follows from the children or from the fact that was found. */
  readonly reason: ReasonName | null;
  /** The fact that was compared; undefined for groups and where nothing is known. */
  readonly found: Fact | undefined;
  readonly children: readonly Trace[];
  readonly related: readonly Trace[];
};

export type RuleTrace = {
  readonly id: number;
  readonly effect: Effect;
  readonly answer: Answer;
  readonly condition: Trace;
};

export type PolicyReason =
  | 'targetNotTrue'
  | 'error'
  | 'allAllowed'
  | 'notAllAllowed'
  | 'oneAllowed'
  | 'noneAllowed'
  | 'noAllowRule'
  | 'notDenied'
  | 'denied';

/** The decision of one policy. Rules are traced even where it does not apply; they decide nothing then. */
export type PolicyTrace = {
  readonly policyId: number;
  readonly decision: 'allow' | 'deny' | 'notApplicable';
  readonly reason: PolicyReason;
  readonly target: Trace;
  readonly rules: readonly RuleTrace[];
};

/** The decision of all policies. */
export type Decision = {
  readonly decision: 'allow' | 'deny';
  readonly reason: 'error' | 'policyDenies' | 'policyAllows' | 'noPolicyApplies';
  /** The policy that decided, the lowest id of several; null where none applies. */
  readonly policyId: number | null;
  readonly policies: readonly PolicyTrace[];
};
