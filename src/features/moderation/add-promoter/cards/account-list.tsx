import { useId } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Printer } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { texts } from '../texts.ts';
import styles from './cards.module.css';
import { PasswordText } from './password-text.tsx';
import type { NewAccount, NewAccounts } from './use-new-accounts.ts';

type AccountListProps = Pick<NewAccounts, 'markSeen' | 'print'> & { cards: readonly NewAccount[] };

/** Those who were added since the screen was opened, and the sheet of their cards. */
export function AccountList({ cards, markSeen, print }: AccountListProps) {
  const titleId = useId();
  if (cards.length === 0) return null;
  return (
    <Panel className={styles.list} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.listTitle(cards.length)}</h2>
      <p className={styles.note}>{texts.listNote}</p>
      <Button icon={<Printer size={20} />} className={styles.printAll} onClick={() => print(cards)}>
        {texts.printAll(cards.length)}
      </Button>
      <ul className={styles.people}>
        {cards.map(card => (
          <li key={card.key} className={styles.person}>
            <span className={styles.who}>
              <span className={styles.name}>{card.name}</span>
              <span className={styles.email}>{card.email}</span>
            </span>
            <PasswordText password={card.password} ownerName={card.name} onSeen={() => markSeen([card])} />
            <IconButton
              label={texts.printNamed(card.name)}
              icon={<Printer size={20} />}
              onClick={() => print([card])}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
