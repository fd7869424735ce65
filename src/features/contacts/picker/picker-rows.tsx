import { useState } from 'react';
import { formatPhone } from '#kit/phone.ts';
import { useLocal } from '#state/local.ts';
import { SearchX } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { contactName } from '../contact-name.ts';
import { ContactChip } from '../contact-state.tsx';
import styles from '../contacts.module.css';
import { readBookPage } from '../offline/book-page.ts';
import type { ContactView } from '../offline/contact-book.ts';
import { findContacts } from '../offline/find-contacts.ts';
import { texts } from '../texts.ts';
import { useProgressiveList } from '../use-progressive-list.ts';
import { PICKER_PAGE, type PickerStart } from './use-picker-start.ts';

type Pick = { onPick: (contact: ContactView) => void };
type Start = { start: PickerStart | undefined };

/** What can be picked: who was found, or the recent ones and then the whole book. */
export function PickerRows({ text, start, onPick }: Pick & Start & { text: string }) {
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
