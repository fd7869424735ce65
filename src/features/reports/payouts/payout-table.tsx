import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PAYOUT_SORTS, type PayoutPage } from '#contract/moderation.ts';
import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Printer } from '#ui/icons-of-screens.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CashSheet } from './cash-sheet.tsx';
import { type ListedPayout, payoutColumns } from './payout-columns.tsx';
import { type ChangeQuery, type PayoutsQuery, readQuery, writeQuery } from './payouts-query.ts';
import { texts } from './texts.ts';
import { agreedOf, isOnItsWay, type Payday, payeeOf } from './use-payday.ts';

type PayoutTableProps = {
  payouts: PayoutPage;
  rows: readonly ListedPayout[];
  query: PayoutsQuery;
  onChange: ChangeQuery;
  payday: Payday;
  busy: boolean;
  isNarrow: boolean;
  controls: ReactNode;
};

/** The list: whom, how much, since when; several can be chosen over all pages and paid one after another. */
export function PayoutTable(props: PayoutTableProps) {
  const { payouts, rows, query, onChange, payday, busy, isNarrow, controls } = props;
  const [params] = useSearchParams();
  const { chosen, ids, choose, clear } = useChosen(rows);
  const [isAsked, setAsked] = useState(false);
  const blocked = useBlockedReason() !== null;
  const hasPaid = query.state !== 'owed';
  const columns = useMemo(() => {
    const panelOf = (id: number) => `?${writeQuery({ ...readQuery(params), promoter: id })}`;
    return payoutColumns({ panelOf, isNarrow, hasEntries: payday.entries.length > 0, hasPaid, payday });
  }, [params, isNarrow, hasPaid, payday]);
  const payable = chosen.filter(
    row => agreedOf(payeeOf(row)).count > 0 && !(row.entry && isOnItsWay(row.entry.state)),
  );
  const share = toRoubles(payable.reduce((sum, row) => sum + toKopecks(agreedOf(payeeOf(row)).share), 0));
  const handlePay = () => {
    payday.pay(payable.map(row => ({ id: row.id, name: row.name, payee: payeeOf(row) })));
    setAsked(false);
    clear();
  };
  return (
    <>
      <DataTable
        name="payouts"
        caption={texts.list}
        rows={rows}
        rowKey={keyOf}
        columns={columns}
        sort={query.sort}
        onSort={({ id, desc }) => {
          const known = PAYOUT_SORTS.find(each => each === id);
          if (known) onChange({ sort: { id: known, desc } });
        }}
        toneOf={row => (row.id === query.promoter ? 'primary' : undefined)}
        paging={{ page: payouts, onPage: page => onChange({ page }) }}
        busy={busy}
        controls={controls}
        empty={query.state === 'owed' && query.search === '' ? texts.nobodyOwed : texts.nobody}
        csvName={isNarrow ? undefined : texts.list}
        selection={{
          ids,
          rows: chosen,
          onChange: choose,
          bulk: (
            <>
              <Button
                kind="primary"
                disabled={payable.length === 0 || blocked}
                onClick={() => setAsked(true)}
              >
                {texts.paySelected(payable.length, formatMoney(share))}
              </Button>
              <Button icon={<Printer size={20} />} onClick={() => window.print()}>
                {texts.cashSheet}
              </Button>
            </>
          ),
        }}
      />
      {isAsked && (
        <AskPay rows={payable} share={share} onConfirm={handlePay} onCancel={() => setAsked(false)} />
      )}
      <CashSheet
        rows={
          chosen.length > 0
            ? chosen.map(sheetRow)
            : payday.entries.filter(isPaidEntry).map(({ id, name, agreed }) => ({ id, name, ...agreed }))
        }
      />
    </>
  );
}

const keyOf = ({ id }: ListedPayout) => id;
const isPaidEntry = ({ state }: Payday['entries'][number]) => state.step === 'paid';

function sheetRow(row: ListedPayout) {
  return { id: row.id, name: row.name, ...agreedOf(payeeOf(row)) };
}

/** Who is chosen, over all pages: a row that is on another page is as it was seen last. */
function useChosen(rows: readonly ListedPayout[]) {
  const [kept, setKept] = useState<readonly ListedPayout[]>([]);
  const present = new Map(rows.map(row => [row.id, row]));
  const chosen = kept.map(row => present.get(row.id) ?? row);
  return {
    chosen,
    ids: kept.map(({ id }) => id),
    choose(ids: readonly (string | number)[]) {
      const known = new Map([...kept, ...rows].map(row => [row.id, row]));
      setKept(ids.flatMap(id => known.get(Number(id)) ?? []));
    },
    clear: () => setKept([]),
  };
}

type AskPayProps = {
  rows: readonly ListedPayout[];
  share: number;
  onConfirm: () => void;
  onCancel: () => void;
};

/** So many people are named one by one. */
const NAMED_MAX = 10;

/** The one question before several are paid: whom, and how much. */
function AskPay({ rows, share, onConfirm, onCancel }: AskPayProps) {
  return (
    <ConfirmDialog
      open
      title={texts.askPay(rows.length)}
      confirmLabel={`${texts.payLabel} ${formatMoney(share)}`}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <ul>
        {rows.slice(0, NAMED_MAX).map(row => {
          const agreed = agreedOf(payeeOf(row));
          return (
            <li key={row.id} className="numbers">
              {row.name}: {texts.requests(agreed.count)}, {formatMoney(agreed.share)}
            </li>
          );
        })}
        {rows.length > NAMED_MAX && <li>{texts.askMore(rows.length - NAMED_MAX)}</li>}
      </ul>
    </ConfirmDialog>
  );
}
