import { useMemo, useRef } from 'react';
import type { PayoutRow } from '#contract/moderation.ts';
import { isSettled, type PaydayEntry } from './payday-entry.ts';
import type { ListedPayout } from './payout-columns.tsx';

const NOTHING = { count: 0, share: 0 };

/** All that was agreed to is paid: only requests in closed reports are left. */
function withoutPaid(row: PayoutRow): PayoutRow {
  return {
    ...row,
    owed: row.closed,
    due: { ...NOTHING, sum: 0 },
    open: { ...NOTHING, report_id: null, reports: 0 },
    since_paid: NOTHING,
  };
}

/**
 * The rows of the list with the states of their payments. A promoter whom this screen has paid is no longer in the server's list,
 * but keeps the row, which shows the state and «Вернуть», until the list is asked another `question`.
 */
export function useListedPayouts(
  list: readonly PayoutRow[],
  entries: readonly PaydayEntry[],
  question: string,
): readonly ListedPayout[] {
  const before = useRef<{ question: string; rows: readonly ListedPayout[] }>({ question, rows: [] });
  /** The list at the moment when a state was set: its figures for that promoter are older than the state. */
  const lists = useRef(new WeakMap<PaydayEntry['state'], readonly PayoutRow[]>());
  return useMemo(() => {
    const entryOf = new Map(entries.map(entry => [entry.id, entry]));
    for (const { state } of entries) if (!lists.current.has(state)) lists.current.set(state, list);
    const kept = before.current.question === question ? before.current.rows : [];
    const placeOf = new Map(kept.map(({ id, inPlaceOf }) => [id, inPlaceOf]));
    const present = new Set(list.map(({ id }) => id));
    const rowOf = (row: PayoutRow, inPlaceOf: PayoutRow): ListedPayout => {
      const entry = entryOf.get(row.id);
      const isOld = entry && (!present.has(row.id) || lists.current.get(entry.state) === list);
      const isPaid = isOld && (isSettled(entry) || entry.state.step === 'nothing');
      return { ...(isPaid ? withoutPaid(row) : row), entry, inPlaceOf };
    };
    const rows = list.map(row => rowOf(row, (entryOf.has(row.id) && placeOf.get(row.id)) || row));
    for (const [at, { id, inPlaceOf }] of kept.entries())
      if (entryOf.has(id) && !present.has(id)) rows.splice(at, 0, rowOf(inPlaceOf, inPlaceOf));
    before.current = { question, rows };
    return rows;
  }, [list, entries, question]);
}
