import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { paths, pathTo } from '#domain/paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Users } from '#ui/icons.ts';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { ContactCalls } from './calls/contact-calls.tsx';
import { OrderLink } from './contact-card.tsx';
import { contactName } from './contact-name.ts';
import { ContactChip, ContactRemedy } from './contact-state.tsx';
import styles from './contacts.module.css';
import type { ContactView } from './offline/contact-book.ts';
import { texts } from './texts.ts';

export type ContactPaneProps = {
  contact: ContactView | null;
  /** Grows with every choice, 0 until `contact` follows it: the pane takes the focus, and Escape gives it back. */
  choice: number;
  onLeave: () => void;
  onDelete: (contact: ContactView) => void;
};

/** Everything about the chosen contact, beside the list on a wide screen. */
export function ContactPane({ contact, choice, onLeave, onDelete }: ContactPaneProps) {
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
