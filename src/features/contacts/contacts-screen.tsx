import { useState } from 'react';
import { paths } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Fab } from '#ui/fab.tsx';
import { Plus } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { ContactBook } from './contact-book-list.tsx';
import styles from './contacts.module.css';
import { DeleteContact } from './delete-contact.tsx';
import { FoundContacts } from './found-contacts.tsx';
import { ContactImportLink } from './import/contact-import-link.tsx';
import type { ContactView } from './offline/contact-book.ts';
import { texts } from './texts.ts';

/** The promoter's book: search above, days below, one tap to call. */
export function ContactsScreen() {
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<ContactView | null>(null);
  const isSearching = search.trim() !== '';
  return (
    <div className={styles.page}>
      <PageTitle>{texts.list}</PageTitle>
      <div className={styles.top}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchShort}
          value={search}
          onChange={setSearch}
        />
        <ContactImportLink />
        <LinkButton to={paths.contactAdd} kind="primary" className={styles.addWide} icon={<Plus size={20} />}>
          {texts.add}
        </LinkButton>
      </div>
      {isSearching && <FoundContacts text={search.trim()} onDelete={setDeleting} />}
      {/* Hidden instead of removed: how far it was read is still there after a search. */}
      <div hidden={isSearching}>
        <ContactBook onDelete={setDeleting} />
      </div>
      <div className={styles.addPhoneOnly}>
        <Fab to={paths.contactAdd} label={texts.add} />
      </div>
      {deleting && <DeleteContact contact={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
