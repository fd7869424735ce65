import { memo, useCallback, useId, useMemo, useState } from 'react';
import { type NodePath, nearestNode } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { refusalWords } from '#domain/policy/reading/fault-words.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { type Editing, EditingContext } from '../editing.ts';
import { RowChip } from '../list/policy-list.tsx';
import { Rules } from '../rules/rules.tsx';
import { Conflict } from '../saving/conflict.tsx';
import { DiscardDialog, SaveDialog } from '../saving/dialogs.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { Settings } from '../settings/settings.tsx';
import { SidePanel } from '../side-panel/side-panel.tsx';
import { texts } from '../texts.ts';
import { ConditionTree } from '../tree/condition-tree.tsx';
import { NodeSheet } from '../tree/node-sheet.tsx';
import styles from './editor.module.css';
import { type Policies, usePolicies } from './policies-context.ts';
import {
  asNewPolicy,
  isOutdated,
  isUnsaved,
  newDraft,
  type PolicyDraft,
  takeStored,
} from './policy-drafts.ts';
import { HistoryButtons, useNearbyFocus, useShortcuts, useUndoRedo } from './undo-redo.tsx';

type PolicyEditorProps = { id: number; draft: PolicyDraft };

/** One policy: what it is, what can be changed, and its save. */
export function PolicyEditor({ id, draft }: PolicyEditorProps) {
  const editing = useEditingOf(id, draft.history.present);
  const editor = useEditor(id, draft, editing);
  return (
    <EditingContext value={editing}>
      <div className={styles.editor}>
        <Head editor={editor} />
        {editor.isComparing && <Versions editor={editor} />}
        <div className={styles.parts} hidden={editor.isComparing}>
          <PolicyForm />
          <aside className={styles.sidePanel}>
            <SidePanel />
          </aside>
        </div>
        <p role="status" className="visually-hidden">
          {editor.undoRedo.announcement}
        </p>
        <Saving editor={editor} />
      </div>
      <NodeSheet />
    </EditingContext>
  );
}

/** The editing of one policy, for the parts of its form. */
function useEditingOf(id: number, policy: Policy): Editing {
  const { dispatch, catalogue, add } = usePolicies();
  const [selected, select] = useState<NodePath | null>(null);
  const edit = useCallback<Editing['edit']>(
    (change, as) => dispatch({ type: 'edit', id, change, as }),
    [dispatch, id],
  );
  const shown = useMemo(() => selected && nearestNode(policy, selected), [policy, selected]);
  return useMemo(
    () => ({ policy, catalogue, edit, add, selected: shown, select }),
    [policy, catalogue, edit, add, shown],
  );
}

/** How one policy stands, and what can be done with it as a whole. */
function useEditor(id: number, draft: PolicyDraft, editing: Editing) {
  const policies = usePolicies();
  const { dispatch, saves, catalogue } = policies;
  const stored = policies.state.stored.get(id);
  const undoRedo = useUndoRedo(
    {
      history: draft.history,
      undo: () => dispatch({ type: 'undo', id }),
      redo: () => dispatch({ type: 'redo', id }),
    },
    catalogue,
  );
  const [isAsking, setAsking] = useState(false);
  const obstacle = useObstacle();
  const blocked = blockedBecause(obstacle);
  const saveState = saves.stateOf(id);
  const isDirty = isUnsaved(draft);
  const isBehind = isOutdated(draft, stored);
  const isBusy = saveState.step === 'sending' || saveState.step === 'checking';
  const compare = () => saves.compare(id, stored);
  const save = () => {
    if (blocked !== undefined || !isDirty || isBusy) return;
    if (isBehind) return compare();
    saves.reset(id);
    setAsking(true);
  };
  const keepFocus = useNearbyFocus(editing);
  const keeping = (go: () => void) => () => {
    keepFocus();
    go();
  };
  useShortcuts({ undo: keeping(undoRedo.undo), redo: keeping(undoRedo.redo), save });
  return {
    id,
    draft,
    stored,
    policies,
    policy: draft.history.present,
    undoRedo,
    blocked,
    isOffline: obstacle === 'offline',
    saveState,
    isDirty,
    isBehind,
    isBusy,
    isAsking,
    isComparing: saveState.step === 'conflict' && isBehind,
    compare,
    save,
    stopAsking: () => setAsking(false),
  };
}

type EditorState = ReturnType<typeof useEditor>;

type PartProps = { editor: EditorState };

