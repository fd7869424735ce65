import { useState } from 'react';
import { refusalWords } from '#domain/policy/reading/fault-words.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { EditingContext } from '../editing.ts';
import { Rail } from '../rail/rail.tsx';
import { Conflict } from '../saving/conflict.tsx';
import { DiscardDialog } from '../saving/discard-dialog.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { SaveDialog } from '../saving/save-dialog.tsx';
import { QUIET } from '../saving/save-state.ts';
import { waysOut } from '../saving/ways-out.ts';
import { texts } from '../texts.ts';
import { NodeSheet } from '../tree/node-sheet.tsx';
import { isOvertaken, isUnsaved, takeStored, type Work } from './bench.ts';
import type { ChosenProps } from './chosen.tsx';
import { DeskHead } from './desk-head.tsx';
import { Editor } from './editor.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { useEditingOf } from './use-editing-of.ts';
import { useKeys } from './use-keys.ts';
import { useWays } from './use-ways.ts';
import styles from './workbench.module.css';

export type DeskProps = ChosenProps & { id: number; work: Work };

/** One policy on the bench. */
export function Desk(props: DeskProps) {
  const { id, work, catalogue, held, saves, listed } = props;
  const { base, history } = work;
  const stored = listed.stored.get(id);
  const going = useEditingOf({ policy: history.present, history }, catalogue, held, props.onAdd);
  const ways = useWays(going, catalogue);
  const obstacle = useObstacle();
  const blocked = blockedBecause(obstacle);
  const state = saves.stateOf(id);
  const isDirty = isUnsaved(work);
  const overtaken = isOvertaken(work, stored);
  const isBusy = state.step === 'sending' || (state.step === 'unknown' && state.isChecking);
  const [isDiscarding, setDiscarding] = useState(false);
  const rest = () => saves.tell(id, QUIET);
  const compare = () => saves.tell(id, { step: 'comparing' });
  const handleSave = () => {
    if (blocked !== undefined || !isDirty || isBusy) return;
    if (overtaken) compare();
    else saves.tell(id, { step: 'asking' });
  };
  useKeys({ undo: ways.goBack, redo: ways.goForth, save: handleSave });
  const handleDiscard = () => {
    setDiscarding(false);
    held.put(id, stored && takeStored(work, stored));
    rest();
    if (!stored) props.onBack();
  };
  const isComparing = state.step === 'comparing' && overtaken;
  const out = waysOut({ ...{ id, work, stored, held, saves }, known: props.rows, choose: props.onChoose });
  return (
    <EditingContext value={going.editing}>
      <div className={styles.desk}>
        <DeskHead
          policy={history.present}
          row={props.rows.find(row => row.id === id)}
          overtaken={overtaken && !isComparing ? overtakenWords(work, stored !== undefined) : null}
          onCompare={compare}
        />
        {isComparing && (
          <Conflict
            {...{ base, catalogue, blocked }}
            mine={history.present}
            theirs={stored?.policy}
            onKeepMine={out.keepMine}
            onTakeTheirs={out.takeTheirs}
            onSaveAsNew={out.saveAsNew}
            onBack={rest}
          />
        )}
        <div className={styles.parts} hidden={isComparing}>
          <Editor />
          <aside className={styles.rail}>
            <Rail />
          </aside>
        </div>
        <p role="status" className="visually-hidden">
          {ways.told}
        </p>
        <SaveBar
          {...{ state, blocked }}
          unsaved={props.unsaved.map(name => name || texts.unnamed)}
          isUnsaved={isDirty}
          isNew={base === null}
          isRestored={work.isRestored ?? false}
          isOffline={obstacle === 'offline'}
          refusal={going.refusal ? refusalWords(going.refusal) : undefined}
          onSave={handleSave}
          onCheck={() => void saves.check(id)}
          onDiscard={() => setDiscarding(true)}
          history={<HistoryButtons ways={ways} />}
        />
      </div>
      <NodeSheet />
      {state.step === 'asking' && (
        <SaveDialog
          {...{ base, catalogue, blocked }}
          policy={history.present}
          onConfirm={() => void saves.send(id)}
          onCancel={rest}
        />
      )}
      {isDiscarding && (
        <DiscardDialog
          name={history.present.name}
          isNew={base === null}
          onConfirm={handleDiscard}
          onCancel={() => setDiscarding(false)}
        />
      )}
    </EditingContext>
  );
}

function overtakenWords({ base }: Work, isThere: boolean): string {
  if (!isThere) return texts.overtakenGone;
  return base === null ? texts.overtakenNew : texts.overtaken;
}
