import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type LinkProps, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import { newestOf, readNewestRequests } from '#storage/newest-requests.ts';
import { LinkButton } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { TYPING_MS } from '#ui/form/use-typed.ts';
import { Plus } from '#ui/icons.ts';
import { FileInput, SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import groupStyles from '#ui/list-group.module.css';
import { ListGroup } from '#ui/list-group.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { useScreenActions } from '#ui/screen-actions.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useStable } from '#ui/use-stable.ts';
import { PAUSE_MS, useFoundContacts, usePreloadSearch, useProgressiveList } from './book-hooks.ts';
import { ContactBook } from './contact-book-list.tsx';
import styles from './contact-list.module.css';
import { ContactRow, type RowActions } from './contact-row.tsx';
import contactStyles from './contacts.module.css';
import { type ContactView, readRecent } from './offline/contact-book.ts';
import { FOUND_MAX, type FoundContact } from './offline/find-contacts.ts';
import { texts } from './texts.ts';

type ContactListProps = Pick<RowActions, 'chosen' | 'onDelete'> & {
  /** Where a contact is shown; `search` is the query of the list's own address. */
  linkTo: (contact: ContactView, search: string) => LinkProps;
  /** Below the only one that a search has found, e.g. the way to order the same again. */
  again: (contact: ContactView) => ReactNode;
};

/** The promoter's book: the search above, days below, one tap to call. */
export function ContactList({ chosen, onDelete, linkTo, again }: ContactListProps) {
  const [search, setSearch, writeSearch] = useSearchText();
  const [params] = useSearchParams();
  const isAsked = params.get('search') === '';
  const top = useFocusForSearch(isAsked);
  const saved = useSaved();
  const warmSearch = usePreloadSearch();
  const text = search.trim();
  const common = { onDelete, chosen, saved };
  // Who leaves between two letters comes back to what is searched for, too.
  const linkToFound = useCallback(
    (contact: ContactView, found: string) => ({ ...linkTo(contact, queryOf(found)), onClick: writeSearch }),
    [linkTo, writeSearch],
  );
  // The book is shown without a search, and not drawn again at each of its letters.
  const linkFromBook = useCallback((contact: ContactView) => linkTo(contact, ''), [linkTo]);
  const [visit] = useState(useLocation().key);
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
      {text !== '' && <FoundContacts text={text} again={again} linkTo={linkToFound} {...common} />}
      {text === '' && isAsked && <RecentContacts linkTo={linkFromBook} {...common} />}
      {/* Hidden instead of removed: how far it was read is still there after a search. */}
      <div hidden={text !== ''}>
        <ContactBook visit={visit} linkTo={linkFromBook} {...common} />
      </div>
    </>
  );
}

/** An address that has an empty search asks for one: whoever comes from the home types at once. */
function useFocusForSearch(isAsked: boolean) {
  const top = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAsked) top.current?.querySelector('input')?.focus();
  }, [isAsked]);
  return top;
}

/** Who has just been saved, as long as the reader stays here: an order for them is one tap away. */
function useSaved(): string | null {
  const { state } = useLocation();
  return (Object(state) as Partial<SavedState>).saved ?? null; // history state is untyped
}

/** In the history's state: this contact was saved by the form that led here. */
export type SavedState = { saved: string };

/** Who was called or ordered for last, until something is searched for. */
function RecentContacts(actions: RowActions) {
  const recent = useLocal(readRecent, []) ?? [];
  if (recent.length === 0) return null;
  return (
    <div className={styles.days}>
      <ListGroup title={texts.recent}>
        {recent.map(contact => (
          <ContactRow key={contact.key} contact={contact} {...actions} />
        ))}
      </ListGroup>
    </div>
  );
}

/**
 * What is searched for lives in the address: whoever comes back from a contact finds it again. Another address draws the whole
 * app again, so it follows once typing pauses; the third of these has it follow at once.
 */
