import { type FormEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { newId } from '#kit/ids.ts';
import { formatPhone } from '#kit/phone.ts';
import { success } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useFoundContacts, usePreloadSearch, useProgressiveList, useReadBeforeSave } from './book-hooks.ts';
import { ContactChip } from './contact-state.tsx';
import styles from './contacts.module.css';
import { ContactFields } from './form/contact-fields.tsx';
import { saveContactThen, useContactForm } from './form/contact-form.ts';
import { DuplicateQuestion, useDuplicateGuard } from './form/duplicates.tsx';
import { prefill } from './form/prefill.ts';
import {
  type BookPage,
  type ContactView,
  contactName,
  emptyView,
  readBookPage,
  readContact,
  readRecent,
  rememberRecent,
} from './offline/contact-book.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';

const PAGE_SIZE = 30;

/** The form that asks has been painted by then. */
const PRELOAD_AFTER_MS = 500;

type ContactPickerProps = {
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

function OpenPicker(props: Omit<ContactPickerProps, 'open'> & { start: PickerStart | undefined }) {
  const { start, onPick, onClose } = props;
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const pulls = usePullContext();
  const warmSearch = usePreloadSearch();
  const text = search.trim();
  const handlePick = (contact: ContactView) => {
    // Only a convenience: the pick itself does not wait for it.
    if (pulls) void rememberRecent(pulls.cache, contact.key, pulls.now());
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
      {text === '' ? <Book start={start} onPick={handlePick} /> : <Found text={text} onPick={handlePick} />}
    </Sheet>
  );
}

type OnPick = { onPick: (contact: ContactView) => void };

function Found({ text, onPick }: OnPick & { text: string }) {
  const found = useFoundContacts(text);
  const shown = useProgressiveList(
    found?.contacts.filter(contact => !contact.isDeleting) ?? [],
    found?.text ?? '',
  );
  if (!found) return <Skeleton />;
  if (shown.length > 0) return <Rows contacts={shown} onPick={onPick} />;
  return <EmptyState icon={<SearchX size={40} />}>{texts.nothingFound}</EmptyState>;
}

function Book({ start, onPick }: OnPick & { start: PickerStart | undefined }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const longer = useLocal(
    async context => (limit > PAGE_SIZE ? readBookPage(context, limit) : null),
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
        onMore={() => setLimit(limit + PAGE_SIZE)}
      >
        <Rows contacts={shown} onPick={onPick} />
      </PagedList>
    </>
  );
}

function Rows({ contacts, onPick }: OnPick & { contacts: readonly ContactView[] }) {
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
                  {at < contact.phones.length - 1 ? `${formatPhone(phone)},` : formatPhone(phone)}
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

type PickerStart = { book: BookPage; recent: ContactView[] };

/** Read before the picker is asked for, so that it opens with its first page in the same frame. */
function usePickerStart(open: boolean): PickerStart | undefined {
  const [isSoon, setIsSoon] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSoon(true), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const isWanted = open || isSoon;
  return useLocal(
    async context => {
      if (!isWanted) return;
      const [book, recent] = await Promise.all([readBookPage(context, PAGE_SIZE), readRecent(context)]);
      return { book, recent };
    },
    [isWanted],
  );
}

type PickerCreateProps = {
  /** What was searched for: a name, or a phone. */
  text: string;
  /** Made, or chosen instead because the phone was known already. */
  onCreated: (contact: ContactView) => void;
  onBack: () => void;
};

/** A new contact made while an order is being written: kept in the outbox, and picked at once. */
export function PickerCreate({ text, onCreated, onBack }: PickerCreateProps) {
  const readBeforeSave = useReadBeforeSave();
  const { enqueue } = useCommand();
  const [id] = useState(newId);
  const [start] = useState(() => prefill(text));
  const form = useContactForm({ values: start });
  const save = async (payload: ContactValues) => {
    const saved = await enqueue({ id, kind: 'contact.create', payload });
    return saved.ok ? success({ id: saved.value?.id ?? id, values: payload }) : saved;
  };
  const guard = useDuplicateGuard(form, id);
  const submit = saveContactThen(form, { save, mayProceed: guard.mayProceed })(async saved => {
    const created = await readBeforeSave(context => readContact(context, saved.id));
    onCreated(created ?? { ...emptyView(''), ...saved.values, key: saved.id });
  });
  return (
    <form className={styles.createForm} onSubmit={submit} noValidate aria-label={texts.newContact}>
      <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
      <ContactFields
        form={form}
        duplicates={guard.duplicates}
        actions={contact => (
          <Button aria-label={texts.pickNamed(contactName(contact))} onClick={() => onCreated(contact)}>
            {texts.pick}
          </Button>
        )}
      />
      <Button type="submit" kind="primary" size="large" wide busy={form.formState.isSubmitting}>
        {texts.create}
      </Button>
      <Button wide onClick={onBack}>
        {texts.backToSearch}
      </Button>
      <DuplicateQuestion
        guard={guard}
        open={contact => (
          <Button data-autofocus onClick={() => onCreated(contact)}>
            {texts.pickContact}
          </Button>
        )}
      />
    </form>
  );
}
