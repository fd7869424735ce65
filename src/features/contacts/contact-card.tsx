import { useState } from 'react';
import { paths, pathTo } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { stripeOf } from '#ui/chip.tsx';
import { ClipboardList, Download, Pencil, Trash2 } from '#ui/icons.ts';
import { Menu } from '#ui/menu.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { contactName } from './contact-name.ts';
import { ContactChip, ContactRemedy } from './contact-state.tsx';
import styles from './contacts.module.css';
import { lookOf } from './entry-look.ts';
import type { ContactView } from './offline/contact-book.ts';
import { saveVcard } from './save-vcard.ts';
import { texts } from './texts.ts';

export type ContactCardProps = { contact: ContactView; onDelete: (contact: ContactView) => void };

/** Call first: name, a line of comment and the first number are in sight while the card is folded. */
export function ContactCard({ contact, onDelete }: ContactCardProps) {
  const { comment, phones, key, status, isDeleting } = contact;
  const [open, setOpen] = useState(false);
  const name = contactName(contact);
  const look = lookOf(status);
  const stripe = look && stripeOf(look);
  const [first, ...others] = phones;
  return (
    <Card
      title={name}
      collapsible
      open={open}
      onToggle={setOpen}
      {...(stripe ? { stripe } : {})}
      meta={look && <ContactChip contact={contact} />}
      actions={!isDeleting && <ContactMenu contact={contact} name={name} onDelete={onDelete} />}
      summary={
        <>
          {comment !== '' && <p className={open ? styles.comment : styles.commentLine}>{comment}</p>}
          {first && <PhoneLink phone={first} name={name} kind="primary" />}
          <ContactRemedy contact={contact} />
        </>
      }
    >
      {others.map(phone => (
        <PhoneLink key={phone} phone={phone} name={name} />
      ))}
      {!isDeleting && (
        <LinkButton
          to={`${paths.orderAdd}?contact=${encodeURIComponent(key)}`}
          size="large"
          icon={<ClipboardList size={20} />}
        >
          {texts.order}
        </LinkButton>
      )}
    </Card>
  );
}

function ContactMenu({ contact, name, onDelete }: ContactCardProps & { name: string }) {
  return (
    <Menu
      label={uiTexts.moreAbout(name)}
      items={[
        {
          label: uiTexts.edit,
          icon: <Pencil size={20} />,
          to: pathTo(paths.contactEdit, { id: contact.key }),
        },
        { label: texts.saveVcard, icon: <Download size={20} />, onSelect: () => saveVcard(contact) },
        {
          label: uiTexts.remove,
          icon: <Trash2 size={20} />,
          danger: true,
          onSelect: () => onDelete(contact),
        },
      ]}
    />
  );
}
