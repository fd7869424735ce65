import { useState } from 'react';
import { formatPhone } from '#kit/phone.ts';
import { useLocal } from '#state/local.ts';
import { SearchX } from '#ui/icons.ts';
import { LoadMore } from '#ui/load-more.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { contactName } from './contact-name.ts';
import { ContactChip } from './contact-state.tsx';
import styles from './contacts.module.css';
import { readBookPage } from './offline/book-page.ts';
import type { ContactView } from './offline/contact-book.ts';
import { findContacts } from './offline/find-contacts.ts';
import { readRecent } from './offline/recent-contacts.ts';
import { texts } from './texts.ts';

const PAGE = 30;

type Pick = { onPick: (contact: ContactView) => void };

/** What can be picked: who was found, or the recent ones and then the whole book. */
export function PickerRows({ text, onPick }: Pick & { text: string }) {
  return text === '' ? <Book onPick={onPick} /> : <Found text={text} onPick={onPick} />;
}

function Found({ text, onPick }: Pick & { text: string }) {
  const found = useLocal(context => findContacts(context, text), [text]);
  if (!found) return <Skeleton />;
  const present = found.filter(contact => !contact.isDeleting);
  if (present.length > 0) return <Rows contacts={present} onPick={onPick} />;
  return <EmptyState icon={<SearchX size={40} />}>{texts.nothingFound}</EmptyState>;
}

function Book({ onPick }: Pick) {
  const [limit, setLimit] = useState(PAGE);
  const recent = useLocal(readRecent, []);
  const book = useLocal(context => readBookPage(context, limit), [limit]);
  if (!book || !recent) return <Skeleton />;
  const present = book.contacts.filter(contact => !contact.isDeleting);
  if (present.length === 0) return <EmptyState>{texts.empty}</EmptyState>;
  return (
    <>
      {recent.length > 0 && <h3 className={styles.heading}>{texts.recent}</h3>}
      <Rows contacts={recent} onPick={onPick} />
      {recent.length > 0 && <h3 className={styles.heading}>{texts.all}</h3>}
      <Rows contacts={present} onPick={onPick} />
      <LoadMore
        hasMore={book.total > book.contacts.length}
        loading={false}
        loaded={book.contacts.length}
        onMore={() => setLimit(limit + PAGE)}
      />
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
