import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhone } from '#kit/phone.ts';
import { useLocal } from '#state/local.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { phoneOf } from '#ui/form/phone-text.ts';
import { Users } from '#ui/icons.ts';
import { Dialog } from '#ui/modal.tsx';
import { useReadBeforeSave } from '../book-hooks.ts';
import { type ContactView, contactName } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { type Duplicate, findDuplicates } from '../offline/find-contacts.ts';
import { texts } from '../texts.ts';
import type { ContactFormApi } from './contact-form.ts';
import styles from './duplicates.module.css';

/** `actions`: what can be done about somebody who has the phone already. */
export type DuplicateNoticeProps = {
  duplicates: readonly Duplicate[];
  actions: (contact: ContactView) => ReactNode;
};

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

/** Leads to who has the phone; `mayEdit`: also into that contact's own form. */
export function LinksToContact({ contact, mayEdit }: { contact: ContactView; mayEdit: boolean }) {
  const name = contactName(contact);
  return (
    <>
      <LinkButton to={pathTo(paths.contactCard, { id: contact.key })} aria-label={texts.openNamed(name)}>
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

type DuplicateQuestionProps = { guard: DuplicateGuard; open: (contact: ContactView) => Elements };

/** Asks once before a phone is saved a second time. `open` is the first way out, with `data-autofocus`. */
export function DuplicateQuestion({ guard, open }: DuplicateQuestionProps) {
  const found = guard.asked?.found ?? [];
  const [first] = found;
  if (!first) return null;
  const names = [...new Set(found.map(({ contact }) => contactName(contact)))];
  return (
    <Dialog
      open
      title={texts.phoneTaken(names)}
      onClose={guard.close}
      actions={
        <>
          {open(first.contact)}
          <Button kind="primary" onClick={guard.saveAnyway}>
            {texts.saveAnyway}
          </Button>
        </>
      }
    >
      <p className="numbers">{[...new Set(found.map(({ phone }) => formatPhone(phone)))].join(', ')}</p>
    </Dialog>
  );
}

type DuplicateGuard = ReturnType<typeof useDuplicateGuard>;

/**
 * Watches for phones that somebody else in the book has, and asks once before they are saved. `self` is the key of
 * the form's own contact, `had` the phones it had when the form was opened: those are never asked about.
 */
export function useDuplicateGuard(form: ContactFormApi, self: string, had: readonly string[] = []) {
  const readBeforeSave = useReadBeforeSave();
  // `again` goes on with the save that was stopped to ask.
  const [asked, setAsked] = useState<{ found: Duplicate[]; again: () => void } | null>(null);
  const settled = useRef(new Set<string>());
  const rows = useWatch({ control: form.control, name: 'phones' });
  const phones = rows.flatMap(row => phoneOf(row.text)?.digits ?? []);
  const duplicates = useLocal(context => findDuplicates(context, phones, self), [phones.join(), self]) ?? [];
  const restoreFocus = useFocusBeforeSave(asked !== null);
  return {
    /** Who has a phone of the form now, phone by phone. */
    duplicates,
    asked,
    async mayProceed({ phones: saving }: ContactValues, again: () => void): Promise<boolean> {
      // Asked of the device itself: what is shown may lag behind a number that was just pasted.
      const read = await readBeforeSave(context => findDuplicates(context, saving, self));
      const found = read ?? duplicates.filter(each => saving.includes(each.phone));
      const open = found.filter(each => !had.includes(each.phone) && !settled.current.has(markOf(each)));
      if (open.length > 0) setAsked({ found: open, again });
      return open.length === 0;
    },
    saveAnyway() {
      for (const each of asked?.found ?? []) settled.current.add(markOf(each));
      setAsked(null);
      asked?.again();
    },
    close() {
      setAsked(null);
      restoreFocus();
    },
  };
}

const markOf = ({ phone, contact }: Duplicate) => `${phone}|${contact.key}`;

/** The save button is disabled while it is busy and so loses the focus before the question is there to keep it. */
function useFocusBeforeSave(isAsking: boolean): () => void {
  const before = useRef<HTMLElement | null>(null);
  const isDue = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const inForm = target instanceof HTMLElement && target.closest('form') && !target.closest('dialog');
      if (inForm) before.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (isAsking || !isDue.current) return;
    isDue.current = false;
    before.current?.focus();
  }, [isAsking]);
  return () => {
    isDue.current = true;
  };
}
