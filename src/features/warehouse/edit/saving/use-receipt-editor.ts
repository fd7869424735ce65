import { useEffect, useLayoutEffect, useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { contentOf, isSameContent } from './content.ts';
import { type Edits, useEdits } from './use-edits.ts';
import { type Saving, useSaving } from './use-saving.ts';

export type ReceiptEditor = ReturnType<typeof useReceiptEditor>;

/** A receipt that is edited: its edits, their save, and the choices between two versions. */
export function useReceiptEditor(initial: Receipt, remote: Remote<Receipt>) {
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
    /** What the server has by now, where it is not the version that the edits began from. */
    newer,
    wouldLose: () => !edits.isUntouched(),
    compare: () => newer && saving.compare(newer),
    /** Saves over the version that was looked at; one that comes after it is refused again. */
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
    /** Back to the edits, as they are. */
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

/**
 * Follows the server while nobody has typed. What is typed is never replaced: then the newer version is told instead, as
 * long as it is another one than that of the edits.
 */
function useNewerVersion(
  edits: Edits,
  { value }: Remote<Receipt>,
  step: Saving['state']['step'],
): Receipt | null {
  const [newer, setNewer] = useState<Receipt | null>(null);
  const { base, form } = edits;
  // What comes during a save may be the save itself.
  const isBusy = form.formState.isSubmitting || step === 'unknown' || step === 'checking';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news are followed, not each key that is typed
  useEffect(() => {
    if (!value || isBusy) return;
    const now = contentOf(value);
    setNewer(null);
    if (isSameContent(now, contentOf(base))) {
      if (value.version !== base.version) edits.rebase(value);
    } else if (edits.isUntouched() || isSameContent(now, edits.currentContent())) edits.startFrom(value);
    else setNewer(value);
  }, [value, isBusy, base]);
  return newer;
}
