import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { warningWords } from '#domain/policy/words/warning-words.ts';
import { type Warning, warningsOf } from '#domain/policy/words/warnings.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import { ChangeList } from './change-list.tsx';
import { changeTexts } from './change-texts.ts';
import { changeWords } from './change-words.ts';
import styles from './saving.module.css';

export type SaveDialogProps = {
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
