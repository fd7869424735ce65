import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { Fab } from '#ui/fab.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Plus } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { ContactBook } from './contact-book-list.tsx';
import { ContactPane } from './contact-pane.tsx';
import styles from './contacts.module.css';
import { DeleteContact } from './delete-contact.tsx';
import { FoundContacts } from './found-contacts.tsx';
import { ContactImportLink } from './import/contact-import-link.tsx';
import { type ContactView, readContact } from './offline/contact-book.ts';
import { texts } from './texts.ts';
import { useWarmSearch } from './use-warm-search.ts';

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
  const warmSearch = useWarmSearch();
  const isSearching = search.trim() !== '';
  const actions = { onDelete: setDeleting, chosen: chosenKey, onChoose: choose };
  return (
    <div className={styles.page}>
      <PageTitle>{texts.list}</PageTitle>
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
          <ContactImportLink />
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
      <Fab to={paths.contactAdd} label={texts.add} />
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
