import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { listScopes, revokePersonalToken, type ScopeData, type Token } from '#contract/credentials.ts';
import { failure } from '#kit/result.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Dialog } from '#ui/modal.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as shared } from '#ui/texts.ts';
import { texts as access } from '../access/texts.ts';
import { ErrorBox } from '../shared/error-box.tsx';
import { useNow } from '../shared/last-use.tsx';
import { RemoveDialog } from '../shared/remove-dialog.tsx';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { LifetimeFields } from './lifetime-fields.tsx';
import { texts } from './texts.ts';
import { daysOf, EMPTY_TOKEN_FORM, TokenForm } from './token-form.ts';
import styles from './tokens.module.css';
import { useCreateToken } from './use-create-token.ts';

/** A token that was just made. It is held by whoever shows this, and nowhere else. `until`: '' where nobody says. */
export type CreatedToken = { name: string; accessToken: string; until: string };

type CreateTokenDialogProps = {
  list: CredentialList<Token[]>;
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
};

/** The form of a new token. Whatever goes wrong, it stays with what was typed. */
export function CreateTokenDialog({ list, onCreated, onClose }: CreateTokenDialogProps) {
  const [toRevoke, setToRevoke] = useState<Token | null>(null);
  const revoke = useAction(revokePersonalToken);
  const scopes = useRemote(listScopes, {});
  const daysMax = scopes.value?.find(each => each.personal_days_max)?.personal_days_max;
  const { form, submit, createFailure, clearFailure } = useTokenForm(list, daysMax, onCreated);
  const made = createFailure?.made ?? null;
  const blockedReason = useBlockedReason();
  const blocked = blockedBecause(blockedReason);
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
          {made ? (
            <Button kind="primary" onClick={() => setToRevoke(made)}>
              {texts.revokeMade}
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              kind="primary"
              busy={busy}
              disabled={blocked !== undefined || scopes.value === undefined}
            >
              {texts.submit}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <ErrorBox
          problem={createFailure?.problem ?? null}
          unknownOutcomeText={createFailure?.outcomeText ?? ''}
          isDone={made !== null}
        />
        <form
          id={formId}
          className={styles.form}
          noValidate
          onSubmit={event => {
            event.preventDefault();
            // Without a submit button Enter still submits.
            if (made === null) void submit(event);
          }}
          aria-label={texts.formTitle}
        >
          {/* What the server said stands in the box. */}
          <ErrorSummary errors={createFailure ? [] : form.validate_errors.items} attempt={form.attempt} />
          <TextField
            {...form.field('name')}
            hint={texts.nameHint}
            autoComplete="off"
            enterKeyHint="done"
            data-autofocus
          />
          {daysMax !== undefined && <LifetimeFields form={form} daysMax={daysMax} />}
        </form>
        {/* Not in the form: Enter in the search of many rights must not send it. */}
        <Controller
          control={form.control}
          name="scopes"
          render={({ field }) => <Scopes scopes={scopes} value={field.value} onChange={field.onChange} />}
        />
        <ProblemLine polite unanswered={blockedReason === 'offline'}>
          {blocked}
        </ProblemLine>
        {toRevoke && (
          <RemoveDialog
            item={toRevoke}
            list={list}
            remove={() => revoke({ token: toRevoke.id })}
            question={texts.question(toRevoke.name)}
            confirmLabel={access.revoke}
            toast={{
              title: texts.toastTitle(toRevoke.name),
              done: texts.done,
              alreadyDone: texts.alreadyDone,
            }}
            // What was typed is still there, to be sent anew.
            onGone={clearFailure}
            onClose={() => setToRevoke(null)}
          >
            {texts.revokeMadeWhy}
          </RemoveDialog>
        )}
      </div>
    </Dialog>
  );
}

type ScopesProps = { scopes: Remote<ScopeData[]>; value: string[]; onChange: (ids: string[]) => void };

/** What the token may be good for; nothing is asked where the server knows no rights. */
function Scopes({ scopes, value, onChange }: ScopesProps) {
  if (scopes.value === undefined) {
    if (!scopes.problem) return <Skeleton />;
    const failure = describeFailure(scopes.problem, texts.scopesFailed);
    return (
      <ProblemLine {...failure} busy={scopes.busy} onRetry={() => void scopes.reload()}>
        {failure.why}
      </ProblemLine>
    );
  }
  const options = scopes.value
    .filter(({ personal }) => personal !== false)
    .map(({ id, description }) => ({ id, name: description || id }));
  if (options.length === 0) return null;
  return <CheckList label={texts.scopes} options={options} value={value} onChange={onChange} />;
}

/** The form, which makes a token and hands it on; the list is read again. */
function useTokenForm(
  list: CredentialList<Token[]>,
  daysMax: number | undefined,
  onCreated: (created: CreatedToken) => void,
) {
  const { save, createFailure, clearFailure } = useCreateToken(list);
  const form = useForm(TokenForm, { values: EMPTY_TOKEN_FORM });
  const now = useNow();
  const submit = form.submit(
    async values => {
      clearFailure();
      const days = daysOf(values, now, daysMax);
      if (days === null) return failure({ message: '', fields: { until: [texts.untilMissing] } });
      const { name, scopes } = values;
      return save({ name, scopes, ...(days !== undefined && { expires_in_days: days }) });
    },
    ({ accessToken, token }, { name }) => {
      void list.remote.reload();
      onCreated({ name, accessToken, until: token?.expires_at ?? '' });
    },
  );
  return { form, submit, createFailure, clearFailure };
}
