import { useState } from 'react';
import { AddForm } from './add-form.tsx';
import { AccountCard } from './cards/account-card.tsx';
import type { NewAccounts } from './cards/use-new-accounts.ts';

export type SinglePromoterProps = {
  cards: NewAccounts;
  /** Which of them stands in place of the form; null while the form does. */
  shownKey: string | null;
  onShow: (key: string | null) => void;
};

/** The form of one promoter; the data card once they are added. */
export function SinglePromoter({ cards, shownKey, onShow }: SinglePromoterProps) {
  const [formKey, setFormKey] = useState(0);
  const account = cards.all.find(({ key }) => key === shownKey);
  const handleAnother = () => {
    setFormKey(formKey + 1);
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
      key={formKey}
      focusFirst={formKey > 0}
      onAdded={person => {
        cards.add(person);
        onShow(person.key);
      }}
      onStartOver={() => setFormKey(formKey + 1)}
    />
  );
}
