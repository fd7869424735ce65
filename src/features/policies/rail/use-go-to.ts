import type { NodePath } from '#domain/policy/node-path.ts';
import { useEditing } from '../editing.ts';
import { askForFocus } from '../tree/focus-request.ts';

/** Leads to a node from something that speaks of it: selects it and brings the reader to its line in the tree. */
export function useGoTo(): (path: NodePath) => void {
  const { select } = useEditing();
  return path => {
    select(path);
    askForFocus({ place: 'line', path });
  };
}
