import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import { addNode, duplicateNode, moveNode, removeNode } from '#domain/policy/edits/nodes.ts';
import { type NodePath, nodeAt, type Step } from '#domain/policy/node-path.ts';
import { isGroup, type Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.ts';
import { ArrowDown, ArrowUp, Copy, Trash2 } from '#ui/icons-of-screens.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus } from './focus-request.ts';
import styles from './node-fields.module.css';
import { texts } from './texts.ts';

/** What can be done to a node as a whole. */
export type NodeAction = 'add' | 'duplicate' | 'up' | 'down' | 'remove';

/** Does actions on nodes. Each returns the node that has the focus afterwards, or null where it was refused. */
export function useNodeAction() {
  const { policy, catalogue, edit } = useEditing();
  return (action: NodeAction, path: NodePath): NodePath | null => {
    const { change, nextFocus } = planAction(policy, catalogue, action, path);
    let isDone = false;
    edit(held => {
      const edited = change(held);
      isDone = edited.ok;
      return edited;
    });
    return isDone ? nextFocus : null;
  };
}

/** The edit that an action on the node at this path is, and the node that has the focus afterwards. */
function planAction(
  policy: Policy,
  catalogue: Catalogue,
  action: NodeAction,
  path: NodePath,
): { change: (policy: Policy) => EditResult; nextFocus: NodePath } {
  if (action === 'add') {
    const { parent, list } = placeToAdd(policy, path);
    const index = nodeAt(policy, parent)?.[list].length ?? 0;
    return {
      change: each => addNode(each, parent, list, catalogue),
      nextFocus: { tree: path.tree, steps: [...parent.steps, { list, index }] },
    };
  }
  if (action === 'duplicate')
    return { change: each => duplicateNode(each, path), nextFocus: shifted(path, 1) };
  if (action === 'remove') {
    return { change: each => removeNode(each, path), nextFocus: afterRemoval(policy, path) };
  }
  return { change: each => moveNode(each, path, action), nextFocus: shifted(path, action === 'up' ? -1 : 1) };
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
function parentOf({ tree, steps }: NodePath): NodePath {
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

const BUTTONS = [
  { action: 'up', word: texts.moveUp, icon: <ArrowUp size={20} /> },
  { action: 'down', word: texts.moveDown, icon: <ArrowDown size={20} /> },
  { action: 'duplicate', word: texts.duplicate, icon: <Copy size={20} /> },
  { action: 'remove', word: texts.remove, icon: <Trash2 size={20} /> },
] as const;

/** What can be done to a condition as a whole, by buttons: the same as by keys in the tree. */
export function NodeActions({ path }: { path: NodePath }) {
  const { policy, select } = useEditing();
  const act = useNodeAction();
  const isBesideTree = useMedia(WIDE);
  const handle = (action: NodeAction) => () => {
    const nextFocus = act(action, path);
    if (!nextFocus) return;
    const isGone = action === 'remove';
    // On a phone the fields lie over the tree: without their condition they go.
    select(isGone && !isBesideTree ? null : nextFocus);
    if (isGone) askForFocus({ place: 'line', path: nextFocus });
    if (action === 'add') askForFocus({ place: 'fields' });
  };
  const last = path.steps.at(-1);
  const siblings = last ? (nodeAt(policy, parentOf(path))?.[last.list].length ?? 0) : 0;
  /** Where an action has nowhere to go. */
  const lastSteps: Readonly<Partial<Record<NodeAction, number>>> = { up: 0, down: siblings - 1 };
  return (
    <div className={styles.actions}>
      <Button wide kind="primary" icon={<Plus size={20} />} onClick={handle('add')}>
        {addWords(policy, path)}
      </Button>
      {last &&
        BUTTONS.map(({ action, word, icon }) => (
          <Button
            key={action}
            kind={action === 'remove' ? 'danger' : 'secondary'}
            icon={icon}
            aria-disabled={lastSteps[action] === last.index || undefined}
            onClick={handle(action)}
          >
            {word}
          </Button>
        ))}
    </div>
  );
}

function addWords(policy: Policy, path: NodePath): string {
  const node = nodeAt(policy, path);
  if (node?.comparisonType === 'hasOne') return texts.addToRelated;
  return isGroup(node?.type ?? null) ? texts.addToGroup : texts.addBeside;
}
