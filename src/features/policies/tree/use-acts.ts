import type { NodePath } from '#domain/policy/node-path.ts';
import { useEditing } from '../editing.ts';
import { type ActName, actOn } from './node-acts.ts';

/** Does acts on nodes. Each answers with the node one is at afterwards, or null where it was refused. */
export function useActs() {
  const { policy, catalogue, edit, select } = useEditing();
  const act = (name: ActName, path: NodePath): NodePath | null => {
    const { change, nextFocus } = actOn(policy, catalogue, name, path);
    let isDone = false;
    edit(held => {
      const edited = change(held);
      isDone = edited.ok;
      return edited;
    });
    return isDone ? nextFocus : null;
  };
  return { act, select };
}
