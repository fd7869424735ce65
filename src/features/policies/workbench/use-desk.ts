import { useObstacle } from '#state/remote/use-action.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { QUIET } from '../saving/save-state.ts';
import { waysOut } from '../saving/ways-out.ts';
import { isOvertaken, isUnsaved, takeStored, type Work } from './bench.ts';
import type { ChosenProps } from './chosen-props.ts';
import { useEditingOf } from './use-editing-of.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useKeys } from './use-keys.ts';
import { useWays } from './use-ways.ts';

export type DeskProps = ChosenProps & { id: number; work: Work };

/** How the policy on the bench stands, and what can be done with it as a whole. */
export function useDesk(props: DeskProps) {
  const { id, work, catalogue, held, saves } = props;
  const { present: policy } = work.history;
  const stored = props.listed.stored.get(id);
  const going = useEditingOf({ policy, history: work.history }, catalogue, held, props.onAdd);
  const ways = useWays(going, catalogue);
  const obstacle = useObstacle();
  const blocked = blockedBecause(obstacle);
  const state = saves.stateOf(id);
  const isDirty = isUnsaved(work);
  const isBehind = isOvertaken(work, stored);
  const isBusy = state.step === 'sending' || (state.step === 'unknown' && state.isChecking);
  const save = () => {
    if (blocked !== undefined || !isDirty || isBusy) return;
    saves.tell(id, { step: isBehind ? 'comparing' : 'asking' });
  };
  const keepFocus = useKeptFocus(going.editing);
  const keeping = (go: () => void) => () => {
    keepFocus();
    go();
  };
  useKeys({ undo: keeping(ways.goBack), redo: keeping(ways.goForth), save });
  return {
    policy,
    stored,
    going,
    ways,
    blocked,
    state,
    isDirty,
    isBehind,
    isBusy,
    save,
    isOffline: obstacle === 'offline',
    isComparing: state.step === 'comparing' && isBehind,
    out: waysOut({ id, work, stored, held, saves, known: props.rows, choose: props.onChoose }),
    rest: () => saves.tell(id, QUIET),
    compare: () => saves.tell(id, { step: 'comparing' }),
    discard() {
      held.put(id, stored && takeStored(work, stored));
      saves.tell(id, QUIET);
      if (!stored) props.onBack();
    },
  };
}

/** What `useDesk` says. */
export type DeskState = ReturnType<typeof useDesk>;