/** Which policy this is, how it stands, and whether the server has a newer one. */
function Head({
  editor: { id, draft, stored, policy, policies, isBehind, isComparing, compare },
}: PartProps) {
  const row = policies.rows.find(each => each.id === id);
  return (
    <header className={styles.head}>
      <h2 tabIndex={-1} data-policy-title className={styles.title}>
        {policy.name || texts.unnamed}
      </h2>
      <div className={styles.facts}>
        <span className={styles.why}>{texts.number(id)}</span>
        {row && <RowChip state={row.state} />}
      </div>
      <ProblemLine polite>
        {isBehind && !isComparing && (
          <>
            <p>{outdatedText(draft, stored !== undefined)}</p>
            <Button onClick={compare}>{texts.compare}</Button>
          </>
        )}
      </ProblemLine>
    </header>
  );
}

function outdatedText({ base }: PolicyDraft, isThere: boolean): string {
  if (!isThere) return texts.overtakenGone;
  return base === null ? texts.overtakenNew : texts.overtaken;
}

/** Everything of one policy that can be edited. */
const PolicyForm = memo(function PolicyForm() {
  const targetId = useId();
  return (
    <div className={styles.form}>
      <Settings />
      <Panel aria-labelledby={targetId}>
        <h3 id={targetId}>{texts.target}</h3>
        <p className={styles.why}>{texts.targetWhy}</p>
        <ConditionTree tree="target" label={texts.target} />
      </Panel>
      <Rules />
    </div>
  );
});

/** Two versions, and the choice between them. */
function Versions({ editor: { id, draft, stored, policy, policies, blocked } }: PartProps) {
  const { keepMine, takeTheirs, saveAsNew } = conflictChoices(id, draft, policies);
  return (
    <Conflict
      base={draft.base}
      catalogue={policies.catalogue}
      blocked={blocked}
      mine={policy}
      theirs={stored?.policy}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
      onSaveAsNew={saveAsNew}
      onBack={() => policies.saves.reset(id)}
    />
  );
}

/** The three choices between two versions of one policy. */
function conflictChoices(id: number, draft: PolicyDraft, { state, rows, saves, dispatch, choose }: Policies) {
  const stored = state.stored.get(id);
  const takeTheirs = () => {
    dispatch({ type: 'put', id, draft: stored && takeStored(draft, stored) });
    saves.reset(id);
  };
  return {
    takeTheirs,
    /** Replaces the version that was looked at; if somebody saves a third one meanwhile, that is refused again. */
    keepMine() {
      const base = stored?.policy ?? null;
      dispatch({ type: 'put', id, draft: { ...draft, base, version: stored ? stored.version : 0 } });
      void saves.save(id);
    },
    saveAsNew() {
      const mine = asNewPolicy(draft.history.present, rows);
      dispatch({ type: 'put', id: mine.id, draft: newDraft(mine) });
      takeTheirs();
      choose(mine.id);
      void saves.save(mine.id);
    },
  };
}

/** The bar, and what is asked before something is saved or given up. */
function Saving({ editor }: PartProps) {
  const { id, draft, stored, policy, policies, blocked } = editor;
  const { saves, dispatch, catalogue, unsaved, leave } = policies;
  const { refusal } = policies.state;
  const [isDiscarding, setDiscarding] = useState(false);
  const handleSave = () => {
    editor.stopAsking();
    void saves.save(id);
  };
  const handleDiscard = () => {
    setDiscarding(false);
    dispatch({ type: 'put', id, draft: stored && takeStored(draft, stored) });
    saves.reset(id);
    if (!stored) leave();
  };
  return (
    <>
      <SaveBar
        state={editor.saveState}
        blocked={blocked}
        unsaved={unsaved.map(name => name || texts.unnamed)}
        isUnsaved={editor.isDirty}
        isBusy={editor.isBusy}
        isNew={draft.base === null}
        isRestored={draft.isRestored ?? false}
        isOffline={editor.isOffline}
        refusal={refusal?.id === id ? refusalWords(refusal.problem) : undefined}
        onSave={editor.save}
        onCheck={() => void saves.check(id)}
        onDiscard={() => setDiscarding(true)}
        history={<HistoryButtons undoRedo={editor.undoRedo} />}
      />
      {editor.isAsking && (
        <SaveDialog
          base={draft.base}
          policy={policy}
          catalogue={catalogue}
          blocked={blocked}
          onConfirm={handleSave}
          onCancel={editor.stopAsking}
        />
      )}
      {isDiscarding && (
        <DiscardDialog
          name={policy.name}
          isNew={draft.base === null}
          onConfirm={handleDiscard}
          onCancel={() => setDiscarding(false)}
        />
      )}
    </>
  );
}
