import { useState } from 'react';
import { useCommand } from '#state/command.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Trash2 } from '#ui/icons-of-screens.ts';
import { texts as shared } from '#ui/texts.ts';
import type { OutboxRow } from './offline/outbox-book.ts';
import { texts } from './texts.ts';
import type { Acting } from './use-acting.ts';
import { useUndoable } from './use-undoable.ts';

export type DiscardActionProps = { row: OutboxRow; title: string; acting: Acting };

/**
 * What never arrived goes at once and can be taken back; what only counts as refused waits until that is known. What may
 * have arrived is asked about, and what this app cannot read must be confirmed by a typed word, so that it never goes by accident.
 */
export function DiscardAction({ row, title, acting }: DiscardActionProps) {
  const { entry, isOpen } = row;
  const [asking, setAsking] = useState(false);
  const undoable = useUndoable();
  const label = entry.kind === 'contact.delete' ? texts.takeBackDelete : shared.remove;
  const handlePress = () => {
    if (isOpen) acting.run(() => undoable.discard(entry.id));
    else setAsking(true);
  };
  return (
    <>
      <Button kind="danger" icon={<Trash2 size={20} />} onClick={handlePress}>
        {label}
      </Button>
      {asking && (
        <Question row={row} title={title} label={label} acting={acting} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type QuestionProps = DiscardActionProps & { label: string; onClose: () => void };

function Question({ row: { entry, status }, title, label, acting, onClose }: QuestionProps) {
  const { discard } = useCommand();
  const isParked = status === 'parked';
  const isDelete = entry.kind === 'contact.delete';
  const warning = isDelete ? texts.deleteLeft : texts.deleteUnsure;
  const handleConfirm = () => {
    onClose();
    acting.run(() => discard(entry.id));
  };
  return (
    <ConfirmDialog
      open
      title={isDelete ? `${texts.takeBackDelete}?` : texts.deleteQuestion(title)}
      confirmLabel={label}
      kind="danger"
      {...(isParked ? { typed: texts.deleteWord } : {})}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <p>{isParked ? texts.deleteWarning : warning}</p>
    </ConfirmDialog>
  );
}
