import { useEffect, useRef } from 'react';
import { payeeOf } from './payday-entry.ts';
import type { ListedPayout } from './payout-columns.tsx';
import type { Payday } from './use-payday.ts';

/** The next promoters to be paid below and above. */
export function neighboursOf(rows: readonly ListedPayout[], id: number | null) {
  const at = rows.findIndex(row => row.id === id);
  const isToBePaid = (row: ListedPayout) => payeeOf(row).agreed.count > 0 && row.entry === undefined;
  return {
    next: rows.slice(at + 1).find(isToBePaid) ?? null,
    previous: rows.slice(0, Math.max(0, at)).findLast(isToBePaid) ?? null,
  };
}

/** Opens the next panel once the promoter of this one is paid. */
export function useGoOn({ entries }: Payday, promoter: number | null, goOn: () => void): void {
  const step = entries.find(({ id }) => id === promoter)?.state.step;
  const before = useRef({ promoter, step });
  useEffect(() => {
    const was = before.current;
    before.current = { promoter, step };
    const isPaid = was.promoter === promoter && was.step === 'paying' && step === 'paid';
    // Not while a field has the focus: the next panel would take it, and read letters as keys.
    if (isPaid && !document.activeElement?.matches('input:not([type=checkbox], [type=radio])')) goOn();
  });
}

/** Leads to the row of that promoter, or else to the first one; where there is none, to what lists others, or to the panel. */
export function focusRow(root: HTMLElement | null, promoter: number | null): void {
  const places = [
    `tr:has([data-promoter="${promoter}"])`,
    'tr[data-row="0"]',
    '[data-promoter]',
    'input[type="search"]',
    'h2',
  ];
  const [place] = places.flatMap(each => root?.querySelector<HTMLElement>(each) ?? []);
  place?.focus();
}
