import { DEPTH_MAX, NODES_MAX, type Policy, rootsOf } from './policy.ts';

/** The bytes of a policy's JSON. Only for policies that are not too deep. */
export function bytesOf(policy: Policy): number {
  return new TextEncoder().encode(JSON.stringify(policy)).length;
}

/**
 * Counts nodes and levels; stops as soon as one is over its limit, so that a tree that contains itself ends
 * as well.
 */
export function countNodesAndLevels(policy: Policy): { nodes: number; levels: number } {
  let level = rootsOf(policy);
  let nodes = 0;
  let levels = 0;
  while (level.length > 0 && levels <= DEPTH_MAX && nodes <= NODES_MAX) {
    nodes += level.length;
    levels += 1;
    level = level.flatMap(({ relatedModel, children }) => [...relatedModel, ...children]);
  }
  return { nodes, levels };
}
