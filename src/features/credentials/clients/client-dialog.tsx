import { useEffect, useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { Client } from '#contract/credentials.ts';
import { readRedirects, redirectWords } from '#domain/redirects.ts';
import { continueSentence } from '#kit/continue-sentence.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { Dialog } from '#ui/modal.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { ErrorBox } from '../shared/error-box.tsx';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { ClientForm, canReplaceSecret, splitRedirects, toFormValues } from './client-form.ts';
import styles from './clients.module.css';
import { texts } from './texts.ts';
import { useSaveClient } from './use-save-client.ts';

type ClientDialogProps = {
  /** null: a new one. */
  client: Client | null;
  clients: CredentialList<Client[]>;
  /** What was typed before the dialog was closed; it goes on there. */
  draft: ClientForm | undefined;
  /** Closed without a save, with what was typed and is worth keeping. */
  onClose: (draft: ClientForm | undefined) => void;
  onSaved: (saved: Client) => void;
  /** It was deleted meanwhile. */
  onGone: () => void;
  /** It was made, and nobody has its secret: goes on to what helps. */
  onWithoutSecret: (made: Client, typed: ClientForm) => void;
};

/** Name and addresses of a client. Whatever is refused, the dialog stays with what was typed. */
export function ClientDialog(props: ClientDialogProps) {
  const { client, clients, draft, onClose, onSaved, onGone } = props;
  const pristine = toFormValues(client);
  const form = useForm(ClientForm, { values: draft ?? pristine, pristine });
  const { save, saveFailure, clearSaveFailure } = useSaveClient({ client, clients, onGone });
  const formId = useId();
  const blockedReason = useBlockedReason();
  const blocked = blockedBecause(blockedReason);
  const made = saveFailure?.made ?? null;
  const isDone = made !== null;
  const busy = form.formState.isSubmitting;
  useOpenFormMark(form.wouldLose);
  const close = () => onClose(isDone || form.isUntouched() ? undefined : form.getValues());
  const submit = form.submit(values => save(joinRedirects(values)), onSaved);
  return (
    <Dialog
      open
      title={client ? texts.editTitle(client.name) : texts.createTitle}
      busy={busy}
      onClose={close}
      actions={
        <>
          <ProblemLine polite unanswered={blockedReason === 'offline'}>
            {blocked}
          </ProblemLine>
          <Button disabled={busy} onClick={close}>
            {isDone ? uiTexts.close : uiTexts.cancel}
          </Button>
          {made ? (
            <Button kind="primary" onClick={() => props.onWithoutSecret(made, form.getValues())}>
              {canReplaceSecret(made) ? texts.replaceSecret : texts.removeMade}
            </Button>
          ) : (
            <Button type="submit" form={formId} kind="primary" busy={busy} disabled={blocked !== undefined}>
              {client ? uiTexts.save : texts.createSubmit}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          // Without a submit button Enter still submits.
          if (isDone) return;
          if (!busy) clearSaveFailure();
          void submit(event);
        }}
      >
        {saveFailure && (
          <ErrorBox
            problem={saveFailure.problem}
            unknownOutcomeText={saveFailure.outcomeText}
            isDone={isDone}
          />
        )}
        {/* What belongs to no field the box says already. */}
        <ErrorSummary
          errors={form.validate_errors.items.filter(({ name }) => name !== '' || !(saveFailure || busy))}
          attempt={form.attempt}
        />
        <Fields form={form} />
      </form>
    </Dialog>
  );
}

/** Whoever writes each address on a line of its own means the same. */
function joinRedirects({ name, redirect }: ClientForm): ClientForm {
  return { name, redirect: splitRedirects(redirect).join() };
}

function Fields({ form }: { form: Form<ClientForm, ClientForm> }) {
  const { setFocus } = form;
  const redirect = useDebounced(useWatch({ control: form.control, name: 'redirect' }), DEBOUNCE_MS);
  const address = form.field('redirect');
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <>
      <TextField {...form.field('name')} hint={texts.namePurpose} autoComplete="off" enterKeyHint="next" />
      <TextArea
        {...address}
        hint={texts.redirectPurpose}
        rows={2}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p role="status" className={styles.warning}>
        {/* The server has said it already. */}
        {!address.error && redirectWarning(redirect)}
      </p>
    </>
  );
}

/** What our own server would not take; others may. Nothing is said before anything is typed. */
function redirectWarning(redirect: string): string {
  if (redirect.trim() === '') return '';
  const read = readRedirects(splitRedirects(redirect).join());
  return read.ok ? '' : texts.redirectWarning(continueSentence(redirectWords(read.problem)));
}

/** Half an address is no mistake. */
const DEBOUNCE_MS = 800;
