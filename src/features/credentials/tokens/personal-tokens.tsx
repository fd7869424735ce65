import { useId, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import * as v from 'valibot';
import type { Problem } from '#api/problem.ts';
import {
  createPersonalToken,
  listPersonalTokens,
  listScopes,
  revokePersonalToken,
  type ScopeData,
  type Token,
} from '#contract/credentials.ts';
import { isKnownNotApplied, useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { KeyRound } from '#ui/icons.ts';
import { Dialog } from '#ui/modal.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as shared } from '#ui/texts.ts';
import { fields, text } from '#validation/fields.ts';
import { AccessPanel } from '../access/access-panel.tsx';
import { shortName } from '../access/short-name.ts';
import { texts as access } from '../access/texts.ts';
import { ErrorBox } from '../shared/error-box.tsx';
import { SecretText } from '../shared/secret-text.tsx';
import { type CredentialList, useCredentialList } from '../shared/use-credential-list.ts';
import { texts } from './texts.ts';
import styles from './tokens.module.css';

const nameOf = ({ name }: Token) => name || access.nameless;

/** The user's personal tokens: made here, shown once, and revoked. */
export function PersonalTokens() {
  const list = useCredentialList(listPersonalTokens);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <AccessPanel
        name="personal-tokens"
        revoke={revokePersonalToken}
        focusAfterRevoke={createButton}
        list={list}
        nameOf={nameOf}
        texts={texts}
      >
        <div>
          <Button ref={createButton} icon={<KeyRound size={20} />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        </div>
      </AccessPanel>
      {isCreating && (
        <CreateTokenDialog
          list={list}
          onClose={() => setCreating(false)}
          onCreated={token => {
            setCreating(false);
            setCreated(token);
          }}
        />
      )}
      {created && <NewTokenDialog created={created} onCopied={() => setCreated(null)} />}
    </>
  );
}

type CreateTokenDialogProps = {
  list: CredentialList<Token[]>;
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
};

/** The form of a new token. Whatever goes wrong, it stays with what was typed. */
function CreateTokenDialog({ list, onCreated, onClose }: CreateTokenDialogProps) {
  const { form, submit, problem } = useCreateToken(list, onCreated);
  const scopes = useRemote(listScopes, {});
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
        <ErrorBox
          problem={problem}
          unknownOutcomeText={problem ? texts.answerLost(whyUnknown(problem)) : ''}
        />
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
        <ProblemLine polite unanswered={blockedReason === 'offline'}>
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

/** Makes a token and hands it on; the list is read again, also when the answer was lost. */
function useCreateToken(list: CredentialList<Token[]>, onCreated: (created: CreatedToken) => void) {
  const create = useAction(createPersonalToken);
  const form = useForm(TokenForm, { values: { name: '', scopes: [] } });
  /** Why there is no token, or why nobody knows whether there is one. */
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = form.submit(
    async values => {
      setProblem(null);
      const answer = await create(values);
      if (answer.ok) return answer;
      if (!isKnownNotApplied(answer.problem)) void list.refetch();
      setProblem(answer.problem);
      return null; // the box tells it
    },
    ({ accessToken }, { name }) => {
      void list.remote.reload();
      onCreated({ name, accessToken });
    },
  );
  return { form, submit, problem };
}

/** The form of a new token. It refuses nothing itself, as the specification says. */
const TokenForm = fields({
  name: text(texts.name),
  scopes: v.pipe(v.array(v.string()), v.title(texts.scopes)),
});

/** A token that was just made. It is held by whoever shows this, and nowhere else. */
type CreatedToken = { name: string; accessToken: string };

/** Shows a new token, this once: only who says that they have it gets on. */
function NewTokenDialog({ created, onCopied }: { created: CreatedToken; onCopied: () => void }) {
  const name = shortName(created.name);
  useOpenFormMark(() => true, { title: texts.leaveTitle, why: texts.leaveWhy });
  return (
    <Dialog
      open
      title={texts.createdTitle(name)}
      actions={
        <Button kind="primary" onClick={onCopied}>
          {texts.copied}
        </Button>
      }
    >
      <div className={styles.newToken}>
        <p>{texts.shownOnce}</p>
        <SecretText initiallyShown label={texts.tokenOf(name)} value={created.accessToken} />
      </div>
    </Dialog>
  );
}
