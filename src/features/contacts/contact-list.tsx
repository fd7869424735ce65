import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LinkProps, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Plus } from '#ui/icons.ts';
import { FileInput, SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import groupStyles from '#ui/list-group.module.css';
import { Menu } from '#ui/menu.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { useFoundContacts, usePreloadSearch, useProgressiveList } from './book-hooks.ts';
import { ContactBook } from './contact-book-list.tsx';
import styles from './contact-list.module.css';
import { ContactRow, type RowActions } from './contact-row.tsx';
import contactStyles from './contacts.module.css';
import type { ContactView } from './offline/contact-book.ts';
import { FOUND_MAX, type FoundContact } from './offline/find-contacts.ts';
import { texts } from './texts.ts';

type ContactListProps = Pick<RowActions, 'chosen' | 'onDelete'> & {
  /** Where a contact is shown; `search` is the query of the list's own address. */
  linkTo: (contact: ContactView, search: string) => LinkProps;
};

/** The promoter's book: the search above, days below, one tap to call. */
export function ContactList({ chosen, onDelete, linkTo }: ContactListProps) {
  const [search, setSearch] = useSearchText();
  const top = useFocusForSearch();
  const warmSearch = usePreloadSearch();
  const text = search.trim();
  const query = queryOf(search);
  const link = useCallback((contact: ContactView) => linkTo(contact, query), [linkTo, query]);
  const actions = { onDelete, chosen, linkTo: link };
  return (
    <>
      <div ref={top} className={styles.top}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchShort}
          value={search}
          onChange={setSearch}
          onFocus={warmSearch}
        />
        <BookActions />
      </div>
      {text !== '' && <FoundContacts text={text} {...actions} />}
      {/* Hidden instead of removed: how far it was read is still there after a search. */}
      <div hidden={text !== ''}>
        <ContactBook {...actions} />
      </div>
    </>
  );
}

/** An address that has an empty search asks for one: whoever comes from the home types at once. */
function useFocusForSearch() {
  const top = useRef<HTMLDivElement>(null);
  const [params] = useSearchParams();
  const isAsked = params.get('search') === '';
  useLayoutEffect(() => {
    if (isAsked) top.current?.querySelector('input')?.focus();
  }, [isAsked]);
  return top;
}

/** What is searched for lives in the address: whoever comes back from a contact finds it again. */
function useSearchText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = params.get('search') ?? '';
  const [text, setText] = useState(inAddress);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    // More may have been typed since.
    if (!(Object(state) as Partial<Typed>).isTyped) setText(inAddress);
  }
  const handleChange = (next: string) => {
    setText(next);
    const typed: Typed = { isTyped: true };
    // The first letter is a step that «back» takes back: it ends the search, not the visit.
    setParams(queryOf(next), { replace: inAddress !== '' || next.trim() === '', state: typed });
  };
  return [text, handleChange];
}

/** In the history's state: this text was typed here. */
type Typed = { isTyped: boolean };

function queryOf(search: string): string {
  return search.trim() === '' ? '' : `${new URLSearchParams({ search })}`;
}

/** In reach of the thumb on a phone is what is done every day; the rest is in a menu. */
function BookActions() {
  const isPhone = useMedia(PHONE);
  const icon = <FileInput size={20} />;
  if (isPhone) {
    return (
      <Menu label={texts.bookActions} items={[{ label: texts.importTitle, icon, to: paths.contactImport }]} />
    );
  }
  return (
    <>
      <LinkButton
        to={paths.contactImport}
        className={contactStyles.importLink}
        icon={icon}
        aria-label={texts.importTitle}
        title={texts.importTitle}
      >
        <span className={contactStyles.importWord}>{texts.importShort}</span>
      </LinkButton>
      <LinkButton to={paths.contactAdd} kind="primary" icon={<Plus size={20} />}>
        {texts.add}
      </LinkButton>
    </>
  );
}

type FoundContactsProps = RowActions & { text: string };

/** What the search found on this device; a miss becomes a new contact with one tap. */
function FoundContacts({ text, ...actions }: FoundContactsProps) {
  const found = useFoundContacts(text);
  return found ? <Results {...found} {...actions} /> : <Skeleton />;
}

type ResultsProps = FoundContactsProps & { contacts: FoundContact[] };

/** `text` is what these were found by; another letter may have been typed since, for which nothing is drawn yet. */
const Results = memo(function Results({ text, contacts, ...actions }: ResultsProps) {
  const shown = useProgressiveList(contacts, text);
  const count = contacts.length < FOUND_MAX ? texts.found(contacts.length) : texts.foundMany(FOUND_MAX);
  const isMiss = contacts.length === 0;
  return (
    <>
      <h2 className="visually-hidden">{texts.results}</h2>
      <p role="status" className={isMiss ? 'visually-hidden' : contactStyles.count}>
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
              to={`${paths.contactAdd}?${new URLSearchParams({ text })}`}
            >
              {texts.createNamed(text)}
            </LinkButton>
          }
        >
          {texts.nothingFound}
        </EmptyState>
      )}
      <div className={groupStyles.rows}>
        {shown.map(contact => (
          <ContactRow key={contact.key} contact={contact} found={contact.foundBy} {...actions} />
        ))}
      </div>
    </>
  );
});
