import { type ConditionNode, DEPTH_MAX, NODES_MAX, type Policy, rootsOf } from './policy.ts';

/** The bytes of a policy's JSON. Only for policies that are not too deep. */
export function bytesOf({ target, rules, ...rest }: Policy): number {
  const ofRules = rules.map(
    ({ condition, ...rule }) => bytesAround({ ...rule, condition: 0 }) + bytesOfNode(condition),
  );
  // A zero stands where a tree goes.
  return bytesAround({ ...rest, target: 0, rules: [] }) + bytesOfNode(target) + listBytes(ofRules);
}

/** Nodes never change, and edits share most of them: the size of each is cached. */
const bytesByNode = new WeakMap<ConditionNode, number>();

function bytesOfNode(node: ConditionNode): number {
  const known = bytesByNode.get(node);
  if (known !== undefined) return known;
  const { relatedModel, children } = node;
  const inside = listBytes(relatedModel.map(bytesOfNode)) + listBytes(children.map(bytesOfNode));
  const bytes = bytesOfJson({ ...node, relatedModel: [], children: [] }) + inside;
  bytesByNode.set(node, bytes);
  return bytes;
}

/** Bytes between the brackets of a list: its items and the commas. */
function listBytes(items: readonly number[]): number {
  return items.reduce((sum, bytes) => sum + bytes, Math.max(0, items.length - 1));
}

function bytesAround(withZero: object): number {
  return bytesOfJson(withZero) - 1;
}

function bytesOfJson(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
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
