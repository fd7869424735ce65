import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { totalsOf } from '#domain/warehouse/totals.ts';
import { formatKopecks } from '#kit/money.ts';

export type TotalsViewProps = {
  lines: readonly DraftLine[];
  /** The rate as it is typed. */
  vat: string;
  vatIncluded: boolean;
};

/** What the document comes to, as it is typed. */
export function TotalsView({ lines, vat, vatIncluded }: TotalsViewProps) {
  const { total } = totalsOf(lines, { vat, vatIncluded });
  return <p>Итого {total === null ? '' : formatKopecks(total)}</p>;
}
