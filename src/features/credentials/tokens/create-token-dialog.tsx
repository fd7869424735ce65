import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { listScopes, type ScopeData, type Token } from '#contract/credentials.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/modal.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as shared } from '#ui/texts.ts';
import { ErrorBox } from '../shared/error-box.tsx';
import { type CredentialList, useCredentialList } from '../shared/use-credential-list.ts';
import type { CreatedToken } from './new-token-dialog.tsx';
import { texts } from './texts.ts';
import styles from './tokens.module.css';
import { useCreateToken } from './use-create-token.ts';

export type CreateTokenDialogProps = {
  list: CredentialList<Token[]>;
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
};

/** The form of a new token. Whatever goes wrong, it stays with what was typed. */
export function CreateTokenDialog({ list, onCreated, onClose }: CreateTokenDialogProps) {
  const { form, submit, problem } = useCreateToken(list, onCreated);
  const scopes = useCredentialList(listScopes).remote;
  const obstacle = useObstacle();
  const blocked = blockedBecause(obstacle);
  const formId = useId();
  const busy = form.formState.isSubmitting;
  useOpenFormMark(form.wouldLose);
  return (
    <Dialog
      open
      title={texts.formTitle}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={busy}
            disabled={blocked !== undefined || scopes.value === undefined}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ErrorBox problem={problem} unknownOutcomeText={texts.answerLost} />
        <form id={formId} className={styles.form} noValidate onSubmit={submit} aria-label={texts.formTitle}>
          <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
          <TextField
            {...form.field('name')}
            hint={texts.nameHint}
            autoComplete="off"
            enterKeyHint="done"
            data-autofocus
          />
        </form>
        {/* Not in the form: Enter in the search of many rights must not send it. */}
        <Controller
          control={form.control}
          name="scopes"
          render={({ field }) => <Scopes scopes={scopes} value={field.value} onChange={field.onChange} />}
        />
        <ProblemLine polite unanswered={obstacle === 'offline'}>
          {blocked}
        </ProblemLine>
      </div>
    </Dialog>
  );
}

type ScopesProps = { scopes: Remote<ScopeData[]>; value: string[]; onChange: (ids: string[]) => void };

/** What the token may be good for; nothing is asked where the server knows no rights. */
function Scopes({ scopes, value, onChange }: ScopesProps) {
  if (scopes.value === undefined) {
    if (!scopes.problem) return <Skeleton />;
    return (
      <ProblemLine busy={scopes.busy} onRetry={() => void scopes.reload()}>
        {texts.scopesFailed}
      </ProblemLine>
    );
  }
  const options = scopes.value
    .filter(({ personal }) => personal !== false)
    .map(({ id, description }) => ({ id, name: description || id }));
  if (options.length === 0) return null;
  return <CheckList label={texts.scopes} options={options} value={value} onChange={onChange} />;
}
