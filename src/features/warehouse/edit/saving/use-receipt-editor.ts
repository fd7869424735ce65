import { useLayoutEffect, useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { type Edits, useEdits } from './use-edits.ts';
import { useNewerVersion } from './use-newer-version.ts';
import { type Saving, useSaving } from './use-saving.ts';

/** A receipt that is edited: its edits, their save, and the choices between two versions. */
export type ReceiptEditor = {
  edits: Edits;
  saving: Saving;
  /** What the server has by now, where it is not the version that the edits began from. */
  newer: Receipt | null;
  wouldLose: () => boolean;
  compare: () => void;
  /** Saves over the version that was looked at; one that comes after it is refused again. */
  keepMine: () => void;
  takeTheirs: () => void;
  /** Back to the edits, as they are. */
  backToEditing: () => void;
};

export function useReceiptEditor(initial: Receipt, remote: Remote<Receipt>): ReceiptEditor {
  const edits = useEdits(initial);
  const saving = useSaving(edits, remote);
  const newer = useNewerVersion(edits, remote, saving.state.step);
  const focusFirstField = useFocusFirstField(edits);
  const { state, reset } = saving;
  const closeChoice = () => {
    reset();
    focusFirstField();
  };
  return {
    edits,
    saving,
    newer,
    wouldLose: () => !edits.isUntouched(),
    compare: () => newer && saving.compare(newer),
    keepMine() {
      if (state.step !== 'conflict') return;
      edits.rebase(state.theirs);
      closeChoice();
      void saving.submit();
    },
    takeTheirs() {
      if (state.step !== 'conflict') return;
      edits.startFrom(state.theirs);
      closeChoice();
    },
    backToEditing: closeChoice,
  };
}

/** The buttons of a choice are gone after it: the first field is where one goes on. */
function useFocusFirstField({ form }: Edits): () => void {
  const [count, setCount] = useState(0);
  const { setFocus } = form;
  useLayoutEffect(() => {
    if (count > 0) setFocus('transfer_code');
  }, [count, setFocus]);
  return () => setCount(count + 1);
}
