import { useEffect } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { summaryText } from '#domain/policy/words/summary-text.ts';
import { Button } from '#ui/button.tsx';
import { ConflictPanel } from '#ui/conflict-panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { changeWords } from './change-words.ts';
import { EditingContext } from './editing.ts';
import styles from './editor.module.css';
import { usePolicies } from './policies-store.ts';
import { asNewPolicy, newDraft, type PolicyDraft, takeStored } from './policy-drafts.ts';
import { PolicyForm } from './policy-form.tsx';
import { StateChips } from './policy-list.tsx';
import { ChangeList, SaveBar } from './save-bar.tsx';
import { SidePanel } from './side-panel/side-panel.tsx';
import { texts } from './texts.ts';
import { NodeSheet } from './tree/node-fields.tsx';
import { type PolicyEditorState, useEditingOf, usePolicyEditor } from './use-policy-editor.ts';

/** One policy: what it is, what can be changed, and its save. */
export function PolicyEditor({ id, draft }: { id: number; draft: PolicyDraft }) {
  const editing = useEditingOf(id, draft.history.present);
  const editor = usePolicyEditor(id, draft, editing);
  return (
    <EditingContext value={editing}>
      <div className={styles.editor}>
        <Head editor={editor} />
        {editor.isComparing && <Conflict editor={editor} />}
        <div className={styles.parts} hidden={editor.isComparing}>
          <PolicyForm />
          <aside className={styles.sidePanel}>
            <SidePanel />
          </aside>
        </div>
        <p role="status" className="visually-hidden">
          {editor.undoRedo.announcement}
        </p>
        <SaveBar editor={editor} />
      </div>
      <NodeSheet />
    </EditingContext>
  );
}

/** Which policy this is, how it stands, and whether the server has a newer one. */
function Head({ editor }: { editor: PolicyEditorState }) {
  const { id, draft, stored, policy, policies, isBehind, isComparing, compare } = editor;
  const row = policies.rows.find(each => each.id === id);
  const outdated = draft.base === null ? texts.overtakenNew : texts.overtaken;
  return (
    <header className={styles.head}>
      <h2 tabIndex={-1} data-policy-title className={styles.title}>
        {policy.name || texts.unnamed}
      </h2>
      <div className={styles.facts}>
        <span className={styles.why}>{texts.number(id)}</span>
        {row && <StateChips state={row.state} />}
      </div>
      <ProblemLine polite>
        {isBehind && !isComparing && (
          <>
            <p>{stored ? outdated : texts.overtakenGone}</p>
            <Button onClick={compare}>{texts.compare}</Button>
          </>
        )}
      </ProblemLine>
    </header>
  );
}

/** The server's version and the one of this screen, each with what it changes in the version both began with. */
function Conflict({
  editor: { id, draft, stored, policy, policies, blocked },
}: {
  editor: PolicyEditorState;
}) {
  const { rows, saves, dispatch, choose } = policies;
  const isBlocked = blocked !== undefined;
  useEffect(
    // The buttons of the choice are gone then: the policy itself is what one goes on with.
    () => () => document.querySelector<HTMLElement>('[data-policy-title]')?.focus(),
    [],
  );
  /** Replaces the version that was looked at; if somebody saves a third one meanwhile, that is refused again. */
  const keepMine = () => {
    const base = stored?.policy ?? null;
    dispatch({ type: 'put', id, draft: { ...draft, base, version: stored ? stored.version : 0 } });
    void saves.save(id);
  };
  const takeTheirs = () => {
    dispatch({ type: 'put', id, draft: stored && takeStored(draft, stored) });
    saves.reset(id);
  };
  const saveAsNew = () => {
    const mine = asNewPolicy(policy, rows);
    dispatch({ type: 'put', id: mine.id, draft: newDraft(mine) });
    takeTheirs();
    choose(mine.id);
    void saves.save(mine.id);
  };
  const choices = (
    <>
      <Button disabled={isBlocked} onClick={keepMine}>
        {texts.keepMine}
      </Button>
      <Button onClick={takeTheirs}>{texts.takeTheirs}</Button>
      <Button disabled={isBlocked} onClick={saveAsNew}>
        {texts.saveAsNew}
      </Button>
      <Button kind="quiet" onClick={() => saves.reset(id)}>
        {texts.backToEditing}
      </Button>
    </>
  );
  return (
    <ConflictPanel title={texts.conflict} why={texts.conflictWhy} blocked={blocked} choices={choices}>
      <div className={styles.versions}>
        <Version
          base={draft.base}
          title={texts.theirs}
          changed={texts.changedThere}
          policy={stored?.policy}
        />
        <Version base={draft.base} title={texts.mine} changed={texts.changedHere} policy={policy} />
      </div>
    </ConflictPanel>
  );
}

type VersionProps = {
  title: string;
  changed: string;
  base: Policy | null;
  /** undefined: the server has none any more, or none that can be read. */
  policy: Policy | undefined;
};

function Version({ title, changed, base, policy }: VersionProps) {
  const { catalogue } = usePolicies();
  return (
    <section className={styles.version} aria-label={title}>
      <h3>{title}</h3>
      {policy ? (
        <>
          <p className={styles.name}>{policy.name || texts.unnamed}</p>
          <h4>{changed}</h4>
          {base ? <ChangeList words={changeWords(base, policy, catalogue)} /> : <p>{texts.isNewHere}</p>}
          <h4>{texts.inWords}</h4>
          <div className={styles.summary}>{summaryText(policy, catalogue).join('\n')}</div>
        </>
      ) : (
        <p>{texts.goneThere}</p>
      )}
    </section>
  );
}
