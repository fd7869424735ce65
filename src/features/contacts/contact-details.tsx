import { type Ref, useMemo } from 'react';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhone } from '#kit/phone.ts';
import { useLastCall } from '#state/phone-calls.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { House } from '#ui/icons.ts';
import { Pencil, Share2, Trash2, Wrench } from '#ui/icons-of-screens.ts';
import { PhoneLink } from '#ui/phone-link.tsx';
import { useScreenActions } from '#ui/screen-actions.ts';
import { shareText } from '#ui/share-text.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { ContactCallBack, ContactCalls } from './calls/contact-calls.tsx';
import styles from './contact-details.module.css';
import { ContactChip, ContactRemedy } from './contact-state.tsx';
import { type ContactView, contactName } from './offline/contact-book.ts';
import { texts } from './texts.ts';
import { ThinContact } from './unseen-contact.tsx';

type ContactDetailsProps = {
  contact: ContactView;
  onDelete: (contact: ContactView) => void;
  /** Takes the focus where the details stand beside the list. */
  titleRef?: Ref<HTMLHeadingElement> | undefined;
  /** Beside the ways to order, e.g. to order the same again. */
  again?: Elements;
  /** Below the numbers: the contact's orders. */
  children?: Elements;
};

/** Everything that this device knows of a contact, the numbers first, and what can be done for it. */
export function ContactDetails({ contact, onDelete, titleRef, again, children }: ContactDetailsProps) {
  const { comment, phones, isDeleting, key } = contact;
  const lastCall = useLastCall(phones);
  const name = contactName(contact);
  const called = lastCall?.phone ?? phones[0];
  return (
    <div className={styles.details}>
      <div>
        <h2 ref={titleRef} tabIndex={-1} className={styles.name}>
          {name}
        </h2>
        {comment !== '' && <p className={styles.comment}>{comment}</p>}
      </div>
      <ContactState contact={contact} />
      {contact.isThin && <ThinContact contact={contact} />}
      <div className={styles.phones}>
        {phones.map(phone => (
          <PhoneLink
            key={phone}
            phone={phone}
            name={name}
            contact={key}
            kind={phone === called ? 'primary' : 'secondary'}
            copyable
          />
        ))}
      </div>
      <ContactCallBack contact={contact} />
      {!isDeleting && (
        <div className={styles.choices}>
          <OrderLinks contact={contact} />
          {again}
        </div>
      )}
      {children}
      <ContactCalls contact={contact} />
      {!isDeleting && <Actions contact={contact} onDelete={onDelete} />}
    </div>
  );
}

/** The forms of both kinds of order, for this contact. */
export function OrderLinks({ contact }: { contact: ContactView }) {
  const query = new URLSearchParams({ contact: contact.key });
  return (
    <>
      <LinkButton to={`${paths.orderAddBasa}?${query}`} size="large" icon={<House size={20} />}>
        {texts.home}
      </LinkButton>
      <LinkButton to={`${paths.orderAddPoint}?${query}`} size="large" icon={<Wrench size={20} />}>
        {texts.workshop}
      </LinkButton>
    </>
  );
}

function ContactState({ contact }: { contact: ContactView }) {
  if (contact.entryId === null) return null;
  return (
    <div className={styles.state}>
      <ContactChip contact={contact} />
      <ContactRemedy contact={contact} />
    </div>
  );
}

/** What is seldom done: in the bar's menu, else below everything. */
function Actions({ contact, onDelete }: Pick<ContactDetailsProps, 'contact' | 'onDelete'>) {
  const actions = useMemo(() => actionsOf(contact, onDelete), [contact, onDelete]);
  const { edit, share, remove } = actions;
  if (useScreenActions(useMemo(() => Object.values(actions), [actions]))) return null;
  return (
    <div className={styles.actions}>
      <LinkButton to={edit.to} icon={edit.icon}>
        {edit.label}
      </LinkButton>
      {share && (
        <Button icon={share.icon} onClick={share.onSelect}>
          {share.label}
        </Button>
      )}
      <Button kind="danger" icon={remove.icon} onClick={remove.onSelect}>
        {remove.label}
      </Button>
    </div>
  );
}

function actionsOf(contact: ContactView, onDelete: ContactDetailsProps['onDelete']) {
  const to = pathTo(paths.contactEdit, { id: contact.key });
  return {
    edit: { label: uiTexts.edit, icon: <Pencil size={20} />, to },
    // A part of the contact would pass for all of it: `ThinContact` says so above.
    ...(!contact.isThin && {
      share: { label: texts.share, icon: <Share2 size={20} />, onSelect: () => void share(contact) },
    }),
    remove: {
      label: uiTexts.remove,
      icon: <Trash2 size={20} />,
      danger: true,
      onSelect: () => onDelete(contact),
    },
  };
}

async function share(contact: ContactView): Promise<void> {
  const name = contactName(contact);
  const result = await shareText(name, [name, ...contact.phones.map(formatPhone)].join('\n'));
  if (result === 'copied') notify({ title: texts.toastTitle, message: texts.copied });
  if (result === 'failed') notify({ type: 'error', title: uiTexts.error, message: texts.notShared });
}
