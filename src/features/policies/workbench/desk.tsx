import { useState } from 'react';
import { refusalWords } from '#domain/policy/reading/fault-words.ts';
import { EditingContext } from '../editing.ts';
import { Rail } from '../rail/rail.tsx';
import { Conflict } from '../saving/conflict.tsx';
import { DiscardDialog } from '../saving/discard-dialog.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { SaveDialog } from '../saving/save-dialog.tsx';
import { texts } from '../texts.ts';
import { NodeSheet } from '../tree/node-sheet.tsx';
import type { Work } from './bench.ts';
import { DeskHead } from './desk-head.tsx';
import { Editor } from './editor.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { type DeskProps, type DeskState, useDesk } from './use-desk.ts';
import styles from './workbench.module.css';

/** One policy on the bench. */
export function Desk(props: DeskProps) {
  const desk = useDesk(props);
  const { going, isComparing, isBehind } = desk;
  return (
    <EditingContext value={going.editing}>
      <div className={styles.desk}>
        <DeskHead
          policy={desk.policy}
          row={props.rows.find(({ id }) => id === props.id)}
          overtaken={isBehind && !isComparing ? overtakenWords(props.work, desk.stored !== undefined) : null}
          onCompare={desk.compare}
        />
        {isComparing && <Choice {...props} desk={desk} />}
        <div className={styles.parts} hidden={isComparing}>
          <Editor />
          <aside className={styles.rail}>
            <Rail />
          </aside>
        </div>
        <p role="status" className="visually-hidden">
          {desk.ways.told}
        </p>
        <Saving {...props} desk={desk} />
      </div>
      <NodeSheet />
    </EditingContext>
  );
}

type PartProps = DeskProps & { desk: DeskState };

/** Two versions, and the choice between them. */
function Choice({ work: { base }, catalogue, desk }: PartProps) {
  return (
    <Conflict
      base={base}
      catalogue={catalogue}
      blocked={desk.blocked}
      mine={desk.policy}
      theirs={desk.stored?.policy}
      onKeepMine={desk.out.keepMine}
      onTakeTheirs={desk.out.takeTheirs}
      onSaveAsNew={desk.out.saveAsNew}
      onBack={desk.rest}
    />
  );
}

/** The bar, and what is asked before something is saved or given up. */
function Saving({ id, work, catalogue, saves, unsaved, desk }: PartProps) {
  const { base } = work;
  const { policy, state, blocked, going, rest } = desk;
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <>
      <SaveBar
        state={state}
        blocked={blocked}
        unsaved={unsaved.map(name => name || texts.unnamed)}
        isUnsaved={desk.isDirty}
        isBusy={desk.isBusy}
        isNew={base === null}
        isRestored={work.isRestored ?? false}
        isOffline={desk.isOffline}
        refusal={going.refusal ? refusalWords(going.refusal) : undefined}
        onSave={desk.save}
        onCheck={() => void saves.check(id)}
        onDiscard={() => setDiscarding(true)}
        history={<HistoryButtons ways={desk.ways} />}
      />
      {state.step === 'asking' && (
        <SaveDialog
          base={base}
          policy={policy}
          catalogue={catalogue}
          blocked={blocked}
          onConfirm={() => void saves.send(id)}
          onCancel={rest}
        />
      )}
      {isDiscarding && (
        <DiscardDialog
          name={policy.name}
          isNew={base === null}
          onConfirm={() => {
            setDiscarding(false);
            desk.discard();
          }}
          onCancel={() => setDiscarding(false)}
        />
      )}
    </>
  );
}

function overtakenWords({ base }: Work, isThere: boolean): string {
  if (!isThere) return texts.overtakenGone;
  return base === null ? texts.overtakenNew : texts.overtaken;
}
