import { failure, type Result, success } from '#kit/result.ts';
import type { EditRefusal, EditResult } from '../edit-result.ts';
import { type NodePath, rootOf, type Step } from '../node-path.ts';
import type { ConditionNode, Policy } from '../policy.ts';

/** A node on the way down a path, with the step that leads out of it. */
type Ancestor = { readonly node: ConditionNode; readonly step: Step };

/** Returns the changed node, or why it refuses. The same node means that there is nothing to change. */
export type NodeChange = (node: ConditionNode) => Result<ConditionNode, EditRefusal>;

/** Changes one node. Only the nodes on the path to it are copied; all others stay the same objects. */
export function changeNode(policy: Policy, path: NodePath, change: NodeChange): EditResult {
  let node = rootOf(policy, path.tree);
  if (!node) return failure('noSuchRule');
  const ancestors: Ancestor[] = [];
  for (const step of path.steps) {
    ancestors.push({ node, step });
    node = node[step.list][step.index];
    if (!node) return failure('noSuchNode');
  }
  const changed = change(node);
  if (!changed.ok) return changed;
  if (changed.value === node) return success(policy);
  return success(withRoot(policy, path.tree, ancestors.reduceRight(withinParent, changed.value)));
}

/** Changes the list that contains a node; a root is in none. */
export function changeSiblings(
  policy: Policy,
  path: NodePath,
  change: (
    siblings: readonly ConditionNode[],
    index: number,
    node: ConditionNode,
  ) => Result<readonly ConditionNode[], EditRefusal>,
): EditResult {
  if (!rootOf(policy, path.tree)) return failure('noSuchRule');
  const last = path.steps.at(-1);
  if (!last) return failure('rootStays');
  const { list, index } = last;
  return changeNode(policy, { tree: path.tree, steps: path.steps.slice(0, -1) }, parent => {
    const node = parent[list][index];
    if (!node) return failure('noSuchNode');
    const siblings = change(parent[list], index, node);
    return siblings.ok ? success({ ...parent, [list]: siblings.value }) : siblings;
  });
}

/** Puts another root in the place of a tree's. */
export function withRoot(policy: Policy, tree: NodePath['tree'], root: ConditionNode): Policy {
  if (tree === 'target') return { ...policy, target: root };
  const rules = policy.rules.map(rule => (rule.id === tree ? { ...rule, condition: root } : rule));
  return { ...policy, rules };
}

function withinParent(child: ConditionNode, { node, step }: Ancestor): ConditionNode {
  const list = node[step.list].map((each, index) => (index === step.index ? child : each));
  return { ...node, [step.list]: list };
}
