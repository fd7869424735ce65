import { type MouseEvent, useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { contactTextFields, contactTextNames } from '#contract/contact-fields.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhone } from '#kit/phone.ts';
import { VCARD_TYPE, writeVcard } from '#kit/vcard/write-vcard.ts';
import { useLastCall } from '#state/phone-calls.ts';
import { CallButtons } from '#ui/call-buttons.tsx';
import { classNames } from '#ui/class-names.ts';
import { download, fileName } from '#ui/download.ts';
import { ClipboardList } from '#ui/icons.ts';
import { Download, Pencil, RefreshCw, Trash2, Undo2 } from '#ui/icons-of-screens.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { OrderLinks } from './contact-details.tsx';
import listStyles from './contact-list.module.css';
import styles from './contact-row.module.css';
import { describeState, isUnderWay, useDeleteCommands } from './contact-state.tsx';
import { type ContactView, contactName } from './offline/contact-book.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';

/** What a list does with its contacts. */
export type RowActions = {
  onDelete: (contact: ContactView) => void;
  /** Where a contact is shown. */
  linkTo: (contact: ContactView) => LinkProps;
  /** The key of the contact that is shown beside the list. */
  chosen: string | null;
  /** The key of the contact that was saved just now. */
  saved: string | null;
};

type ContactRowProps = RowActions & {
  contact: ContactView;
  /** The number by which a search found the contact. */
  found?: string | null;
  /** The state of the contact's last order. */
  lastState?: string | null | undefined;
};

/** A contact in one row: who it is, the number that is called from here, and the way to everything else. */
export function ContactRow({ contact, found = null, lastState, ...actions }: ContactRowProps) {
  const { onDelete, linkTo, chosen, saved } = actions;
  const { comment, phones, key } = contact;
  const row = useRef<HTMLElement>(null);
  const lastCall = useLastCall(phones);
  const name = contactName(contact);
  const state = describeState(contact);
  const shown = found ?? lastCall?.phone ?? phones[0];
  const aside = [lastState, comment].filter(Boolean).join(' · ');
  const handleLongPress = (event: MouseEvent) => {
    const { nativeEvent, target } = event;
    const isMouse = !('pointerType' in nativeEvent) || nativeEvent.pointerType === 'mouse';
    if (isMouse || !(target instanceof Element) || !target.closest('h3, p')) return;
    event.preventDefault();
    row.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
  };
  return (
    <article
      ref={row}
      aria-label={name}
      className={classNames(listStyles.row, chosen === key && styles.chosen)}
      onContextMenu={handleLongPress}
    >
      {state && <span className={classNames(styles.stripe, styles[state.tone])} />}
      <div className={listStyles.words}>
        <h3>
          <Link
            {...linkTo(contact)}
            className={classNames(listStyles.name, styles.link)}
            aria-current={chosen === key ? 'true' : undefined}
          >
            {name}
          </Link>
        </h3>
        <p className={classNames(listStyles.meta, state !== null && styles.wrapping)}>
          {shown !== undefined && <ShownPhone phone={shown} isFound={found !== null} />}
          {state && <span className={classNames(styles.state, styles[state.tone])}>{state.words}</span>}
          {!state && aside !== '' && <span className={listStyles.comment}>{aside}</span>}
        </p>
      </div>
      <CallButtons name={name} phones={startingWith(phones, shown)} contact={key} />
      <ContactMenu contact={contact} onDelete={onDelete} />
      {saved === key && !contact.isDeleting && (
        <div className={styles.next}>
          <OrderLinks contact={contact} />
        </div>
      )}
    </article>
  );
}

function ShownPhone({ phone, isFound }: { phone: string; isFound: boolean }) {
  if (!isFound) return <span className="numbers">{formatPhone(phone)}</span>;
  return (
    <>
      <mark className={classNames('numbers', styles.found)}>{formatPhone(phone)}</mark>
      <span className="visually-hidden">{texts.foundBy}</span>
    </>
  );
}

function startingWith(phones: readonly string[], first: string | undefined): string[] {
  return first === undefined ? [] : [first, ...phones.filter(phone => phone !== first)];
}

function ContactMenu({ contact, onDelete }: Pick<ContactRowProps, 'contact' | 'onDelete'>) {
  const { takeBack, repeat } = useDeleteCommands(contact);
  if (contact.isDeleting && isUnderWay(contact)) return null;
  const back = { label: texts.takeBack, icon: <Undo2 size={20} />, onSelect: takeBack };
  const again = { label: uiTexts.retry, icon: <RefreshCw size={20} />, onSelect: repeat };
  const ofDeleted = contact.status === 'failed' ? [back, again] : [back];
  return (
    <div className={styles.menu}>
      <Menu
        label={uiTexts.moreAbout(contactName(contact))}
        items={contact.isDeleting ? ofDeleted : menuItems(contact, onDelete)}
      />
    </div>
  );
}

function menuItems(contact: ContactView, onDelete: RowActions['onDelete']): MenuItem[] {
  const edit = pathTo(paths.contactEdit, { id: contact.key });
  const order = `${paths.orderAdd}?${new URLSearchParams({ contact: contact.key })}`;
  const vcard = { label: texts.saveVcard, icon: <Download size={20} />, onSelect: () => saveVcard(contact) };
  return [
    { label: texts.order, icon: <ClipboardList size={20} />, to: order },
    { label: uiTexts.edit, icon: <Pencil size={20} />, to: edit },
    // A file of a part of the contact would pass for all of it.
    ...(contact.isThin ? [] : [vcard]),
    { label: uiTexts.remove, icon: <Trash2 size={20} />, danger: true, onSelect: () => onDelete(contact) },
  ];
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
