import { useState } from 'react';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import type { NewAccounts } from '../cards/use-new-accounts.ts';
import styles from './batch.module.css';
import { BatchControls } from './batch-controls.tsx';
import { BatchRowsView } from './batch-rows-view.tsx';
import { PasteBox } from './paste-box.tsx';
import { useBatch } from './use-batch.ts';

/** Many promoters at once: a list is pasted, looked through, and sent row after row. */
export function BatchPanel({ cards }: { cards: NewAccounts }) {
  const batch = useBatch(cards.add);
  const [text, setText] = useState('');
  useOpenFormMark(() => text.trim() !== '' || batch.counts.left > 0);
  if (batch.rows.length === 0) {
    return (
      <PasteBox
        text={text}
        onText={setText}
        onParsed={people => {
          batch.load(people);
          // It may hold passwords, and the rows have all of it now.
          setText('');
        }}
      />
    );
  }
  return (
    <div className={styles.batch}>
      <BatchControls batch={batch} cards={cards} />
      <BatchRowsView batch={batch} />
    </div>
  );
}
