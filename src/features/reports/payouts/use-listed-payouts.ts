import { useMemo, useRef } from 'react';
import type { PayoutRow } from '#contract/moderation.ts';
import type { ListedPayout } from './payout-columns.tsx';
import type { PaydayEntry } from './use-payday.ts';

/**
 * The rows of the list with what is being done about them. Whoever was paid here owes nothing to the list any more, but stays
 * in place, as what became of it and the way back stand in that row; in the list of that `question` alone.
 */
export function useListedPayouts(
  list: readonly PayoutRow[],
  entries: readonly PaydayEntry[],
  question: string,
): readonly ListedPayout[] {
  const before = useRef<{ question: string; rows: readonly ListedPayout[] }>({ question, rows: [] });
  return useMemo(() => {
    const entryOf = new Map(entries.map(entry => [entry.id, entry]));
    const present = new Set(list.map(({ id }) => id));
    const rows: ListedPayout[] = list.map(row => ({ ...row, entry: entryOf.get(row.id) }));
    const kept = before.current.question === question ? before.current.rows : [];
    for (const [at, row] of kept.entries()) {
      const entry = entryOf.get(row.id);
      if (entry && !present.has(row.id)) rows.splice(at, 0, { ...row, entry });
    }
    before.current = { question, rows };
    return rows;
  }, [list, entries, question]);
}
