import { useMemo, useRef } from 'react';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { VAT } from '#domain/warehouse/limits.ts';
import { type Totals, totalsOf, vatRateOf } from '#domain/warehouse/totals.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { fromUnits } from '#kit/decimal.ts';
import { formatKopecks } from '#kit/format-kopecks.ts';
import { CircleAlert } from '#ui/icons.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { texts } from './texts.ts';
import styles from './totals-view.module.css';

export type TotalsViewProps = {
  lines: readonly DraftLine[];
  /** The rate as it is typed. */
  vat: string;
  vatIncluded: boolean;
};

/** What the document comes to, as it is typed. Readers hear the total once the typing has paused. */
export function TotalsView({ lines, vat, vatIncluded }: TotalsViewProps) {
  const totals = useMemo(() => totalsOf(lines, { vat, vatIncluded }), [lines, vat, vatIncluded]);
  const { amount, discount, tax, total, uncounted } = totals;
  const totalText = total === null ? texts.totalUnknown : formatKopecks(total);
  const uncountedText = uncounted > 0 ? texts.uncounted(uncounted) : '';
  const announcement = useDelayedAnnouncement(`${texts.total}: ${totalText} ${uncountedText}`.trim());
  return (
    <section className={styles.totals} aria-label={texts.title}>
      <dl className={styles.rows}>
        <Row term={texts.amount} value={formatKopecks(amount)} />
        {discount > 0n && <Row term={texts.discount} value={formatKopecks(-discount)} />}
        {tax > 0n && <Row term={texts.tax} value={formatKopecks(tax)} />}
        {vat.trim() !== '' && <Vat vat={vat} isIncluded={vatIncluded} totals={totals} />}
        <Row term={texts.total} value={totalText} isTotal />
      </dl>
      {uncounted > 0 && (
        <p className={styles.uncounted}>
          <CircleAlert size={16} />
          <span>{uncountedText}</span>
        </p>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </section>
  );
}

function Vat({ vat, isIncluded, totals }: { vat: string; isIncluded: boolean; totals: Totals }) {
  const units = vatRateOf(vat);
  if (units === undefined || totals.vat === null) return <Row term={texts.vat} value={texts.vatUnread} />;
  const rate = fromUnits(units, VAT.places);
  const term = isIncluded ? texts.vatIncluded(rate) : texts.vatOnTop(rate);
  return <Row term={term} value={formatKopecks(totals.vat)} />;
}

function Row({ term, value, isTotal = false }: { term: string; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : styles.row}>
      <dt>{term}</dt>
      <dd className="numbers">{value}</dd>
    </div>
  );
}

/** A sum that changes with every key is told when it has stood for a while. */
const ANNOUNCE_AFTER_MS = 2 * SECOND_MS;

/** The words once they have lasted; nothing as long as they are those of the beginning. */
function useDelayedAnnouncement(words: string): string {
  const announcement = useDebounced(words, ANNOUNCE_AFTER_MS);
  const first = useRef(words);
  const hasChanged = useRef(false);
  if (announcement !== first.current) hasChanged.current = true;
  return hasChanged.current ? announcement : '';
}
