import { useEffect, useRef } from 'react';
import type { DraftOf } from '#state/draft.ts';
import { useSyncSummary } from '#state/sync.ts';
import type { EntryError } from '#storage/outbox-db.ts';
import { Button } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { FormShell } from '#ui/form-shell.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { ContactFields } from './contact-fields.tsx';
import { type ContactDraft, type ContactForm, toForm } from './contact-form-values.ts';
import styles from './contacts.module.css';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';
import { type ContactFormApi, listErrors, useContactForm } from './use-contact-form.ts';
import { type SaveContact, useSaveForm } from './use-save-form.ts';

export type ContactFormScreenProps = {
  title: string;
  submitLabel: string;
  /** What the form held before anybody typed. */
  pristine: ContactForm;
  /** What is being typed, or a draft of it; `id` and `base` go into its draft. */
  start: ContactDraft;
  draft: DraftOf<ContactDraft>;
  /** `start` is a draft that was found. */
  isRestored: boolean;
  refused: EntryError | null;
  blockedBecause?: string | undefined;
  save: SaveContact;
  onSaved: (values: ContactValues) => void;
  /** The draft is thrown away: the form is to be opened anew. */
  onStartOver: () => void;
};

/** The form of a contact, new or known. Everything typed is kept as a draft until it is saved. */
export function ContactFormScreen(props: ContactFormScreenProps) {
  const { title, submitLabel, pristine, start, draft, save } = props;
  const { reachable } = useSyncSummary();
  const form = useContactForm(start.values, props.refused);
  const seen = useKeptDraft(form, draft, start, pristine);
  const { submit, trouble } = useSaveForm(form, save, async values => {
    await draft.clear();
    notify({ type: 'info', title: texts.toastTitle, message: texts.savedHere });
    seen.current = JSON.stringify(toForm(values));
    form.reset(toForm(values));
    props.onSaved(values);
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const handleStartOver = async () => {
    await draft.clear();
    props.onStartOver();
  };
  return (
    <FormShell
      title={title}
      submitLabel={submitLabel}
      onSubmit={submit}
      busy={isSubmitting}
      blockedBecause={props.blockedBecause}
      errors={listErrors(errors, trouble)}
      attempt={submitCount}
      note={reachable ? undefined : uiTexts.sendLater}
    >
      {props.isRestored && (
        <div className={styles.draft}>
          <StateChip state="draft" />
          <Button kind="quiet" onClick={handleStartOver}>
            {texts.startOver}
          </Button>
        </div>
      )}
      <ContactFields form={form} />
    </FormShell>
  );
}

/** [S9] Keeps every change; a form that is back where it began needs no draft. Returns where it began. */
function useKeptDraft(
  form: ContactFormApi,
  draft: DraftOf<ContactDraft>,
  { id, base }: ContactDraft,
  pristine: ContactForm,
) {
  const seen = useRef(JSON.stringify(pristine));
  const { subscribe } = form;
  const { save, clear } = draft;
  useEffect(() => {
    let last = '';
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const text = JSON.stringify(values);
        if (text === last) return;
        last = text;
        if (text === seen.current) void clear();
        else save({ id, values: JSON.parse(text), base });
      },
    });
  }, [subscribe, save, clear, id, base]);
  return seen;
}
