import { useState } from 'react';
import { useObstacle } from '#state/remote/use-action.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { conflictChoices } from '../saving/conflict-choices.ts';
import type { ChosenProps } from './chosen-props.ts';
import { isOutdated, isUnsaved, type PolicyDraft, takeStored } from './policy-drafts.ts';
import { useEditingOf } from './use-editing-of.ts';
import { useNearbyFocus } from './use-nearby-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useUndoRedo } from './use-undo-redo.ts';

export type PolicyEditorProps = ChosenProps & { id: number; draft: PolicyDraft };

/** How the policy in the editor stands, and what can be done with it as a whole. */
export function usePolicyEditor(props: PolicyEditorProps) {
  const { id, draft, catalogue, held, saves } = props;
  const { present: policy } = draft.history;
  const stored = props.listed.stored.get(id);
  const editingState = useEditingOf({ policy, history: draft.history }, catalogue, held, props.onAdd);
  const undoRedo = useUndoRedo(editingState, catalogue);
  const [isAsking, setAsking] = useState(false);
  const obstacle = useObstacle();
  const blocked = blockedBecause(obstacle);
  const state = saves.stateOf(id);
  const isDirty = isUnsaved(draft);
  const isOutOfDate = isOutdated(draft, stored);
  const isBusy = state.step === 'sending' || state.step === 'checking';
  const compare = () => saves.compare(id, stored);
  const save = () => {
    if (blocked !== undefined || !isDirty || isBusy) return;
    if (isOutOfDate) return compare();
    saves.reset(id);
    setAsking(true);
  };
  const keepFocus = useNearbyFocus(editingState.editing);
  const keeping = (go: () => void) => () => {
    keepFocus();
    go();
  };
  useShortcuts({ undo: keeping(undoRedo.undo), redo: keeping(undoRedo.redo), save });
  return {
    policy,
    stored,
    editingState,
    undoRedo,
    blocked,
    state,
    isDirty,
    isOutOfDate,
    isBusy,
    save,
    isOffline: obstacle === 'offline',
    isComparing: state.step === 'conflict' && isOutOfDate,
    choices: conflictChoices({ id, draft, stored, held, saves, known: props.rows, choose: props.onChoose }),
    closeConflict: () => saves.reset(id),
    compare,
    isAsking,
    stopAsking: () => setAsking(false),
    discard() {
      held.put(id, stored && takeStored(draft, stored));
      saves.reset(id);
      if (!stored) props.onBack();
    },
  };
}

/** What `usePolicyEditor` says. */
export type PolicyEditorState = ReturnType<typeof usePolicyEditor>;
