import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { warningWords } from '#domain/policy/words/warning-words.ts';
import { type Warning, warningsOf } from '#domain/policy/words/warnings.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import { changeTexts, changeWords } from './change-words.ts';
import styles from './saving.module.css';

type SaveDialogProps = {
  base: Policy | null;
  policy: Policy;
  catalogue: Catalogue;
  /** Why nothing can be sent now. */
  blocked: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** What a save would change, before it does. */
export function SaveDialog({ base, policy, catalogue, blocked, onConfirm, onCancel }: SaveDialogProps) {
  const words = changeWords(base, policy, catalogue).slice(base === null ? 1 : 0);
  const warnings = warningsOf(policy, catalogue);
  return (
    <ConfirmDialog
      open
      title={texts.saveAsk(policy.name || texts.unnamed)}
      confirmLabel={texts.saveConfirm}
      problem={blocked}
      onConfirm={() => {
        if (blocked === undefined) onConfirm();
      }}
      onCancel={onCancel}
    >
      <p className={styles.lead}>{base === null ? texts.saveNew : texts.saveChanges(words.length)}</p>
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
  return rule ? `${changeTexts.ruleOf(rule.name)}: ${words}` : words;
}

type DiscardDialogProps = {
  name: string;
  /** It was never saved: nothing of it would be left. */
  isNew: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before the edits of a policy are given up. */
export function DiscardDialog({ name, isNew, onConfirm, onCancel }: DiscardDialogProps) {
  const shown = name || texts.unnamed;
  return (
    <ConfirmDialog
      open
      kind="danger"
      title={isNew ? texts.discardNewAsk(shown) : texts.discardAsk(shown)}
      confirmLabel={isNew ? texts.discardNew : texts.discard}
      cancelLabel={texts.discardKeep}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isNew ? texts.discardNewWhy : texts.discardWhy}
    </ConfirmDialog>
  );
}

/** More than this nobody reads before a save. */
const SHOWN = 50;

/** Differences, one below the other. */
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
