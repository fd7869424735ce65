import { useState } from 'react';
import { contactTextFields, contactTextNames } from '#contract/contact-fields.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { VCARD_TYPE, type VcardPerson, writeVcard } from '#kit/vcard/write-vcard.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { stripeOf } from '#ui/chip.tsx';
import { download, fileName } from '#ui/download.ts';
import { ClipboardList } from '#ui/icons.ts';
import { Download, Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { ContactCalls } from './calls/contact-calls.tsx';
import { contactName } from './contact-name.ts';
import { ContactChip, ContactRemedy } from './contact-state.tsx';
import styles from './contacts.module.css';
import { appearanceOf } from './entry-appearance.ts';
import type { ContactView } from './offline/contact-book.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';

/** What the list does with a contact: `onChoose` where details have a pane of their own, else the card unfolds. */
export type CardActions = {
  onDelete: (contact: ContactView) => void;
  /** The key of the contact that was chosen, or led to. */
  chosen?: string | null;
  onChoose?: ((contact: ContactView) => void) | undefined;
};
type ContactCardProps = CardActions & { contact: ContactView };

/** Call first: name, a line of comment and the first number are in sight while the card is folded. */
export function ContactCard({ contact, onDelete, chosen, onChoose }: ContactCardProps) {
  const { comment, phones, key, status, isDeleting } = contact;
  const isChosen = chosen === key;
  const [isUnfolded, setOpen] = useState(isChosen);
  const open = isUnfolded && !onChoose;
  const name = contactName(contact);
  const appearance = appearanceOf(status);
  const stripe = appearance && stripeOf(appearance);
  const [first, ...others] = phones;
  return (
    <Card
      title={name}
      {...(onChoose
        ? { onChoose: () => onChoose(contact), current: isChosen }
        : { collapsible: true, open, onToggle: setOpen })}
      {...(stripe ? { stripe } : {})}
      meta={appearance && <ContactChip contact={contact} />}
      actions={!isDeleting && <ContactMenu contact={contact} name={name} onDelete={onDelete} />}
      summary={
        <>
          {comment !== '' && <p className={open ? styles.comment : styles.commentLine}>{comment}</p>}
          {first && <PhoneLink phone={first} name={name} contact={key} kind="primary" />}
          <ContactCalls contact={key} phones={phones} open={open} />
          <ContactRemedy contact={contact} />
        </>
      }
    >
      {open && (
        <>
          {others.map(phone => (
            <PhoneLink key={phone} phone={phone} name={name} contact={key} />
          ))}
          {!isDeleting && <OrderLink contactKey={key} />}
        </>
      )}
    </Card>
  );
}

/** An order for this contact. */
export function OrderLink({ contactKey }: { contactKey: string }) {
  return (
    <LinkButton
      to={`${paths.orderAdd}?contact=${encodeURIComponent(contactKey)}`}
      size="large"
      icon={<ClipboardList size={20} />}
    >
      {texts.order}
    </LinkButton>
  );
}

type ContactMenuProps = Pick<ContactCardProps, 'contact' | 'onDelete'> & { name: string };

function ContactMenu({ contact, name, onDelete }: ContactMenuProps) {
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

/** Gives one contact to the user as a file that every phone's own book takes. */
function saveVcard(contact: ContactValues): void {
  const name = fileName(contactName(contact), 'vcf', texts.vcardName);
  download({ text: writeVcard(toVcard(contact)), name, type: VCARD_TYPE });
}

function toVcard(contact: ContactValues): VcardPerson {
  const all = contactTextNames.map(name => [contactTextFields[name].vcard, contact[name]] as const);
  const named = new Map<string, string>(all);
  const texts = all.filter(([property]) => property !== 'given' && property !== 'family');
  return {
    given: named.get('given') ?? '',
    family: named.get('family') ?? '',
    phones: contact.phones,
    texts,
  };
}
