import { memo } from 'react';
import { paths } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { SearchX, UserPlus } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type CardActions, ContactCard } from './contact-card.tsx';
import styles from './contacts.module.css';
import type { ContactView } from './offline/contact-book.ts';
import { FOUND_MAX, findContacts } from './offline/find-contacts.ts';
import { texts } from './texts.ts';
import { useProgressiveList } from './use-progressive-list.ts';

export type FoundContactsProps = CardActions & { text: string };

/** What the search found on this device; a miss becomes a new contact with one tap. */
export function FoundContacts({ text, ...actions }: FoundContactsProps) {
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
