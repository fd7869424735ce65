import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';

export type DiscardDialogProps = {
  name: string;
  /** It was never saved: nothing of it would be left. */
  isNew: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before the edits of a policy are given up. */
export function DiscardDialog({ name, isNew, onConfirm, onCancel }: DiscardDialogProps) {
  const shown = name || texts.unnamed;
  return (
    <ConfirmDialog
      open
      kind="danger"
      title={isNew ? texts.discardNewAsk(shown) : texts.discardAsk(shown)}
      confirmLabel={isNew ? texts.discardNew : texts.discard}
      cancelLabel={texts.discardKeep}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isNew ? texts.discardNewWhy : texts.discardWhy}
    </ConfirmDialog>
  );
}