function useSearchText(): [string, (text: string) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = params.get('search') ?? '';
  const before = Object(state) as Partial<Typed>; // history state is untyped
  const wasAsked = before.wasAsked ?? params.get('search') === '';
  const [text, setText] = useState(inAddress);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    // More may have been typed since.
    if (!before.isTyped) setText(inAddress);
  }
  const isBehind = text !== inAddress;
  const write = useStable(() => {
    if (!isBehind) return;
    const isEmpty = text.trim() === '';
    const typed: Typed = { isTyped: true, wasAsked };
    // The first letter is a step that «back» takes back: it ends the search, not the visit.
    setParams(isEmpty && wasAsked ? 'search=' : queryOf(text), {
      replace: inAddress !== '' || isEmpty,
      state: typed,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const { href } = window.location;
    // The list stays until the next screen is loaded: it leads nobody back.
    const timer = setTimeout(() => window.location.href === href && write(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [write, text]);
  return [text, setText, write];
}

/** In the history's state: this text was typed here, in a search that the home asked for or not. */
type Typed = { isTyped: boolean; wasAsked: boolean };

function queryOf(search: string): string {
  return search.trim() === '' ? '' : `${new URLSearchParams({ search })}`;
}

const IMPORT = { label: texts.importTitle, icon: <FileInput size={20} />, to: paths.contactImport };
const ACTIONS = [IMPORT];

/** On a phone «+» adds, and the rest is in the bar's menu. */
function BookActions() {
  const { label, icon, to } = IMPORT;
  if (useScreenActions(ACTIONS)) return null;
  return (
    <>
      <LinkButton to={to} className={contactStyles.importLink} icon={icon} aria-label={label} title={label}>
        <span className={contactStyles.importWord}>{texts.importShort}</span>
      </LinkButton>
      <LinkButton to={paths.contactAdd} kind="primary" icon={<Plus size={20} />}>
        {texts.add}
      </LinkButton>
    </>
  );
}

type FoundContactsProps = Omit<RowActions, 'linkTo'> &
  Pick<ContactListProps, 'again' | 'linkTo'> & { text: string };

/** What the search found on this device; a miss becomes a new contact with one tap. */
function FoundContacts({ text, ...actions }: FoundContactsProps) {
  const found = useFoundContacts(text);
  return found ? <Results {...found} {...actions} /> : <Skeleton />;
}

type ResultsProps = FoundContactsProps & { contacts: FoundContact[] };

/** `text` is what these were found by; another letter may have been typed since, for which nothing is drawn yet. */
const Results = memo(function Results({ text, contacts, again, linkTo, ...actions }: ResultsProps) {
  const shown = useProgressiveList(contacts, text);
  const count = contacts.length < FOUND_MAX ? texts.found(contacts.length) : texts.foundMany(FOUND_MAX);
  const isMiss = contacts.length === 0;
  const isSettled = useDebounced(text, PAUSE_MS) === text;
  const requests = useLastRequests(isSettled ? contacts : NOBODY);
  const [only, ...others] = contacts;
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
          <ContactRow
            key={contact.key}
            contact={contact}
            found={contact.foundBy}
            lastState={newestOf(requests, contact.phones)?.state_name}
            linkTo={each => linkTo(each, text)}
            {...actions}
          />
        ))}
      </div>
      {isSettled && only && others.length === 0 && <div className={contactStyles.again}>{again(only)}</div>}
    </>
  );
});

const NOBODY: readonly FoundContact[] = [];
const NONE: Awaited<ReturnType<typeof readNewestRequests>> = new Map();

/** Of so many hits the state of the last order is shown: it takes reading all requests. */
const FEW = 6;

function useLastRequests(contacts: readonly FoundContact[]) {
  const phones = contacts.length <= FEW ? contacts.flatMap(contact => contact.phones) : [];
  return useLocal(({ cache }) => readNewestRequests(cache, phones), [phones.join()]) ?? NONE;
}
