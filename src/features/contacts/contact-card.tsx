import { useSetAtom } from 'jotai';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { contactTextFields, contactTextNames } from '#contract/contact-fields.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { toWallClock } from '#kit/date.ts';
import { VCARD_TYPE, writeVcard } from '#kit/vcard/write-vcard.ts';
import { useDevice } from '#state/device-context.ts';
import { useLastCall } from '#state/phone-calls.ts';
import { postCallAtom } from '#state/post-call-atom.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { stripeOf } from '#ui/chip.tsx';
import { download, fileName } from '#ui/download.ts';
import { ClipboardList, Users } from '#ui/icons.ts';
import { Download, Pencil, PhoneOutgoing, Trash2 } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { callTexts, describeCallTime } from './calls/call-texts.ts';
import callStyles from './calls/calls.module.css';
import { appearanceOf, ContactChip, ContactRemedy } from './contact-state.tsx';
import styles from './contacts.module.css';
import { type ContactView, contactName } from './offline/contact-book.ts';
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
      actions={!isDeleting && <ContactMenu contact={contact} onDelete={onDelete} />}
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

type ContactPaneProps = {
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
      {!isDeleting && (
        <>
          <OrderLink contactKey={contact.key} />
          <div className={styles.paneActions}>
            <LinkButton to={pathTo(paths.contactEdit, { id: contact.key })} icon={<Pencil size={20} />}>
              {uiTexts.edit}
            </LinkButton>
            <Button kind="danger" icon={<Trash2 size={20} />} onClick={() => onDelete(contact)}>
              {uiTexts.remove}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function OrderLink({ contactKey }: { contactKey: string }) {
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

function ContactMenu({ contact, onDelete }: Pick<ContactCardProps, 'contact' | 'onDelete'>) {
  const edit = pathTo(paths.contactEdit, { id: contact.key });
  return (
    <Menu
      label={uiTexts.moreAbout(contactName(contact))}
      items={[
        { label: uiTexts.edit, icon: <Pencil size={20} />, to: edit },
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
  const all = contactTextNames.map(name => [contactTextFields[name].vcard, contact[name]] as const);
  const { given = '', family = '' } = Object.fromEntries(all);
  const others = all.filter(([property]) => property !== 'given' && property !== 'family');
  const text = writeVcard({ given, family, phones: contact.phones, texts: others });
  const name = fileName(contactName(contact), 'vcf', texts.vcardName);
  download({ text, name, type: VCARD_TYPE });
}

type ContactCallsProps = { contact: string; phones: readonly string[]; open: boolean };

/** «Звонок: сегодня, 14:05»; unfolded, also what came of it, or the way to say so. */
export function ContactCalls({ contact, phones, open }: ContactCallsProps) {
  const call = useLastCall(contact, phones);
  const device = useDevice();
  const ask = useSetAtom(postCallAtom);
  if (!call) return null;
  const wallClock = (instantMs: number) => toWallClock(instantMs, device.config.zone);
  const words = [
    callTexts.lastCall(describeCallTime(wallClock(call.at), wallClock(device.now()))),
    callTexts.outcome[call.outcome],
  ];
  return (
    <>
      <p className={callStyles.last}>
        <PhoneOutgoing size={16} />
        {words.filter(Boolean).join(', ')}
      </p>
      {open && call.note !== '' && <p className={callStyles.note}>{callTexts.noteOf(call.note)}</p>}
      {open && call.outcome === '' && (
        <Button kind="quiet" onClick={() => ask(call)}>
          {callTexts.howWasIt}
        </Button>
      )}
    </>
  );
}
