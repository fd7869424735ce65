import type { RuleCombine } from '#contract/policies.ts';
import { failure, success } from '#kit/result.ts';
import type { EditResult } from '../edit-result.ts';
import { isStorable, type Policy } from '../policy.ts';
import { withinLimits } from './within-limits.ts';

/** Names a policy; an empty name is a name that is still being typed. */
export function renamePolicy(policy: Policy, name: string): EditResult {
  if (!isStorable(name)) return failure('badText');
  return policy.name === name ? success(policy) : withinLimits(policy, { ...policy, name });
}

export function setCombine(policy: Policy, ruleCombine: RuleCombine): EditResult {
  return success(policy.ruleCombine === ruleCombine ? policy : { ...policy, ruleCombine });
}
