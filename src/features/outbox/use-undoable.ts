import { useMemo } from 'react';
import type { Result } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device.ts';
import { useTransfer } from '#state/transfer.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import { notify } from '#ui/toast.tsx';
import { describeDraft, describeEntry, titleOf } from './describe-entry.ts';
import type { DraftRow } from './offline/outbox-book.ts';
import { texts } from './texts.ts';

type Undoable = {
  /** Deletes an entry at once; a notice offers to take that back, or says why the entry stays for now. */
  discard(id: string): Promise<Result<unknown, Refusal>>;
  removeDraft(draft: DraftRow): Promise<void>;
};

/** Deletions that can be taken back for as long as their notice is shown. */
export function useUndoable(): Undoable {
  const { discard } = useCommand();
  const { restore, restoreDraft } = useTransfer();
  const { drafts } = useDevice();
  return useMemo(
    () => ({
      async discard(id) {
        const gone = await discard(id, { ifOpen: true });
        if (gone.ok && gone.value?.isGivenUp) notify({ title: texts.givenUp, message: texts.givenUpWhy });
        else if (gone.ok && gone.value) notifyDeleted(gone.value, restore);
        return gone;
      },
      async removeDraft(row) {
        const draft = await drafts.read(row.key);
        await drafts.remove(row.key);
        if (draft) offerUndo(texts.deletedTitle, titleOf(describeDraft(row)), () => void restoreDraft(draft));
      },
    }),
    [discard, restore, restoreDraft, drafts],
  );
}

function notifyDeleted(entry: Entry, restore: ReturnType<typeof useTransfer>['restore']): void {
  const described = describeEntry(entry);
  const isDelete = entry.kind === 'contact.delete';
  offerUndo(
    isDelete ? texts.deleteTakenBack : texts.deletedTitle,
    isDelete ? described.name : titleOf(described),
    () => {
      void restore(entry).then(done => {
        if (done.ok) return;
        const { reason } = done.problem;
        notify({
          type: 'warning',
          title: texts.undoFailed,
          message: reason === 'orphaned' ? texts.orphaned : texts[reason],
        });
      });
    },
  );
}

function offerUndo(title: string, message: string, onSelect: () => void): void {
  notify({ title, message, action: { label: texts.undo, onSelect } });
}
