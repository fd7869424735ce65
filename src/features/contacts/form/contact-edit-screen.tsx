import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { newId } from '#kit/ids.ts';
import { useLocal } from '#state/local.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type ContactView, readContact, valuesOf } from '../offline/contact-book.ts';
import { texts } from '../texts.ts';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { type ContactDraft, toForm } from './contact-form-values.ts';
import { FollowServer, UnseenContact } from './fresh-contact.tsx';
import { useContactDraft } from './use-contact-draft.ts';
import { useUpdateContact } from './use-update-contact.ts';
import { useVersions } from './use-versions.ts';

/** A known contact, by the key in the address: a server id, or the local id of one made on this device. */
export function ContactEditScreen() {
  const { id = '' } = useParams();
  const [round, setRound] = useState(0);
  const [opened, setOpened] = useState<{ id: string; contact: ContactView } | null>(null);
  const reading = useLocal(async context => ({ id, view: await readContact(context, id) }), [id]);
  const view = reading?.id === id ? reading.view : undefined;
  if (view && opened?.contact !== view) setOpened({ id, contact: view });
  // What was opened stays: a contact that goes meanwhile must not take along what is being typed.
  const contact = view ?? (opened?.id === id ? opened.contact : null);
  return (
    <>
      <PageTitle>{texts.editTitle}</PageTitle>
      {!contact && (view === undefined ? <Skeleton /> : <UnseenContact key={id} id={id} />)}
      {contact && (
        <>
          {contact.serverId !== null && <FollowServer serverId={contact.serverId} />}
          <EditForm
            key={`${round}|${id}`}
            id={id}
            contact={contact}
            isGone={view === null}
            onStartOver={() => setRound(round + 1)}
          />
        </>
      )}
    </>
  );
}

type EditFormProps = { id: string; contact: ContactView; isGone: boolean; onStartOver: () => void };

function EditForm({ id, contact, isGone, onStartOver }: EditFormProps) {
  const draft = useContactDraft('contact.edit', id);
  // What was there when editing began: a refresh in the background does not change what somebody is typing.
  const [seen, setSeen] = useState(() => ({ id: newId(), values: valuesOf(contact), saved: false }));
  const [refused] = useState(contact.error);
  const update = useUpdateContact();
  const pristine = toForm(seen.values);
  const restored = seen.saved ? null : draft.found;
  const fresh: ContactDraft = { id: seen.id, values: pristine, base: contact.change?.base ?? seen.values };
  const { versions, start, handleSaved } = useVersions(contact, restored ?? fresh);
  if (draft.found === undefined) return <Skeleton />;
  const { hasSettled } = versions;
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
      versions={{ ...versions, onFollow: values => setSeen({ ...seen, values }) }}
      blockedBecause={blockedBecause(contact, isGone)}
      save={values => update({ contact, start, hasSettled, draftKey: draft.key }, values)}
      onSaved={values => {
        // The next save of this form is another one: under the same id it would be taken for a second tap.
        setSeen({ id: newId(), values, saved: true });
        handleSaved(values);
      }}
      onStartOver={onStartOver}
    />
  );
}

function blockedBecause({ isDeleting }: ContactView, isGone: boolean): string | undefined {
  if (isGone) return texts.goneOnServer;
  return isDeleting ? texts.isBeingDeleted : undefined;
}
