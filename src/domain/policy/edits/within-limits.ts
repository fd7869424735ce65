import { failure, success } from '#kit/result.ts';
import type { Edited } from '../edit.ts';
import { BYTES_MAX, type ConditionNode, DEPTH_MAX, NODES_MAX, type Policy } from '../policy.ts';

/** Room for what a save writes around the policy. */
const WRAPPER_BYTES = 64;

/** An edit that made a policy grow, or its refusal where the server would not store the outcome. */
export function withinLimits(before: Policy, edited: Edited): Edited {
  if (!edited.ok) return edited;
  const { nodes, levels } = measure(edited.value);
  if (levels > DEPTH_MAX) return failure('tooDeep');
  if (nodes > NODES_MAX) return failure('tooManyNodes');
  return withinSize(before, edited.value);
}

/** The same for an edit of texts alone. What is too large already may shrink step by step. */
export function withinSize(before: Policy, after: Policy): Edited {
  const size = bytesOf(after);
  const isTooLarge = size > BYTES_MAX - WRAPPER_BYTES && size > bytesOf(before);
  return isTooLarge ? failure('tooLarge') : success(after);
}

/** The bytes of a policy's JSON. Only for policies that are not too deep. */
export function bytesOf(policy: Policy): number {
  return new TextEncoder().encode(JSON.stringify(policy)).length;
}

/** Counts nodes and levels; stops as soon as one of them is over its limit, so that a cycle ends as well. */
export function measure(policy: Policy): { nodes: number; levels: number } {
  let level: readonly ConditionNode[] = [policy.target, ...policy.rules.map(({ condition }) => condition)];
  let nodes = 0;
  let levels = 0;
  while (level.length > 0 && levels <= DEPTH_MAX && nodes <= NODES_MAX) {
    nodes += level.length;
    levels += 1;
    level = level.flatMap(({ relatedModel, children }) => [...relatedModel, ...children]);
  }
  return { nodes, levels };
}
