import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { newId } from '#kit/ids.ts';
import { useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { type ContactDraft, toForm } from './contact-form-values.ts';
import { type ContactView, readContact } from './offline/contact-book.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';
import { useContactDraft } from './use-contact-draft.ts';
import { useUpdateContact } from './use-update-contact.ts';

/** A known contact, by the key in the address: a server id, or the local id of one made on this device. */
export function ContactEditScreen() {
  const { id = '' } = useParams();
  const [round, setRound] = useState(0);
  const contact = useLocal(async context => ({ key: id, view: await readContact(context, id) }), [id]);
  return (
    <>
      <PageTitle>{texts.editTitle}</PageTitle>
      {contact?.key !== id && <Skeleton />}
      {contact?.key === id && !contact.view && <UnknownContact />}
      {contact?.key === id && contact.view && (
        <EditForm
          key={`${round}|${id}`}
          id={id}
          contact={contact.view}
          onStartOver={() => setRound(round + 1)}
        />
      )}
    </>
  );
}

function UnknownContact() {
  return (
    <ErrorState title={texts.notFound}>
      {texts.notFoundWhy} <LinkButton to={paths.contacts}>{texts.toList}</LinkButton>
    </ErrorState>
  );
}

function valuesOf({ first_name, last_name, comment, phones }: ContactView): ContactValues {
  return { first_name, last_name, comment, phones };
}

type EditFormProps = { id: string; contact: ContactView; onStartOver: () => void };

function EditForm({ id, contact, onStartOver }: EditFormProps) {
  const draft = useContactDraft('contact.edit', id);
  // What was there when editing began: a refresh in the background changes neither the form nor its base.
  const [seen, setSeen] = useState(() => ({ id: newId(), values: valuesOf(contact), saved: false }));
  const [refused] = useState(contact.error);
  const update = useUpdateContact();
  if (draft.found === undefined) return <Skeleton />;
  const pristine = toForm(seen.values);
  const restored = seen.saved ? null : draft.found;
  const start: ContactDraft = restored ?? { id: seen.id, values: pristine, base: seen.values };
  return (
    <ContactFormScreen
      title={texts.editTitle}
      submitLabel={texts.save}
      pristine={pristine}
      start={start}
      draft={draft}
      isRestored={restored !== null}
      refused={refused}
      self={{ key: contact.key, phones: seen.values.phones }}
      blockedBecause={contact.isDeleting ? texts.isBeingDeleted : undefined}
      save={values => update(contact, start, values, draft.key)}
      // The next save of this form is another one: under the same id it would be taken for a second tap.
      onSaved={values => setSeen({ id: newId(), values, saved: true })}
      onStartOver={onStartOver}
    />
  );
}
