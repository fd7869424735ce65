import { useState } from 'react';
import { refusalWords } from '#domain/policy/reading/fault-words.ts';
import { EditingContext } from '../editing.ts';
import { Conflict } from '../saving/conflict.tsx';
import { DiscardDialog } from '../saving/discard-dialog.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { SaveDialog } from '../saving/save-dialog.tsx';
import { SidePanel } from '../side-panel/side-panel.tsx';
import { texts } from '../texts.ts';
import { NodeSheet } from '../tree/node-sheet.tsx';
import styles from './editor.module.css';
import { HistoryButtons } from './history-buttons.tsx';
import type { PolicyDraft } from './policy-drafts.ts';
import { PolicyForm } from './policy-form.tsx';
import { PolicyHead } from './policy-head.tsx';
import { type PolicyEditorProps, type PolicyEditorState, usePolicyEditor } from './use-policy-editor.ts';

/** One policy in the editor. */
export function PolicyEditor(props: PolicyEditorProps) {
  const editor = usePolicyEditor(props);
  const { editingState, isComparing, isOutOfDate } = editor;
  return (
    <EditingContext value={editingState.editing}>
      <div className={styles.editor}>
        <PolicyHead
          policy={editor.policy}
          row={props.rows.find(({ id }) => id === props.id)}
          overtaken={
            isOutOfDate && !isComparing ? outdatedText(props.draft, editor.stored !== undefined) : null
          }
          onCompare={editor.compare}
        />
        {isComparing && <Choice {...props} editor={editor} />}
        <div className={styles.parts} hidden={isComparing}>
          <PolicyForm />
          <aside className={styles.sidePanel}>
            <SidePanel />
          </aside>
        </div>
        <p role="status" className="visually-hidden">
          {editor.undoRedo.announcement}
        </p>
        <Saving {...props} editor={editor} />
      </div>
      <NodeSheet />
    </EditingContext>
  );
}

type PartProps = PolicyEditorProps & { editor: PolicyEditorState };

/** Two versions, and the choice between them. */
function Choice({ draft: { base }, catalogue, editor }: PartProps) {
  return (
    <Conflict
      base={base}
      catalogue={catalogue}
      blocked={editor.blocked}
      mine={editor.policy}
      theirs={editor.stored?.policy}
      onKeepMine={editor.choices.keepMine}
      onTakeTheirs={editor.choices.takeTheirs}
      onSaveAsNew={editor.choices.saveAsNew}
      onBack={editor.closeConflict}
    />
  );
}

/** The bar, and what is asked before something is saved or given up. */
function Saving({ id, draft, catalogue, saves, unsaved, editor }: PartProps) {
  const { base } = draft;
  const { policy, state, blocked, editingState, stopAsking } = editor;
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <>
      <SaveBar
        state={state}
        blocked={blocked}
        unsaved={unsaved.map(name => name || texts.unnamed)}
        isUnsaved={editor.isDirty}
        isBusy={editor.isBusy}
        isNew={base === null}
        isRestored={draft.isRestored ?? false}
        isOffline={editor.isOffline}
        refusal={editingState.refusal ? refusalWords(editingState.refusal) : undefined}
        onSave={editor.save}
        onCheck={() => void saves.check(id)}
        onDiscard={() => setDiscarding(true)}
        history={<HistoryButtons undoRedo={editor.undoRedo} />}
      />
      {editor.isAsking && (
        <SaveDialog
          base={base}
          policy={policy}
          catalogue={catalogue}
          blocked={blocked}
          onConfirm={() => {
            stopAsking();
            void saves.save(id);
          }}
          onCancel={stopAsking}
        />
      )}
      {isDiscarding && (
        <DiscardDialog
          name={policy.name}
          isNew={base === null}
          onConfirm={() => {
            setDiscarding(false);
            editor.discard();
          }}
          onCancel={() => setDiscarding(false)}
        />
      )}
    </>
  );
}

function outdatedText({ base }: PolicyDraft, isThere: boolean): string {
  if (!isThere) return texts.overtakenGone;
  return base === null ? texts.overtakenNew : texts.overtaken;
}
