import type { ReactNode } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { reasonOf, type SaveState } from '#state/remote/use-versioned-save.ts';
import { Button } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { Trash2 } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { whyUnsaved } from '#ui/remote/save-problem.ts';
import type { Stored } from '../editor/policy-drafts.ts';
import { texts } from '../texts.ts';
import styles from './saving.module.css';

type SaveBarProps = {
  /** The names of all that is not saved. */
  unsaved: readonly string[];
  /** This policy has something to save. */
  isUnsaved: boolean;
  /** It is being saved, or found out whether it was. */
  isBusy: boolean;
  isNew: boolean;
  isRestored: boolean;
  state: SaveState<Policy, Stored | undefined>;
  /** Why nothing can be saved now. */
  blocked: string | undefined;
  isOffline: boolean;
  onSave: () => void;
  onCheck: () => void;
  onDiscard: () => void;
  /** The ways back and forth. */
  history: ReactNode;
  /** Why the last edit was refused. */
  refusal: string | undefined;
};

/** Stays in sight: what is not saved, and the way to save it. */
export function SaveBar(props: SaveBarProps) {
  const { unsaved, isUnsaved, isRestored, isBusy, state, blocked } = props;
  const discard = props.isNew ? texts.discardNew : texts.discard;
  return (
    <section className={styles.bar} aria-label={texts.bar}>
      <SaveFailure state={state} blocked={blocked !== undefined} onCheck={props.onCheck} />
      <ProblemLine polite>{props.refusal}</ProblemLine>
      <ProblemLine polite unanswered={props.isOffline}>
        {blocked}
      </ProblemLine>
      <div className={styles.state}>
        {isRestored && isUnsaved && <StateChip state="draft" text={texts.draftRestored} />}
        <p role="status">{unsaved.length > 0 ? texts.unsavedNames(unsaved) : texts.allSaved}</p>
      </div>
      <div className={styles.actions}>
        <Button
          kind="primary"
          busy={isBusy}
          disabled={blocked !== undefined || !isUnsaved}
          title={blocked ?? (isUnsaved ? undefined : texts.nothingToSave)}
          onClick={props.onSave}
        >
          {texts.savePolicy}
        </Button>
        {props.history}
        {isUnsaved && (
          <Button
            kind="quiet"
            icon={<Trash2 size={20} />}
            aria-label={discard}
            disabled={isBusy}
            onClick={props.onDiscard}
          >
            <span className={styles.word}>{discard}</span>
          </Button>
        )}
      </div>
    </section>
  );
}

type FailureProps = { state: SaveBarProps['state']; blocked: boolean; onCheck: () => void };

/** What came of the last save, if that was no success; stays until the next one. */
function SaveFailure(props: FailureProps) {
  const { step } = props.state;
  return (
    <ProblemLine unanswered={step === 'unknown' || step === 'checking'}>
      {(step === 'failed' || step === 'unknown' || step === 'checking') && <Failure {...props} />}
    </ProblemLine>
  );
}

/** The bar must leave room for the policy: the rest is told when these are mended. */
const REASONS_SHOWN = 3;

function Failure({ state, blocked, onCheck }: FailureProps) {
  if (state.step === 'checking') return <p>{texts.checking}</p>;
  if (state.step !== 'failed') {
    return (
      <>
        <p>{texts.unknownWhy}</p>
        {!blocked && <Button onClick={onCheck}>{texts.checkNow}</Button>}
      </>
    );
  }
  const reason = reasonOf(state);
  const words = reason ? problemText(reason) : [texts.notApplied];
  const rest = words.length - REASONS_SHOWN;
  return (
    <>
      <strong>{texts.notSaved}</strong>
      <ul className={styles.changes}>
        {words.slice(0, REASONS_SHOWN).map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.moreReasons(rest)}</p>}
      {texts.keptHere}
    </>
  );
}

/** Why a policy was not saved: each fault that the server found, else why at all. */
function problemText(problem: Problem): readonly string[] {
  const refused = Object.values(problem.fields).flat();
  return refused.length > 0 ? refused : [whyUnsaved(problem, texts.problems)];
}
