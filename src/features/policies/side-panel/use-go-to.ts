import type { NodePath } from '#domain/policy/node-path.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus } from '../tree/focus-request.ts';

/**
 * Leads to a node from something that speaks of it: selects it and brings the reader to its line in the tree. On a
 * narrow screen its fields cover the rest.
 */
export function useGoTo(): (path: NodePath) => void {
  const { select } = useEditing();
  const isBesideTree = useMedia(WIDE);
  return path => {
    select(path);
    if (isBesideTree) askForFocus({ place: 'line', path });
  };
}
