import { Link } from 'react-router-dom';
import type { PayoutRow, PayoutState } from '#contract/moderation.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatShortDate, toWallClock } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useDevice } from '#state/device-context.ts';
import type { Column } from '#ui/table/column.ts';
import { EntryStatus, statusText } from './entry-status.tsx';
import { isOnItsWay, isSettled, type PaydayEntry, payeeOf } from './payday-entry.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import type { Payday } from './use-payday.ts';

/** A row of the list, with what is being done about it here. */
export type ListedPayout = PayoutRow & {
  entry: PaydayEntry | undefined;
  /** The row of the list before the payment began: it keeps its place in the order. */
  inPlaceOf: PayoutRow;
};

type Settings = {
  /** The address with the panel of that promoter. */
  hrefOf: (next: { promoter: number }) => string;
  /** An open panel leaves name, amount and state. */
  isNarrow: boolean;
  /** Something was left unpaid in closed reports. */
  hasLeft: boolean;
  /** Who is listed: what was paid is shown where the list is about it. */
  state: PayoutState;
  payday: Payday;
};

export function payoutColumns(settings: Settings): readonly Column<ListedPayout>[] {
  const { hrefOf, isNarrow, hasLeft, state, payday } = settings;
  const name: Column<ListedPayout> = {
    id: 'name',
    title: texts.promoter,
    value: row => row.name,
    cell: row => (
      <Link
        className={styles.name}
        to={hrefOf({ promoter: row.id })}
        // What is being paid goes on: nothing is left by it.
        replace={payday.entries.some(isOnItsWay)}
        data-promoter={row.id}
      >
        {row.name}
      </Link>
    ),
  };
  const what: Column<ListedPayout> = {
    id: 'what',
    title: texts.what,
    sortable: false,
    hideable: false,
    width: 14,
    value: row => (row.entry ? statusText(row.entry) : stateText(row)),
    cell: ({ entry, ...row }) =>
      entry ? (
        <EntryStatus entry={entry} payday={payday} hasActions={isSettled(entry)} isBrief />
      ) : (
        <span className={styles.status}>{stateText(row)}</span>
      ),
  };
  return [
    name,
    // On a phone what the list is about stands beside the name.
    ...(state === 'paid' ? [{ ...PAID, isMain: true }] : []),
    ...(state === 'paid' && isNarrow ? [] : [{ ...OWED, isMain: state !== 'paid' }]),
    what,
    ...(isNarrow ? [] : detailsOf(state).filter(({ id }) => hasLeft || id !== LEFT)),
    ...(state === 'all' && !isNarrow ? [PAID] : []),
  ];
}

/** The state of a promoter who got no payment on this screen. */
function stateText(row: PayoutRow): string {
  if (payeeOf(row).agreed.count > 0) return texts.toPay;
  return row.closed.count > 0 ? texts.inClosed : texts.nothingToOwe;
}

// A payment changes what stands in the columns, and must not move them: each is as wide as it can become.

const LEFT = 'left';

const OWED: Column<ListedPayout> = {
  id: 'owed',
  title: texts.owed,
  kind: 'money',
  width: 12,
  value: row => row.owed.share,
  order: row => row.inPlaceOf.owed.share,
};

const DETAILS: readonly Column<ListedPayout>[] = [
  { id: 'count', title: texts.count, kind: 'number', sortable: false, value: row => row.owed.count },
  {
    id: 'fresh',
    title: texts.fresh,
    kind: 'number',
    sortable: false,
    value: row => row.since_paid.count || null,
  },
  {
    id: 'open',
    title: texts.report,
    kind: 'money',
    width: 9.5,
    value: ({ open }) => (open.report_id === null ? null : open.share),
    order: row => row.inPlaceOf.open.share,
    cell: ({ open }) =>
      open.report_id !== null && (
        <Link className={styles.report} to={pathTo(paths.moderationReport, { id: open.report_id })}>
          {texts.reportNumber(open.report_id, open.reports)}
        </Link>
      ),
  },
  {
    id: LEFT,
    title: texts.left,
    kind: 'money',
    width: 11,
    sortable: false,
    value: row => row.closed.share || null,
  },
  {
    id: 'last_paid_at',
    title: texts.lastPaid,
    kind: 'date',
    width: 10,
    value: row => row.last_paid_at,
    cell: ({ last_paid_at }) => last_paid_at && <LastPaid at={last_paid_at} />,
  },
];

const OF_OWED = ['count', 'fresh', LEFT];

/** Among the paid there is room for one column of what is owed; files have all of them. */
function detailsOf(state: PayoutState): readonly Column<ListedPayout>[] {
  if (state !== 'paid') return DETAILS;
  return DETAILS.map(column => (OF_OWED.includes(column.id) ? { ...column, isOnlyInFiles: true } : column));
}

function LastPaid({ at }: { at: string }) {
  const { now, config } = useDevice();
  return <span>{formatShortDate(at, toWallClock(now(), config.zone))}</span>;
}

const PAID: Column<ListedPayout> = {
  id: 'paid',
  title: texts.paid,
  kind: 'money',
  width: 12,
  value: row => row.paid || null,
  cell: ({ paid }) => paid > 0 && formatMoney(paid),
};
