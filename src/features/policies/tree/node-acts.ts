import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import { addNode, duplicateNode, moveNode, removeNode } from '#domain/policy/edits/nodes.ts';
import { type NodePath, nodeAt, type Step } from '#domain/policy/node-path.ts';
import { isGroup, type Policy } from '#domain/policy/policy.ts';

/** What can be done to a node as a whole. */
export type ActName = 'add' | 'duplicate' | 'up' | 'down' | 'remove';

/** An edit of a node as a whole, and the node one is at afterwards. */
export type Act = { change: (policy: Policy) => EditResult; nextFocus: NodePath };

/** What an act on the node at this path does to the policy. */
export function actOn(policy: Policy, catalogue: Catalogue, name: ActName, path: NodePath): Act {
  if (name === 'add') {
    const { parent, list } = placeToAdd(policy, path);
    const index = nodeAt(policy, parent)?.[list].length ?? 0;
    return {
      change: each => addNode(each, parent, list, undefined, catalogue),
      nextFocus: { tree: path.tree, steps: [...parent.steps, { list, index }] },
    };
  }
  if (name === 'duplicate') return { change: each => duplicateNode(each, path), nextFocus: shifted(path, 1) };
  if (name === 'remove') {
    return { change: each => removeNode(each, path), nextFocus: afterRemoval(policy, path) };
  }
  return { change: each => moveNode(each, path, name), nextFocus: shifted(path, name === 'up' ? -1 : 1) };
}

/** Where a new condition goes: into the node, where it holds others, or beside it. */
function placeToAdd(policy: Policy, path: NodePath): { parent: NodePath; list: Step['list'] } {
  const node = nodeAt(policy, path);
  const last = path.steps.at(-1);
  if (node?.comparisonType === 'hasOne') return { parent: path, list: 'relatedModel' };
  if (!last || !node || isGroup(node.type)) return { parent: path, list: 'children' };
  return { parent: parentOf(path), list: last.list };
}

/** The path of the node in which this one stands; a root's is its own. */
export function parentOf({ tree, steps }: NodePath): NodePath {
  return { tree, steps: steps.slice(0, -1) };
}

/** The next sibling, which takes the place of the removed one; else the one before it; else what they stood in. */
function afterRemoval(policy: Policy, path: NodePath): NodePath {
  const last = path.steps.at(-1);
  if (!last) return path;
  const siblings = nodeAt(policy, parentOf(path))?.[last.list].length ?? 0;
  if (last.index < siblings - 1) return path;
  return last.index > 0 ? shifted(path, -1) : parentOf(path);
}

function shifted({ tree, steps }: NodePath, by: number): NodePath {
  const last = steps.at(-1);
  const next = last ? [{ list: last.list, index: last.index + by }] : [];
  return { tree, steps: [...steps.slice(0, -1), ...next] };
}
