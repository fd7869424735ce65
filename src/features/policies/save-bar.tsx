import { useState } from 'react';
import { refusalWords } from '#domain/policy/edit-result.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { type Warning, warningWords } from '#domain/policy/words/warning.ts';
import { warningsOf } from '#domain/policy/words/warnings.ts';
import { reasonOf } from '#state/remote/use-versioned-save.ts';
import { Button } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Redo2, Trash2, Undo2 } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { ServerWords } from '#ui/remote/server-words.tsx';
import { toFieldWords } from '#ui/remote/to-server-words.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { changeWords, ruleTitle } from './change-words.ts';
import styles from './editor.module.css';
import { takeStored } from './policy-drafts.ts';
import { texts } from './texts.ts';
import type { PolicyEditorState } from './use-policy-editor.ts';

type PartProps = { editor: PolicyEditorState };

/** Stays in sight: what is not saved, the way to save it, and what is asked before it is saved or given up. */
export function SaveBar({ editor }: PartProps) {
  const { id, draft, policies, blocked, isDirty } = editor;
  const { refusal } = policies.state;
  const unsaved = policies.unsaved.map(name => name || texts.unnamed);
  const [isDiscarding, setDiscarding] = useState(false);
  const discard = draft.base === null ? texts.discardNew : texts.discard;
  return (
    <>
      <section className={styles.bar} aria-label={texts.bar}>
        <SaveFailure editor={editor} />
        <ProblemLine polite>{refusal?.id === id ? refusalWords(refusal.problem) : undefined}</ProblemLine>
        <ProblemLine polite unanswered={editor.isOffline}>
          {blocked}
        </ProblemLine>
        <div className={styles.state}>
          {draft.isRestored && isDirty && <StateChip state="draft" text={texts.draftRestored} />}
          <p role="status">{unsaved.length > 0 ? texts.unsavedNames(unsaved) : texts.allSaved}</p>
        </div>
        <div className={styles.actions}>
          <Button
            kind="primary"
            busy={editor.isBusy}
            disabled={blocked !== undefined || !isDirty}
            title={blocked ?? (isDirty ? undefined : texts.nothingToSave)}
            onClick={editor.save}
          >
            {texts.savePolicy}
          </Button>
          <HistoryButtons editor={editor} />
          {isDirty && (
            <Button
              kind="quiet"
              icon={<Trash2 size={20} />}
              aria-label={discard}
              disabled={editor.isBusy}
              onClick={() => setDiscarding(true)}
            >
              <span className={styles.word}>{discard}</span>
            </Button>
          )}
        </div>
      </section>
      {editor.isAsking && <SaveDialog editor={editor} />}
      {isDiscarding && <DiscardDialog editor={editor} onClose={() => setDiscarding(false)} />}
    </>
  );
}

const HISTORY_ICONS = { undo: <Undo2 size={20} />, redo: <Redo2 size={20} /> };

/** Undo and redo, each with what it would do; both stay where they are, so that nobody loses the focus. */
function HistoryButtons({ editor: { undoRedo } }: PartProps) {
  return (['undo', 'redo'] as const).map(type => {
    const { word, nothing } = texts.history[type];
    const label = undoRedo.labels[type];
    const title = label === null ? nothing : `${word}: ${label}`;
    return (
      <Button
        key={type}
        icon={HISTORY_ICONS[type]}
        aria-label={title}
        title={title}
        aria-disabled={label === null || undefined}
        onClick={() => undoRedo.go(type)}
      >
        <span className={styles.word}>{word}</span>
      </Button>
    );
  });
}

/** The bar must leave room for the policy: the rest is shown when these are mended. */
const REASONS_SHOWN = 3;

