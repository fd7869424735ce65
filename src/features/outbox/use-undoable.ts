import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device-context.ts';
import { useTransfer } from '#state/transfer.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { contentOf, placeOf } from '#sync/drafts.ts';
import { notify } from '#ui/toast.tsx';
import { describeDraft, describeEntry, titleOf } from './describe-entry.ts';
import type { DraftRow } from './offline/read-outbox.ts';
import { texts } from './texts.ts';

/** Deletions that can be taken back for as long as their notice is shown. */
export function useUndoable() {
  const { discard } = useCommand();
  const { restore, restoreDraft } = useTransfer();
  const { drafts } = useDevice();
  return {
    /** Deletes an entry at once; a notice offers to take that back, or says why the entry stays for now. */
    async discard(id: string) {
      const gone = await discard(id, { ifOpen: true });
      if (gone.ok && gone.value?.isGivenUp) notify({ title: texts.asGivenUp, message: texts.givenUpWhy });
      else if (gone.ok && gone.value) notifyDeleted(gone.value, restore);
      return gone;
    },
    async removeDraft(row: DraftRow) {
      const { instance, ...draft } = row;
      await drafts.remove(placeOf(row), contentOf(row.value));
      offerUndo(texts.deletedTitle, titleOf(describeDraft(row)), () => void restoreDraft(draft));
    },
  };
}

function notifyDeleted(entry: Entry, restore: ReturnType<typeof useTransfer>['restore']): void {
  const described = describeEntry(entry);
  const undo = async () => {
    const done = await restore(entry);
    if (!done.ok) notify({ type: 'warning', title: texts.undoFailed, message: texts[done.problem.reason] });
  };
  if (entry.kind === 'contact.delete') offerUndo(texts.deleteTakenBack, described.name, () => void undo());
  else offerUndo(texts.deletedTitle, titleOf(described), () => void undo());
}

function offerUndo(title: string, message: string, onSelect: () => void): void {
  notify({ title, message, action: { label: texts.undo, onSelect } });
}
