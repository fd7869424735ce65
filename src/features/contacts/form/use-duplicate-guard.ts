import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { phoneDigits } from '#kit/phone.ts';
import { useDevice } from '#state/device.ts';
import { localContext, useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { type Duplicate, findDuplicates } from '../offline/find-duplicates.ts';
import type { ContactFormApi } from './use-contact-form.ts';

/** `again` goes on with the save that was stopped to ask. */
type Asked = { found: Duplicate[]; again: () => void };

type DuplicateGuard = {
  /** Who has a phone of the form now, phone by phone. */
  duplicates: readonly Duplicate[];
  asked: Asked | null;
  mayGoOn: (values: ContactValues, again: () => void) => Promise<boolean>;
  saveAnyway: () => void;
  close: () => void;
};

/**
 * Watches for phones that somebody else in the book has, and asks once before they are saved. `self` is the key of
 * the form's own contact, `had` the phones it had when the form was opened: those are never asked about.
 */
export function useDuplicateGuard(
  form: ContactFormApi,
  self: string,
  had: readonly string[] = [],
): DuplicateGuard {
  const device = useDevice();
  const { held } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const settled = useRef(new Set<string>());
  const phones = usePhones(form);
  const duplicates = useLocal(context => findDuplicates(context, phones, self), [phones.join(), self]) ?? [];
  const giveFocusBack = useFocusBeforeSave(asked !== null);
  return {
    duplicates,
    asked,
    async mayGoOn({ phones: saving }, again) {
      const context = localContext(device, held);
      // Asked of the device itself: what is shown may lag behind a number that was just pasted.
      const found = context ? await findDuplicates(context, saving, self) : [];
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
      giveFocusBack();
    },
  };
}

const markOf = ({ phone, contact }: Duplicate) => `${phone}|${contact.key}`;

/** The complete numbers of the form, each once. */
function usePhones({ control }: ContactFormApi): string[] {
  const rows = useWatch({ control, name: 'phones' });
  return [...new Set(rows.flatMap(row => phoneDigits(row.text) ?? []))];
}

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
