import { failure, success } from '#kit/result.ts';
import type { EditResult } from '../edit-result.ts';
import { BYTES_MAX, DEPTH_MAX, NODES_MAX, type Policy } from '../policy.ts';
import { bytesOf, countNodesAndLevels } from '../policy-size.ts';

/** Bytes that a save writes around the policy. */
const WRAPPER_BYTES = 64;

/**
 * The edited policy, or the refusal where the server would not store it. What is too large already may shrink step by
 * step.
 */
export function withinLimits(before: Policy, after: Policy): EditResult {
  const { nodes, levels } = countNodesAndLevels(after);
  if (levels > DEPTH_MAX) return failure('tooDeep');
  if (nodes > NODES_MAX) return failure('tooManyNodes');
  const size = bytesOf(after);
  const isTooLarge = size > BYTES_MAX - WRAPPER_BYTES && size > bytesOf(before);
  return isTooLarge ? failure('tooLarge') : success(after);
}
