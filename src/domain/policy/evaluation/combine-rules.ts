import type { RuleCombine } from '#contract/policies.ts';
import type { Answer, Decision, PolicyReason, PolicyTrace, RuleTrace } from './trace.ts';

type Verdict = Pick<PolicyTrace, 'decision' | 'reason'>;

/**
 * The decision of a policy, given the answers of its conditions. Where the target is not true the policy does
 * not apply, whatever its rules are; an error in the target denies.
 */
export function combineRules(
  combine: RuleCombine,
  target: Answer,
  rules: readonly Pick<RuleTrace, 'effect' | 'answer'>[],
): Verdict {
  if (target === 'error') return { decision: 'deny', reason: 'error' };
  if (target !== 'true') return { decision: 'notApplicable', reason: 'targetNotTrue' };
  if (rules.some(({ answer }) => answer === 'error')) return { decision: 'deny', reason: 'error' };
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  const reason = REASONS[combine]({
    isDenied: rules.some(({ effect, answer }) => effect === 'deny' && answer === 'true'),
    allowing: allowing.length,
    held: allowing.filter(({ answer }) => answer === 'true').length,
  });
  return { decision: ALLOWING.includes(reason) ? 'allow' : 'deny', reason };
}

type Count = { readonly isDenied: boolean; readonly allowing: number; readonly held: number };

const ALLOWING: readonly PolicyReason[] = ['allAllowed', 'oneAllowed', 'notDenied'];

const REASONS: Readonly<Record<RuleCombine, (count: Count) => PolicyReason>> = {
  allowIfAllAllowed: ({ isDenied, allowing, held }) => {
    if (isDenied) return 'denied';
    if (allowing === 0) return 'noAllowRule';
    return held === allowing ? 'allAllowed' : 'notAllAllowed';
  },
  allowIfOneAllowed: ({ allowing, held }) => {
    if (allowing === 0) return 'noAllowRule';
    return held > 0 ? 'oneAllowed' : 'noneAllowed';
  },
  allowIfNotDenied: ({ isDenied }) => (isDenied ? 'denied' : 'notDenied'),
};

/** What one policy of several decides, the strongest first. */
const RULINGS: readonly (Pick<Decision, 'decision' | 'reason'> & {
  isBy: (policy: PolicyTrace) => boolean;
})[] = [
  { decision: 'deny', reason: 'error', isBy: ({ reason }) => reason === 'error' },
  { decision: 'deny', reason: 'policyDenies', isBy: ({ decision }) => decision === 'deny' },
  { decision: 'allow', reason: 'policyAllows', isBy: ({ decision }) => decision === 'allow' },
];

/**
 * The decision of all policies: an error denies, then any denial, then one that allows; otherwise it is deny.
 */
export function combinePolicies(policies: readonly PolicyTrace[]): Decision {
  for (const { decision, reason, isBy } of RULINGS) {
    const ids = policies.filter(isBy).map(({ policyId }) => policyId);
    if (ids.length > 0) return { decision, reason, policyId: Math.min(...ids), policies };
  }
  return { decision: 'deny', reason: 'noPolicyApplies', policyId: null, policies };
}