/** What came of the last save, if that was no success; stays until the next one. */
function SaveFailure({ editor: { id, saveState, blocked, policies } }: PartProps) {
  const { step } = saveState;
  if (step === 'unknown' || step === 'checking') {
    return (
      <ProblemLine unanswered>
        <p>{step === 'checking' ? texts.checking : texts.unknownWhy(whyUnknown(saveState.problem))}</p>
        {step === 'unknown' && blocked === undefined && (
          <Button onClick={() => void policies.saves.check(id)}>{texts.checkNow}</Button>
        )}
      </ProblemLine>
    );
  }
  if (step !== 'failed') return <ProblemLine />;
  const reasons = reasonsOf(saveState);
  const rest = reasons.length - REASONS_SHOWN;
  return (
    <ProblemLine>
      <strong>{texts.notSaved}</strong>
      <ul className={styles.changes}>
        {reasons.slice(0, REASONS_SHOWN).map(each => (
          <li key={each}>
            <ServerWords words={each} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.moreReasons(rest)}</p>}
      <p>{texts.keptHere}</p>
    </ProblemLine>
  );
}

/** Why a policy was not saved: each fault that the server found, else why at all. */
function reasonsOf(failed: Parameters<typeof reasonOf>[0]): readonly string[] {
  const problem = reasonOf(failed);
  if (!problem) return [texts.notApplied(whyUnknown(failed.problem))];
  const refused = Object.values(problem.fields).flat();
  return refused.length > 0 ? refused.map(fault => toFieldWords([fault])) : [whyNotDone(problem)];
}

/** What a save would change, before it does. */
function SaveDialog({ editor: { id, draft, policy, policies, blocked, stopAsking } }: PartProps) {
  const { saves, catalogue } = policies;
  const isNew = draft.base === null;
  const words = changeWords(draft.base, policy, catalogue).slice(isNew ? 1 : 0);
  const warnings = warningsOf(policy, catalogue);
  const handleConfirm = () => {
    if (blocked !== undefined) return;
    stopAsking();
    void saves.save(id);
  };
  return (
    <ConfirmDialog
      open
      title={texts.saveAsk(policy.name || texts.unnamed)}
      confirmLabel={texts.saveConfirm}
      problem={blocked}
      onConfirm={handleConfirm}
      onCancel={stopAsking}
    >
      <p className={styles.lead}>{isNew ? texts.saveNew : texts.saveChanges(words.length)}</p>
      <ChangeList words={words} />
      {warnings.length > 0 && (
        <>
          <p className={styles.lead}>{texts.warnings}</p>
          <ChangeList words={warnings.map(warning => warningOf(warning, policy))} />
        </>
      )}
    </ConfirmDialog>
  );
}

/** A warning with the rule that it is about. */
function warningOf(warning: Warning, { rules }: Policy): string {
  const rule = rules.find(({ id }) => id === warning.ruleId);
  const words = warningWords(warning);
  return rule ? `${ruleTitle(rule.name)}: ${words}` : words;
}

/** Asks before the edits of a policy are given up. Of one that was never saved nothing would be left. */
function DiscardDialog({ editor, onClose }: PartProps & { onClose: () => void }) {
  const { id, draft, stored, policy, policies } = editor;
  const isNew = draft.base === null;
  const name = policy.name || texts.unnamed;
  const handleConfirm = () => {
    onClose();
    policies.dispatch({ type: 'put', id, draft: stored && takeStored(draft, stored) });
    policies.saves.reset(id);
    if (!stored) policies.leave();
  };
  return (
    <ConfirmDialog
      open
      kind="danger"
      title={isNew ? texts.discardNewAsk(name) : texts.discardAsk(name)}
      confirmLabel={isNew ? texts.discardNew : texts.discard}
      cancelLabel={texts.discardKeep}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <p>{isNew ? texts.discardNewWhy : texts.discardWhy}</p>
    </ConfirmDialog>
  );
}

/** More than this nobody reads before a save. */
const SHOWN = 50;

export function ChangeList({ words }: { words: readonly string[] }) {
  const rest = words.length - SHOWN;
  if (words.length === 0) return <p>{texts.nothingChanged}</p>;
  return (
    <>
      <ul className={styles.changes}>
        {words.slice(0, SHOWN).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and none of them moves
          <li key={index}>{each}</li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.more(rest)}</p>}
    </>
  );
}
