import { memo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { formatDate, toWallClock } from '#kit/date.ts';
import { newId } from '#kit/ids.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device-context.ts';
import { useLocal } from '#state/local.ts';
import { type Entry, ownerKeyOf } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Plus } from '#ui/icons.ts';
import { FileInput, SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import { Dialog } from '#ui/modal.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useFoundContacts, useOpenContext, usePreloadSearch, useProgressiveList } from './book-hooks.ts';
import { ContactBook } from './contact-book-list.tsx';
import { type CardActions, ContactCard, ContactPane } from './contact-card.tsx';
import styles from './contacts.module.css';
import { type ContactView, contactName, readContact, valuesOf } from './offline/contact-book.ts';
import { FOUND_MAX } from './offline/find-contacts.ts';
import { refusalText, texts } from './texts.ts';

/** The promoter's book; `?search=` and `?contact=` lead to somebody in it. */
export function ContactsScreen() {
  const [query] = useSearchParams();
  return (
    <Contacts key={query.toString()} search={query.get('search') ?? ''} contact={query.get('contact')} />
  );
}

/** Search above, days below, one tap to call; on a wide screen the chosen contact beside them. */
function Contacts(start: { search: string; contact: string | null }) {
  const [search, setSearch] = useState(start.search);
  const [deleting, setDeleting] = useState<ContactView | null>(null);
  const { chosen, chosenKey, choice, choose, leave } = useChoice(start.contact);
  const warmSearch = usePreloadSearch();
  const isSearching = search.trim() !== '';
  const actions = { onDelete: setDeleting, chosen: chosenKey, onChoose: choose };
  return (
    <div className={styles.page}>
      <SplitView
        label={texts.details}
        pane={() => <ContactPane contact={chosen} choice={choice} onLeave={leave} onDelete={setDeleting} />}
      >
        <div className={styles.top}>
          <SearchField
            label={texts.search}
            placeholder={texts.searchShort}
            value={search}
            onChange={setSearch}
            onFocus={warmSearch}
          />
          <LinkButton
            to={paths.contactImport}
            className={styles.importLink}
            icon={<FileInput size={20} />}
            aria-label={texts.importTitle}
            title={texts.importTitle}
          >
            <span className={styles.importWord}>{texts.importShort}</span>
          </LinkButton>
          <LinkButton
            to={paths.contactAdd}
            kind="primary"
            className={styles.addWide}
            icon={<Plus size={20} />}
          >
            {texts.add}
          </LinkButton>
        </div>
        {isSearching && <FoundContacts text={search.trim()} {...actions} />}
        {/* Hidden instead of removed: how far it was read is still there after a search. */}
        <div hidden={isSearching}>
          <ContactBook {...actions} />
        </div>
      </SplitView>
      {deleting && <DeleteContact contact={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** Who is shown in the pane; `choose` only where there is one. `leave` gives the focus back to the card. */
function useChoice(first: string | null) {
  const isWide = useMedia(WIDE);
  const [picked, setPicked] = useState({ key: first, choice: 0 });
  const card = useRef<Element | null>(null);
  const { key, choice } = picked;
  const reading = useLocal(
    async context => ({ key, view: key === null ? null : await readContact(context, key) }),
    [key],
  );
  const chosen = reading?.view ?? null;
  const choose = (contact: ContactView) => {
    card.current = document.activeElement;
    setPicked({ key: contact.key, choice: choice + 1 });
  };
  return {
    chosen,
    // Sent meanwhile, a contact goes by the server's number in the list.
    chosenKey: chosen?.key ?? key,
    choice: reading?.key === key ? choice : 0,
    choose: isWide ? choose : undefined,
    leave() {
      if (card.current instanceof HTMLElement) card.current.focus();
    },
  };
}

type FoundContactsProps = CardActions & { text: string };

/** What the search found on this device; a miss becomes a new contact with one tap. */
function FoundContacts({ text, ...actions }: FoundContactsProps) {
  const found = useFoundContacts(text);
  return found ? <Results {...found} {...actions} /> : <Skeleton />;
}

type ResultsProps = FoundContactsProps & { contacts: ContactView[] };

/** `text` is what these were found by; another letter may have been typed since, for which nothing is drawn yet. */
const Results = memo(function Results({ text, contacts, ...actions }: ResultsProps) {
  const shown = useProgressiveList(contacts, text);
  const count = contacts.length < FOUND_MAX ? texts.found(contacts.length) : texts.foundMany(FOUND_MAX);
  const isMiss = contacts.length === 0;
  return (
    <>
      <h2 className="visually-hidden">{texts.results}</h2>
      <p role="status" className={isMiss ? 'visually-hidden' : styles.count}>
        {isMiss ? texts.nothingFound : count}
      </p>
      {isMiss && (
        <EmptyState
          icon={<SearchX size={40} />}
          action={
            <LinkButton
              kind="primary"
              size="large"
              icon={<UserPlus size={20} />}
              to={`${paths.contactAdd}?text=${encodeURIComponent(text)}`}
            >
              {texts.create}
            </LinkButton>
          }
        >
          {texts.nothingFound}
        </EmptyState>
      )}
      <div className={styles.cards}>
        {shown.map(contact => (
          <ContactCard key={contact.key} contact={contact} {...actions} />
        ))}
      </div>
    </>
  );
});

/** Asks by name, then queues the delete; if orders still need the contact it says which. */
function DeleteContact({ contact, onClose }: { contact: ContactView; onClose: () => void }) {
  const { enqueue } = useCommand();
  const keepForUndo = useUndoDelete();
  const [id] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [needing, setNeeding] = useState<Entry[]>([]);
  const name = contactName(contact);
  const handleRefusal = (refusal: Refusal) => {
    if (refusal.reason === 'dependants') return setNeeding(refusal.entries);
    notify({ type: 'error', title: uiTexts.error, message: refusalText(refusal) });
    onClose();
  };
  const handleConfirm = async () => {
    setBusy(true);
    const payload = { contact: contact.key, name };
    const offerUndo = await keepForUndo(contact);
    const deleted = await enqueue({ id, kind: 'contact.delete', payload }).finally(() => setBusy(false));
    if (!deleted.ok) return handleRefusal(deleted.problem);
    // Nothing is left to be sent: the server never knew this contact.
    if (deleted.value === null) offerUndo();
    onClose();
  };
  if (needing.length > 0) return <NeededBy name={name} entries={needing} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={texts.askDelete(name)}
      kind="danger"
      confirmLabel={uiTexts.remove}
      busy={busy}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <p>{whatFollows(contact)}</p>
    </ConfirmDialog>
  );
}

function whatFollows({ serverId, status }: ContactView): string {
  const mayBeThere = status === 'checking' || status === 'sending' || status === 'question';
  if (serverId !== null || mayBeThere) return texts.deleteLater;
  return status === 'failed' ? texts.deleteRefused : texts.deleteNow;
}

function NeededBy({ name, entries, onClose }: { name: string; entries: Entry[]; onClose: () => void }) {
  const { zone } = useDevice().config;
  return (
    <Dialog
      open
      title={texts.cannotDelete(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.close}</Button>
          <LinkButton kind="primary" to={paths.outbox}>
            {texts.toOutbox}
          </LinkButton>
        </>
      }
    >
      <p>{texts.neededBy(entries.length)}</p>
      <ul className={styles.bullets}>
        {entries.map(({ id, firstAt }) => (
          <li key={id}>{texts.waitingOrder(formatDate(toWallClock(firstAt, zone), true))}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/**
 * Undo for a contact that was never sent: look at it before it goes, and what comes back offers to bring it back for
 * a few seconds. It comes back under its own id, so that however often this is asked for, it is one entry.
 */
function useUndoDelete(): (contact: ContactView) => Promise<() => void> {
  const { session } = useDevice();
  const openContext = useOpenContext();
  const { enqueue } = useCommand();
  return async contact => {
    const context = openContext();
    // Another tab may have changed it since this one asked.
    const latest = (context && (await readContact(context, contact.key))) ?? contact;
    const bringBack = async () => {
      const owner = session.lastOwner();
      // Whoever has signed in meanwhile gets nobody else's contact.
      if (!owner || ownerKeyOf(owner) !== context?.ownerKey) return;
      const payload = valuesOf(latest);
      const back = await enqueue({ id: latest.key, kind: 'contact.create', payload });
      if (!back.ok) offer({ type: 'error', title: uiTexts.error, message: refusalText(back.problem) });
    };
    const offer = (words: Omit<Parameters<typeof notify>[0], 'action'>) =>
      notify({ ...words, action: { label: texts.takeBack, onSelect: () => void bringBack() } });
    return () =>
      offer({ type: 'info', title: texts.toastTitle, message: texts.deletedHere(contactName(latest)) });
  };
}
