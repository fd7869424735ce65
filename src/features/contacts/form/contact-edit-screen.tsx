import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { newId } from '#kit/ids.ts';
import type { DraftOf } from '#state/draft.ts';
import { useLocal } from '#state/local.ts';
import { useRefresh } from '#state/use-refresh.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { type ContactView, readContact, valuesOf } from '../offline/contact-book.ts';
import { pullContact } from '../offline/pull-contacts.ts';
import { texts } from '../texts.ts';
import { ThinContact, UnseenContact } from '../unseen-contact.tsx';
import { type ContactDraft, toForm, useContactDraft } from './contact-form.ts';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { useSaveChange } from './use-save-change.ts';
import { useVersions } from './versions.tsx';

/** A known contact, by the key in the address: a server id, or the local id of one made on this device. */
export function ContactEditScreen() {
  const { id = '' } = useParams();
  const [round, setRound] = useState(0);
  return <EditOpening key={`${round}|${id}`} id={id} onStartOver={() => setRound(round + 1)} />;
}

type Opening = { id: string; onStartOver: () => void };

/** Reads the contact and its draft side by side. */
function EditOpening(opening: Opening) {
  const { id } = opening;
  const draft = useContactDraft('contact.edit', id);
  const view = useLocal(context => readContact(context, id), [id]);
  const [opened, setOpened] = useState<ContactView | null>(null);
  // What was opened stays: a contact that goes meanwhile must not take along what is being typed. None is opened of which
  // a part is not known: saving it would erase that.
  if (view && opened !== view && (opened || !view.isThin)) setOpened(view);
  if (view === undefined || draft.found === undefined) return <Skeleton />;
  const contact = opened && (view ?? opened);
  if (!contact) return view ? <ThinContact contact={view} /> : <UnseenContact id={id} />;
  return (
    <>
      {contact.serverId !== null && <FollowServer serverId={contact.serverId} />}
      <EditForm {...opening} contact={contact} draft={draft} found={draft.found} isGone={view === null} />
    </>
  );
}

type EditFormProps = Opening & {
  contact: ContactView;
  draft: DraftOf<ContactDraft>;
  found: ContactDraft | null;
  isGone: boolean;
};

function EditForm({ contact, draft, found, isGone, onStartOver }: EditFormProps) {
  // What was there when editing began: a refresh in the background does not change what somebody is typing.
  const [seen, setSeen] = useState(() => ({ id: newId(), values: valuesOf(contact), saved: false }));
  const [refused] = useState(contact.error);
  const pristine = toForm(seen.values);
  const restored = seen.saved ? null : found;
  const fresh: ContactDraft = { id: seen.id, values: pristine, base: seen.values };
  const { versions, start, settledBase, handleSaved } = useVersions(contact, restored ?? fresh);
  const save = useSaveChange({ contact, draft, start, settledBase, versions });
  return (
    <ContactFormScreen
      pristine={pristine}
      start={start}
      draft={draft}
      isRestored={restored !== null}
      refused={refused}
      self={{ key: contact.key, phones: seen.values.phones }}
      versions={{ ...versions, onFollow: values => setSeen({ ...seen, values }) }}
      blockedBecause={blockedBecause(contact, isGone)}
      save={save}
      onSaved={({ values }) => {
        // The next save of this form is another one: under the same id it would be taken for a second tap.
        setSeen({ id: newId(), values, saved: true });
        handleSaved(values);
      }}
      onStartOver={onStartOver}
    />
  );
}

function blockedBecause({ isDeleting }: ContactView, isGone: boolean): string | undefined {
  if (isGone) return texts.gone;
  return isDeleting ? texts.isBeingDeleted : undefined;
}

/** Brings the server's copy of a contact that is being edited; without a network the one on the device will do. */
function FollowServer({ serverId }: { serverId: number }) {
  useRefresh(context => pullContact(context, serverId), String(serverId));
  return null;
}
