import { useEffect, useState } from 'react';
import { formatMoney } from '#kit/money.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { problemText } from '../problem-text.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { agreedOf, type Payday, type PaydayEntry, UNDO_MS } from './use-payday.ts';

type EntryStatusProps = {
  entry: PaydayEntry;
  payday: Payday;
  /** The way back stands in the row of the list alone. */
  hasUndo?: boolean;
};

/** What became of one payout, and what can be done about it. */
export function EntryStatus({ entry, payday, hasUndo = false }: EntryStatusProps) {
  const { id, name, agreed, state } = entry;
  const isFresh = useIsWithin(UNDO_MS, state.step === 'paid' ? state.at : null);
  switch (state.step) {
    case 'waiting':
      return <Chip>{texts.waiting}</Chip>;
    case 'paying':
      return <Chip tone="info">{texts.paying(state.done, agreed.count)}</Chip>;
    case 'paid':
      return (
        <span className={styles.status}>
          <Chip tone="ok">{texts.wasPaid}</Chip>
          {hasUndo && isFresh && (
            <Button kind="quiet" aria-label={texts.undoFor(name)} onClick={() => payday.undo(id)}>
              {texts.undo}
            </Button>
          )}
        </span>
      );
    case 'paidAlready':
      return <Chip>{texts.paidAlready}</Chip>;
    case 'differs': {
      const found = agreedOf(state.found);
      return (
        <span className={styles.status}>
          <Chip tone="warn">{texts.differs(found.count, formatMoney(found.share))}</Chip>
          <Button onClick={() => payday.pay([{ id, name, payee: state.found }])}>
            {texts.payFound(formatMoney(found.share))}
          </Button>
        </span>
      );
    }
    case 'failed':
      return <span className={styles.failed}>{texts.failed(whyOf(state.problem))}</span>;
    case 'stopped':
      return <Chip tone="warn">{texts.stopped}</Chip>;
    case 'takingBack':
      return <Chip tone="info">{texts.takingBack}</Chip>;
    case 'takenBack':
      return <Chip>{texts.takenBack}</Chip>;
    default:
      return (
        <span className={styles.status}>
          <span className={styles.failed}>{texts.notTakenBack(whyOf(state.problem))}</span>
          {hasUndo && (
            <Button kind="quiet" aria-label={texts.undoFor(name)} onClick={() => payday.undo(id)}>
              {texts.undo}
            </Button>
          )}
        </span>
      );
  }
}

function whyOf(problem: Parameters<typeof problemText>[0] | null): string {
  return problem ? problemText(problem) : texts.failedWhy;
}

/** Whether the moment is not longer ago than that. */
function useIsWithin(ms: number, at: number | null): boolean {
  const [overFor, setOverFor] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setOverFor(at), at + ms - Date.now());
    return () => clearTimeout(timer);
  }, [ms, at]);
  return at !== null && overFor !== at;
}
