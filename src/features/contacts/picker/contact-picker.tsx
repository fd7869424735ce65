import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatPhone } from '#kit/phone.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { contactName } from '../contact-name.ts';
import { ContactChip } from '../contact-state.tsx';
import styles from '../contacts.module.css';
import { readBookPage } from '../offline/book-page.ts';
import type { ContactView } from '../offline/contact-book.ts';
import { findContacts } from '../offline/find-contacts.ts';
import { rememberPicked } from '../offline/recent-contacts.ts';
import { texts } from '../texts.ts';
import { useProgressiveList } from '../use-progressive-list.ts';
import { useWarmSearch } from '../use-warm-search.ts';
import { PickerCreate } from './picker-create.tsx';
import { PICKER_PAGE, type PickerStart, usePickerStart } from './use-picker-start.ts';

export type ContactPickerProps = {
  open: boolean;
  onPick: (contact: ContactView) => void;
  onClose: () => void;
};

/** Picks a contact over a whole phone screen; who is not there yet is made in place. */
export function ContactPicker({ open, onPick, onClose }: ContactPickerProps) {
  const start = usePickerStart(open);
  if (!open) return null;
  // Outside of the form that asks: forms must not nest, and this one's submit is none of the other's.
  const stop = (event: FormEvent) => event.stopPropagation();
  return createPortal(
    <div onSubmit={stop}>
      <OpenPicker start={start} onPick={onPick} onClose={onClose} />
    </div>,
    document.body,
  );
}

type OpenPickerProps = Omit<ContactPickerProps, 'open'> & { start: PickerStart | undefined };

function OpenPicker({ start, onPick, onClose }: OpenPickerProps) {
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const pulls = usePullContext();
  const warmSearch = useWarmSearch();
  const text = search.trim();
  const handlePick = (contact: ContactView) => {
    // Only a convenience: the pick itself does not wait for it.
    if (pulls) void rememberPicked(pulls.cache, contact.key, pulls.now());
    onPick(contact);
  };
  if (isCreating) {
    return (
      <Sheet open title={texts.newContact} onClose={onClose}>
        <PickerCreate text={text} onCreated={handlePick} onBack={() => setIsCreating(false)} />
      </Sheet>
    );
  }
  return (
    <Sheet
      open
      title={texts.pickTitle}
      onClose={onClose}
      top={
        <SearchField
          label={texts.search}
          placeholder={texts.searchShort}
          value={search}
          onChange={setSearch}
          onFocus={warmSearch}
          autoFocus
        />
      }
      actions={
        <Button wide icon={<UserPlus size={20} />} onClick={() => setIsCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <PickerRows text={text} start={start} onPick={handlePick} />
    </Sheet>
  );
}

type Pick = { onPick: (contact: ContactView) => void };
type Start = { start: PickerStart | undefined };

/** What can be picked: who was found, or the recent ones and then the whole book. */
function PickerRows({ text, start, onPick }: Pick & Start & { text: string }) {
  return text === '' ? <Book start={start} onPick={onPick} /> : <Found text={text} onPick={onPick} />;
}

function Found({ text, onPick }: Pick & { text: string }) {
  const found = useLocal(async context => ({ text, contacts: await findContacts(context, text) }), [text]);
  const shown = useProgressiveList(
    found?.contacts.filter(contact => !contact.isDeleting) ?? [],
    found?.text ?? '',
  );
  if (!found) return <Skeleton />;
  if (shown.length > 0) return <Rows contacts={shown} onPick={onPick} />;
  return <EmptyState icon={<SearchX size={40} />}>{texts.nothingFound}</EmptyState>;
}

function Book({ start, onPick }: Pick & Start) {
  const [limit, setLimit] = useState(PICKER_PAGE);
  const longer = useLocal(
    async context => (limit > PICKER_PAGE ? readBookPage(context, limit) : null),
    [limit],
  );
  const book = longer ?? start?.book;
  const shown = useProgressiveList(book?.contacts.filter(contact => !contact.isDeleting) ?? [], 'book');
  if (!book || !start) return <Skeleton />;
  if (shown.length === 0) return <EmptyState>{texts.empty}</EmptyState>;
  const { recent } = start;
  return (
    <>
      {recent.length > 0 && <h3 className={styles.heading}>{texts.recent}</h3>}
      <Rows contacts={recent} onPick={onPick} />
      {recent.length > 0 && <h3 className={styles.heading}>{texts.all}</h3>}
      <PagedList
        hasMore={book.hasMore}
        loaded={book.contacts.length}
        onMore={() => setLimit(limit + PICKER_PAGE)}
      >
        <Rows contacts={shown} onPick={onPick} />
      </PagedList>
    </>
  );
}

function Rows({ contacts, onPick }: Pick & { contacts: readonly ContactView[] }) {
  return (
    <ul className={styles.rows}>
      {contacts.map(contact => (
        <li key={contact.key}>
          <button type="button" className={styles.row} onClick={() => onPick(contact)}>
            <span className={styles.rowName}>{contactName(contact)}</span>
            <span className={styles.rowMeta}>
              {contact.phones.map((phone, at) => (
                // One by one, so that a line breaks between numbers and never widens the sheet.
                <span key={phone} className="numbers">
                  {formatPhone(phone)}
                  {at < contact.phones.length - 1 && ','}
                </span>
              ))}
              <ContactChip contact={contact} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
