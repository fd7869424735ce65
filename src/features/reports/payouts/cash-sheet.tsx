import { formatAmount } from '#kit/money.ts';
import { Sheet } from '../report/statement.tsx';
import { type Sum, sumOfSums } from './payday-entry.ts';
import { texts } from './texts.ts';

type CashSheetProps = { rows: readonly (Sum & { id: number; name: string })[] };

/** The printed list of promoters and sums, with a place for each signature. */
export function CashSheet({ rows }: CashSheetProps) {
  return (
    <Sheet
      title={texts.cashTitle}
      columns={[texts.promoter, texts.count, texts.cashSum, texts.cashSign]}
      rows={rows.map(({ id, name, count, share }) => ({ id, cells: [name, count, formatAmount(share, 2)] }))}
      total={[texts.cashTotal(rows.length), formatAmount(sumOfSums(rows).share, 2)]}
    />
  );
}
