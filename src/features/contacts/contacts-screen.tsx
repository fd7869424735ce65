import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Fab } from '#ui/fab.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Plus, Users } from '#ui/icons.ts';
import { Pencil, SearchX, Trash2, UserPlus } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { ContactCalls } from './calls/contact-calls.tsx';
import { ContactBook } from './contact-book-list.tsx';
import { type CardActions, ContactCard, OrderLink } from './contact-card.tsx';
import { contactName } from './contact-name.ts';
import { ContactChip, ContactRemedy } from './contact-state.tsx';
import styles from './contacts.module.css';
import { DeleteContact } from './delete-contact.tsx';
import { ContactImportLink } from './import/contact-import-link.tsx';
import { type ContactView, readContact } from './offline/contact-book.ts';
import { FOUND_MAX, findContacts } from './offline/find-contacts.ts';
import { texts } from './texts.ts';
import { useProgressiveList } from './use-progressive-list.ts';
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

type ContactPaneProps = {
  contact: ContactView | null;
  /** Grows with every choice, 0 until `contact` follows it: the pane takes the focus, and Escape gives it back. */
  choice: number;
  onLeave: () => void;
  onDelete: (contact: ContactView) => void;
};

/** Everything about the chosen contact, beside the list on a wide screen. */
function ContactPane({ contact, choice, onLeave, onDelete }: ContactPaneProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // With the commit that shows the name: until a later effect, what is typed would go elsewhere.
  useLayoutEffect(() => {
    if (choice > 0) title.current?.focus();
  }, [choice]);
  if (!contact) return <EmptyState icon={<Users size={40} />}>{texts.chooseOne}</EmptyState>;
  const { comment, phones, isDeleting } = contact;
  const name = contactName(contact);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short cut; every control has a key of its own
    <div className={styles.pane} onKeyDown={handleKey}>
      <h2 ref={title} tabIndex={-1} className={styles.paneName}>
        {name}
      </h2>
      <ContactChip contact={contact} />
      <ContactRemedy contact={contact} />
      {comment !== '' && <p className={styles.comment}>{comment}</p>}
      {phones.map((phone, index) => (
        <PhoneLink
          key={phone}
          phone={phone}
          name={name}
          contact={contact.key}
          kind={index === 0 ? 'primary' : 'secondary'}
        />
      ))}
      <ContactCalls contact={contact.key} phones={phones} open />
      {!isDeleting && <OrderLink contactKey={contact.key} />}
      {!isDeleting && (
        <div className={styles.paneActions}>
          <LinkButton to={pathTo(paths.contactEdit, { id: contact.key })} icon={<Pencil size={20} />}>
            {uiTexts.edit}
          </LinkButton>
          <Button kind="danger" icon={<Trash2 size={20} />} onClick={() => onDelete(contact)}>
            {uiTexts.remove}
          </Button>
        </div>
      )}
    </div>
  );
}

type FoundContactsProps = CardActions & { text: string };

/** What the search found on this device; a miss becomes a new contact with one tap. */
function FoundContacts({ text, ...actions }: FoundContactsProps) {
  const found = useLocal(async context => ({ text, contacts: await findContacts(context, text) }), [text]);
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
