import { type ReactNode, useMemo, useState } from 'react';
import type { PayoutPage } from '#contract/moderation.ts';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useSavedViews } from '#state/use-saved-views.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { Printer } from '#ui/icons-of-screens.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListQuery } from '#ui/table/list-address.ts';
import { notify } from '#ui/toast.tsx';
import { texts as reportTexts } from '../texts.ts';
import { usePayKey } from '../use-pay-key.ts';
import { isOnItsWay, isSettled, payeeOf, sumOfSums } from './payday-entry.ts';
import { type ListedPayout, payoutColumns } from './payout-columns.tsx';
import { type ChangeQuery, type PayoutsQuery, readQuery } from './payouts-query.ts';
import { texts } from './texts.ts';
import type { Payday } from './use-payday.ts';

type PayoutTableProps = {
  payouts: PayoutPage;
  rows: readonly ListedPayout[];
  chosen: Chosen;
  query: PayoutsQuery;
  onChange: ChangeQuery;
  payday: Payday;
  busy: boolean;
  isNarrow: boolean;
  controls: ReactNode;
  /** The progress of the payday, below the rows. */
  foot: Elements;
  onPrint: () => void;
};

/** The list: whom, how much, since when; several can be chosen over all pages and paid one after another. */
export function PayoutTable(props: PayoutTableProps) {
  const { payouts, rows, chosen, query, onChange, payday, busy, isNarrow, controls, foot, onPrint } = props;
  const { hrefOf } = useListQuery(readQuery, 'promoter');
  const [isAsked, setAsked] = useState(false);
  const blocked = useBlockedReason() !== null;
  const savedViews = useSavedViews(VIEW_PARAMS);
  const hasLeft = rows.some(row => row.closed.count > 0);
  const { state } = query;
  const columns = useMemo(
    () => payoutColumns({ hrefOf, isNarrow, hasLeft, state, payday }),
    [hrefOf, isNarrow, hasLeft, state, payday],
  );
  const { payable } = chosen;
  const payees = payable.map(row => payeeOf(row));
  const { share } = sumOfSums(payees.map(({ agreed }) => agreed));
  const canPay = payable.length > 0 && !blocked;
  usePayKey(() => {
    if (canPay) setAsked(true);
  });
  const searchAll = { label: texts.searchAll, onPress: () => onChange({ state: 'all' }) };
  const handleCancel = () => {
    setAsked(false);
    notify({ title: reportTexts.payment, message: texts.notPaid });
  };
  const handlePay = () => {
    payday.pay(payees);
    setAsked(false);
    chosen.clear();
  };
  return (
    <>
      <DataTable
        name="payouts"
        savedViews={savedViews}
        caption={texts.list}
        rows={rows}
        rowKey={keyOf}
        columns={columns}
        sort={query.sort}
        onSort={sort => onChange({ sort })}
        toneOf={row => (row.id === query.promoter ? 'primary' : undefined)}
        paging={{ page: payouts, onPage: page => onChange({ page }) }}
        busy={busy}
        controls={controls}
        foot={foot}
        empty={query.state === 'owed' && query.search === '' ? texts.nobodyOwed : texts.nobody}
        // The promoter may be in another state.
        emptyAction={query.search !== '' && query.state !== 'all' ? searchAll : undefined}
        csvName={texts.list}
        isNarrow={isNarrow}
        selection={{
          ids: chosen.ids,
          rows: chosen.rows,
          onChange: chosen.choose,
          bulk:
            payable.length > 0 ? (
              <>
                <Button kind="primary" disabled={blocked} onClick={() => setAsked(true)}>
                  {texts.paySelected(payable.length, formatMoney(share))}
                </Button>
                <Button icon={<Printer size={20} />} onClick={onPrint}>
                  {texts.cashSheet}
                </Button>
              </>
            ) : (
              <span>{texts.nothingToPay}</span>
            ),
        }}
      />
      <ConfirmDialog
        open={isAsked}
        title={texts.askPay(payable.length)}
        confirmLabel={`${reportTexts.payLabel} ${formatMoney(share)}`}
        enterConfirms
        onConfirm={handlePay}
        onCancel={handleCancel}
      >
        <ul>
          {payees.slice(0, NAMED_MAX).map(({ id, name, agreed }) => (
            <li key={id} className="numbers">
              {`${name}: ${texts.requests(agreed.count)}, ${formatMoney(agreed.share)}`}
            </li>
          ))}
          {payees.length > NAMED_MAX && <li>{texts.askMore(payees.length - NAMED_MAX)}</li>}
        </ul>
      </ConfirmDialog>
    </>
  );
}

/** Of the address. Names and open panels are not kept on the device. */
const VIEW_PARAMS = ['state', 'sort', 'period'];

const keyOf = ({ id }: ListedPayout) => id;

export type Chosen = ReturnType<typeof useChosen>;

/** The chosen promoters of all pages; a row of another page is as it was last seen. */
export function useChosen(rows: readonly ListedPayout[], entries: Payday['entries']) {
  const [kept, setKept] = useState<readonly ListedPayout[]>([]);
  const present = new Map(rows.map(row => [row.id, row]));
  const chosen = kept.map(row => present.get(row.id) ?? row);
  const isDone = (id: number) =>
    entries.some(
      entry => entry.id === id && (isSettled(entry) || isOnItsWay(entry) || entry.state.step === 'unknown'),
    );
  return {
    rows: chosen,
    /** The chosen promoters who can be paid, without those whom this screen has paid or is paying. */
    payable: chosen.filter(row => payeeOf(row).agreed.count > 0 && !isDone(row.id)),
    ids: kept.map(({ id }) => id),
    choose(ids: readonly (string | number)[]) {
      const known = new Map([...kept, ...rows].map(row => [row.id, row]));
      setKept(ids.flatMap(id => known.get(Number(id)) ?? []));
    },
    clear: () => setKept([]),
  };
}

/** So many people are named one by one. */
const NAMED_MAX = 10;
