import { useState } from 'react';
import { AddForm } from './add-form.tsx';
import { MadeCard } from './cards/made-card.tsx';
import type { MadeCards } from './cards/use-made.ts';

export type OnePromoterProps = {
  cards: MadeCards;
  /** Which of them stands in place of the form; null while the form does. */
  shown: string | null;
  onShow: (key: string | null) => void;
};

/** The form of one promoter; the data card once they are added. */
export function OnePromoter({ cards, shown, onShow }: OnePromoterProps) {
  const [round, setRound] = useState(0);
  const made = cards.all.find(({ key }) => key === shown);
  const handleAnother = () => {
    setRound(round + 1);
    onShow(null);
  };
  if (made) {
    return (
      <MadeCard
        made={made}
        onSeen={() => cards.markSeen([made])}
        onPrint={() => cards.print([made])}
        onAnother={handleAnother}
      />
    );
  }
  return (
    <AddForm
      key={round}
      focusFirst={round > 0}
      onMade={person => {
        cards.add(person);
        onShow(person.key);
      }}
      onStartOver={() => setRound(round + 1)}
    />
  );
}
