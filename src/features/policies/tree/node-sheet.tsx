import { memo } from 'react';
import { BottomSheet } from '#ui/modal.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus } from './focus-request.ts';
import { NodeFields } from './node-fields.tsx';
import { texts } from './texts.ts';

/** On a narrow screen, where nothing can stand beside the tree: the fields of the selected condition over it. */
export const NodeSheet = memo(function NodeSheet() {
  const { selected, select } = useEditing();
  const isBesideTree = useMedia(WIDE);
  const close = () => {
    if (selected) askForFocus({ place: 'line', path: selected });
    select(null);
  };
  return (
    <BottomSheet open={!isBesideTree && selected !== null} onClose={close} title={texts.node}>
      <NodeFields />
    </BottomSheet>
  );
});
