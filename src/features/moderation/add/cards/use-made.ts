import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { usePrinting } from '#ui/table/use-printing.ts';
import type { Made } from './made.ts';

export type MadeCards = {
  all: readonly Made[];
  add: (person: Omit<Made, 'isSeen'>) => void;
  markSeen: (cards: readonly Made[]) => void;
  print: (cards: readonly Made[]) => void;
  /** The cards that are being printed now; null at all other times. */
  onPaper: readonly Made[] | null;
};

/** The promoters added since the screen was opened. Leaving asks while a password was neither seen nor printed. */
export function useMade(): MadeCards {
  const [all, setAll] = useState<readonly Made[]>([]);
  const [asked, setAsked] = useState<readonly Made[] | null>(null);
  const isPrinting = usePrinting();
  useOpenFormMark(() => all.some(({ isSeen }) => !isSeen));
  useEffect(() => {
    const forget = () => setAsked(null);
    window.addEventListener('afterprint', forget);
    return () => window.removeEventListener('afterprint', forget);
  }, []);
  const markSeen = (cards: readonly Made[]) => {
    const keys = new Set(cards.map(({ key }) => key));
    setAll(before => before.map(card => (keys.has(card.key) ? { ...card, isSeen: true } : card)));
  };
  return {
    all,
    add: person => setAll(before => [...before, { ...person, isSeen: false }]),
    markSeen,
    print(cards) {
      // The browser takes its picture inside the call.
      flushSync(() => setAsked(cards));
      window.print();
      markSeen(cards);
    },
    onPaper: isPrinting && all.length > 0 ? (asked ?? all) : null,
  };
}
