import { useState } from 'react';
import type { PayoutPage } from '#contract/moderation.ts';
import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';
import { type PaydayEntry, paidHere, sumOfSums } from './payday-entry.ts';
import type { ListedPayout } from './payout-columns.tsx';
import { texts } from './texts.ts';

/** All promoters to be paid when the whole list was last read, with those whom this screen has paid. */
type Whole = { totals: PayoutPage['totals']; promoters: number; share: number };

/**
 * How far the payday has come, in words. A searched list has not all promoters: then the last whole list counts, and without one
 * the words name only what was paid.
 */
export function useProgress(
  totals: PayoutPage['totals'],
  rows: readonly ListedPayout[],
  entries: readonly PaydayEntry[],
  search: string,
): string {
  const [whole, setWhole] = useState<Whole | null>(null);
  const payments = paidHere(entries);
  const paid = sumOfSums(payments);
  if (search === '' && whole?.totals !== totals) {
    // Closed reports still owe them something, so the totals count them too.
    const twice = payments.filter(({ id }) => rows.some(row => row.id === id && row.owed.count > 0)).length;
    const promoters = totals.promoters + payments.length - twice;
    setWhole({ totals, promoters, share: sumOfSums([totals.open, totals.due, paid]).share });
  }
  if (!whole) return payments.length > 0 ? texts.runPaid(payments.length, formatMoney(paid.share)) : '';
  const left = toRoubles(toKopecks(whole.share) - toKopecks(paid.share));
  return texts.progress(payments.length, whole.promoters, formatMoney(paid.share), formatMoney(left));
}
