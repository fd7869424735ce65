import type { ReactNode } from 'react';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhone } from '#kit/phone.ts';
import { LinkButton } from '#ui/button.tsx';
import { Users } from '#ui/icons.ts';
import { Dialog } from '#ui/modal.tsx';
import { contactName } from '../contact-name.ts';
import type { ContactView } from '../offline/contact-book.ts';
import type { Duplicate } from '../offline/find-duplicates.ts';
import { texts } from '../texts.ts';
import styles from './duplicate-notice.module.css';

/** What can be done about somebody who has the phone already. */
type DuplicateActions = (contact: ContactView) => ReactNode;

export type DuplicateNoticeProps = { duplicates: readonly Duplicate[]; actions: DuplicateActions };

/** Names who has this phone already. The region stands there before, so that readers hear it when it fills. */
export function DuplicateNotice({ duplicates, actions }: DuplicateNoticeProps) {
  return (
    <div role="status" className={duplicates.length > 0 ? styles.notice : undefined}>
      {duplicates.map(({ contact }) => (
        <div key={contact.key} className={styles.person}>
          <p className={styles.name}>
            <Users size={20} />
            <span>{texts.alreadyThere(contactName(contact))}</span>
          </p>
          <div className={styles.actions}>{actions(contact)}</div>
        </div>
      ))}
    </div>
  );
}

/** The book, searched for that phone, with that contact opened. */
export function contactInBook({ key, phones }: ContactView, phone = phones[0] ?? ''): string {
  const query = new URLSearchParams({ search: formatPhone(phone), contact: key });
  return `${paths.contacts}?${query}`;
}

/** Leads to who has the phone; `mayEdit`: also into that contact's own form. */
export function LinksToContact({ contact, mayEdit }: { contact: ContactView; mayEdit: boolean }) {
  const name = contactName(contact);
  return (
    <>
      <LinkButton to={contactInBook(contact)} aria-label={texts.openNamed(name)}>
        {texts.open}
      </LinkButton>
      {mayEdit && (
        <LinkButton to={pathTo(paths.contactEdit, { id: contact.key })} aria-label={texts.editItNamed(name)}>
          {texts.editIt}
        </LinkButton>
      )}
    </>
  );
}

type DuplicateQuestionProps = {
  found: readonly Duplicate[];
  /** The first way out, with `data-autofocus`. */
  open: (contact: ContactView) => ReactNode;
  saveAnyway: ReactNode;
  onClose: () => void;
};

/** Asks once before a phone is saved a second time. */
export function DuplicateQuestion({ found, open, saveAnyway, onClose }: DuplicateQuestionProps) {
  const [first] = found;
  if (!first) return null;
  const names = [...new Set(found.map(({ contact }) => contactName(contact)))];
  return (
    <Dialog
      open
      title={texts.phoneTaken(names)}
      onClose={onClose}
      actions={
        <>
          {open(first.contact)}
          {saveAnyway}
        </>
      }
    >
      <p className="numbers">{[...new Set(found.map(({ phone }) => formatPhone(phone)))].join(', ')}</p>
    </Dialog>
  );
}
