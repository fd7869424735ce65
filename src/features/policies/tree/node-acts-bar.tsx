import { type NodePath, nodeAt } from '#domain/policy/node-path.ts';
import { isGroup, type Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.ts';
import { ArrowDown, ArrowUp, Copy, Trash2 } from '#ui/icons-of-screens.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus } from './focus-request.ts';
import { type ActName, parentOf } from './node-acts.ts';
import styles from './node-fields.module.css';
import { texts } from './texts.ts';
import { useActs } from './use-acts.ts';

/** What can be done to a condition as a whole, by buttons: the same as by keys in the tree. */
export function NodeActs({ path }: { path: NodePath }) {
  const { policy } = useEditing();
  const { act, select } = useActs();
  const isBesideTree = useMedia(WIDE);
  const handle = (name: ActName) => () => {
    const nextFocus = act(name, path);
    if (!nextFocus) return;
    const isGone = name === 'remove';
    // On a phone the fields lie over the tree: without their condition they go.
    select(isGone && !isBesideTree ? null : nextFocus);
    if (isGone) askForFocus({ place: 'line', path: nextFocus });
    if (name === 'add') askForFocus({ place: 'fields' });
  };
  const last = path.steps.at(-1);
  const siblings = last ? (nodeAt(policy, parentOf(path))?.[last.list].length ?? 0) : 0;
  return (
    <div className={styles.acts}>
      <Button wide kind="primary" icon={<Plus size={20} />} onClick={handle('add')}>
        {addWords(policy, path)}
      </Button>
      {last && (
        <>
          <Button
            icon={<ArrowUp size={20} />}
            aria-disabled={last.index === 0 || undefined}
            onClick={handle('up')}
          >
            {texts.moveUp}
          </Button>
          <Button
            icon={<ArrowDown size={20} />}
            aria-disabled={last.index === siblings - 1 || undefined}
            onClick={handle('down')}
          >
            {texts.moveDown}
          </Button>
          <Button icon={<Copy size={20} />} onClick={handle('duplicate')}>
            {texts.duplicate}
          </Button>
          <Button kind="danger" icon={<Trash2 size={20} />} onClick={handle('remove')}>
            {texts.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function addWords(policy: Policy, path: NodePath): string {
  const node = nodeAt(policy, path);
  if (node?.comparisonType === 'hasOne') return texts.addToRelated;
  return isGroup(node?.type ?? null) ? texts.addToGroup : texts.addBeside;
}
