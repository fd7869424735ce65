import { useEffect, useEffectEvent, useRef } from 'react';
import { paths, pathTo } from '#domain/paths.ts';
import type { DraftOf } from '#state/draft.ts';
import { useSavedElsewhere } from '#state/saved-elsewhere.ts';
import { useSession } from '#state/session.ts';
import { useSyncSummary } from '#state/sync.ts';
import type { EntryError } from '#storage/outbox-db.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { whenSent } from '#ui/remote/when-sent.ts';
import { notify } from '#ui/toast.tsx';
import styles from '../contacts.module.css';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from '../texts.ts';
import { ContactFields } from './contact-fields.tsx';
import {
  type ContactDraft,
  type ContactForm,
  type ContactFormApi,
  emptyForm,
  fromForm,
  type SaveContact,
  type SavedContact,
  saveContactThen,
  toForm,
  useContactForm,
} from './contact-form.ts';
import { DuplicateQuestion, LinksToContact, useDuplicateGuard } from './duplicates.tsx';
import { VersionPanel, type Versions } from './versions.tsx';

type ContactFormScreenProps = {
  /** What the form held before anybody typed. */
  pristine: ContactForm;
  /** What is being typed, or a draft of it; `id` and `base` go into its draft. */
  start: ContactDraft;
  draft: DraftOf<ContactDraft>;
  /** `start` is a draft that was found. */
  isRestored: boolean;
  refused?: EntryError | null;
  blockedBecause?: string | undefined;
  /** The key of the contact that is edited, and the phones it has; null for a new one. */
  self?: { key: string; phones: readonly string[] };
  /** Contacts are added one after another; `message` tells of the last one, '' before the first. */
  series?: { message: string; onNext: (values: ContactValues, next: ContactForm) => void };
  /** The server's version of a known contact; `onFollow`: nobody has touched the form, and it shows that version now. */
  versions?: Versions & { onFollow: (values: ContactValues) => void };
  save: SaveContact;
  onSaved: (saved: SavedContact) => void;
  /** The draft is thrown away: the form is to be opened anew. */
  onStartOver: () => void;
};

/** The form of a contact, new or known. Everything typed is kept as a draft until it is saved. */
export function ContactFormScreen(props: ContactFormScreenProps) {
  const { pristine, start, draft, refused = null, save, self, series, versions } = props;
  const { held } = useSession();
  const summary = useSyncSummary();
  const form = useContactForm({
    values: start.values,
    pristine,
    refused,
    draft: {
      save: values => draft.save({ id: start.id, values, base: start.base }),
      clear: draft.clear,
    },
  });
  const guard = useDuplicateGuard(form, self?.key ?? start.id, self?.phones);
  const panel = useRef<HTMLElement>(null);
  const isSavedElsewhere = useSavedElsewhere(start.id, form.formState) && self === undefined;
  const mayProceed = async (values: ContactValues, again: () => void) => {
    if (!versions || versions.differing(values).length === 0) return guard.mayProceed(values, again);
    panel.current?.focus();
    return false;
  };
  const saveThen = saveContactThen(form, { save, mayProceed });
  useServerUpdates(form, versions);
  useFocusOnName(form, self === undefined);
  const resetTo = async (values: ContactForm) => {
    await draft.clear();
    form.startFrom(values);
  };
  const submit = saveThen(async saved => {
    await resetTo(toForm(saved.values));
    notify({ type: 'info', title: texts.toastTitle, message: texts.savedHere, about: saved.id });
    props.onSaved(saved);
  });
  const submitThenNext = saveThen(async ({ values }) => {
    // As it was typed: the extension of a number belongs to that person.
    const next = { ...emptyForm, comment: form.getValues('comment') };
    // From one field to the other at once, so that the keyboard of a phone stays.
    form.setFocus('first_name');
    await resetTo(next);
    series?.onNext(values, next);
  });
  const handleNext = () => {
    // The second of two quick taps: there is nothing to save yet, and nothing to complain of.
    if (series?.message !== '' && form.isUntouched()) form.setFocus('first_name');
    else void submitThenNext();
  };
  const handleStartOver = async () => {
    await draft.clear();
    props.onStartOver();
  };
  return (
    <FormShell
      form={form}
      title={self ? texts.editTitle : texts.addTitle}
      submitLabel={self ? texts.save : texts.create}
      onSubmit={submit}
      blockedBecause={props.blockedBecause}
      note={
        isSavedElsewhere ? <span role="status">{texts.alreadySaved}</span> : whenSent({ ...summary, held })
      }
      onStartOver={props.isRestored ? handleStartOver : undefined}
    >
      {versions && <VersionPanel form={form} versions={versions} box={panel} />}
      {series && (
        <p role="status" className={styles.series}>
          {series.message}
        </p>
      )}
      <ContactFields
        form={form}
        duplicates={guard.duplicates}
        actions={contact => <LinksToContact contact={contact} mayEdit={self === undefined} />}
      />
      {series && <NextButton busy={form.formState.isSubmitting} onPress={handleNext} />}
      <DuplicateQuestion
        guard={guard}
        open={contact => (
          <LinkButton to={pathTo(paths.contactCard, { id: contact.key })} data-autofocus>
            {texts.openContact}
          </LinkButton>
        )}
      />
    </FormShell>
  );
}

/** A new contact begins with its name. */
function useFocusOnName({ setFocus }: ContactFormApi, isNew: boolean) {
  useEffect(() => {
    if (isNew) setFocus('first_name');
  }, [isNew, setFocus]);
}

/** A form that nobody has touched shows what the server has by now; one that somebody is in stays as it is. */
function useServerUpdates(
  { getValues, isUntouched, startFrom }: ContactFormApi,
  versions: ContactFormScreenProps['versions'],
) {
  const { server = null, mayFollow = false, onFollow } = versions ?? {};
  const latest = server && mayFollow ? JSON.stringify(toForm(server)) : null;
  const follow = useEffectEvent((values: ContactForm) => onFollow?.(fromForm(values)));
  // Only news is followed: right after a save the copy on the screen is still the one from before.
  useEffect(() => {
    if (latest === null || latest === JSON.stringify(getValues()) || !isUntouched()) return;
    if (document.activeElement?.matches('input, textarea')) return;
    const values: ContactForm = JSON.parse(latest);
    startFrom(values);
    follow(values);
  }, [latest, getValues, isUntouched, startFrom]);
}

function NextButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <Button
      kind="quiet"
      className={styles.addPhone}
      busy={busy}
      // A press must not take the focus out of the field: a phone would put its keyboard away.
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      {texts.saveAndNext}
    </Button>
  );
}
