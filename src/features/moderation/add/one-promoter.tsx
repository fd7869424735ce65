import { useState } from 'react';
import { AddForm } from './add-form.tsx';
import { AccountCard } from './cards/account-card.tsx';
import type { NewAccounts } from './cards/use-new-accounts.ts';

export type OnePromoterProps = {
  cards: NewAccounts;
  /** Which of them stands in place of the form; null while the form does. */
  shown: string | null;
  onShow: (key: string | null) => void;
};

/** The form of one promoter; the data card once they are added. */
export function OnePromoter({ cards, shown, onShow }: OnePromoterProps) {
  const [round, setRound] = useState(0);
  const account = cards.all.find(({ key }) => key === shown);
  const handleAnother = () => {
    setRound(round + 1);
    onShow(null);
  };
  if (account) {
    return (
      <AccountCard
        account={account}
        onSeen={() => cards.markSeen([account])}
        onPrint={() => cards.print([account])}
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
