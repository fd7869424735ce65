import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { usePrinting } from '#ui/table/use-printing.ts';
import type { NewAccount } from './new-account.ts';

export type NewAccounts = {
  all: readonly NewAccount[];
  add: (person: Omit<NewAccount, 'isSeen'>) => void;
  markSeen: (cards: readonly NewAccount[]) => void;
  print: (cards: readonly NewAccount[]) => void;
  /** The cards that are being printed now; null at all other times. */
  printing: readonly NewAccount[] | null;
};

/** The promoters added since the screen was opened. Leaving asks while a password was neither seen nor printed. */
export function useNewAccounts(): NewAccounts {
  const [all, setAll] = useState<readonly NewAccount[]>([]);
  const [cardsToPrint, setCardsToPrint] = useState<readonly NewAccount[] | null>(null);
  const isPrinting = usePrinting();
  useOpenFormMark(() => all.some(({ isSeen }) => !isSeen));
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
    add: person => setAll(before => [...before, { ...person, isSeen: false }]),
    markSeen,
    print(cards) {
      // The browser takes its picture inside the call.
      flushSync(() => setCardsToPrint(cards));
      window.print();
      markSeen(cards);
    },
    printing: isPrinting && all.length > 0 ? (cardsToPrint ?? all) : null,
  };
}
