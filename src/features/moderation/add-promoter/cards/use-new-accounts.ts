import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { usePrinting } from '#ui/table/use-printing.ts';
import type { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';

/** A promoter who was added just now, with the password, which only this page's memory holds. */
export type AddedPerson = Account & { key: string };

/** `isSeen`: the password was shown, copied or printed: whoever needs it can have it by now. */
export type NewAccount = AddedPerson & { isSeen: boolean };

export type NewAccounts = ReturnType<typeof useNewAccounts>;

/** The promoters added since the screen was opened. Leaving asks while a password was neither seen nor printed. */
export function useNewAccounts() {
  const [all, setAll] = useState<readonly NewAccount[]>([]);
  const [cardsToPrint, setCardsToPrint] = useState<readonly NewAccount[] | null>(null);
  const isPrinting = usePrinting();
  const unseen = all.filter(({ isSeen }) => !isSeen);
  useOpenFormMark(() => unseen.length > 0, {
    title: texts.leaveUnseen(unseen.length),
    why: texts.leaveUnseenWhy(unseen.map(({ name }) => name).join(', ')),
  });
  useEffect(() => {
    const clearCards = () => setCardsToPrint(null);
    window.addEventListener('afterprint', clearCards);
    return () => window.removeEventListener('afterprint', clearCards);
  }, []);
  const markSeen = (cards: readonly NewAccount[]) => {
    const keys = new Set(cards.map(({ key }) => key));
    setAll(before => before.map(card => (keys.has(card.key) ? { ...card, isSeen: true } : card)));
  };
  return {
    all,
    add: (person: AddedPerson) => setAll(before => [...before, { ...person, isSeen: false }]),
    markSeen,
    print(cards: readonly NewAccount[]) {
      // The browser takes its picture inside the call.
      flushSync(() => setCardsToPrint(cards));
      window.print();
      markSeen(cards);
    },
    /** The cards that are being printed now; null at all other times. */
    printing: isPrinting && all.length > 0 ? (cardsToPrint ?? all) : null,
  };
}
