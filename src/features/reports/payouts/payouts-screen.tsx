import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  getPayout,
  listPayouts,
  PAYOUT_STATES,
  type PayoutPage,
  type PayoutRow,
} from '#contract/moderation.ts';
import { paths } from '#domain/paths.ts';
import { toWallClock } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useMedia } from '#ui/use-media.ts';
import { PayoutPanel } from './payout-panel.tsx';
import { PayoutTable } from './payout-table.tsx';
import styles from './payouts.module.css';
import {
  type ChangeQuery,
  daysOf,
  PAID_PERIODS,
  type PaidPeriod,
  type PayoutsQuery,
  periodNamed,
  readQuery,
  writeQuery,
} from './payouts-query.ts';
import { RunPanel } from './run-panel.tsx';
import { texts } from './texts.ts';
import { useListedPayouts } from './use-listed-payouts.ts';
import { usePanelKeys } from './use-panel-keys.ts';
import { type Payday, usePayday } from './use-payday.ts';

/** Wide enough for the list and a panel beside it; narrower, the panel is a page of its own. */
const BESIDE = '(min-width: 1200px)';

const WAYS = [
  { label: texts.reports, to: paths.moderationReports },
  { label: texts.statistics, to: paths.moderationStats },
  { label: texts.addPromoter, to: paths.moderationAdd },
];

/** Whom to pay: the moderator's list of work, and beside it whoever is being paid. */
export function PayoutsScreen() {
  const { query, change } = usePayoutsQuery();
  const remote = usePayouts(query);
  const isOffline = useBlockedReason() === 'offline';
  const isBeside = useMedia(BESIDE);
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.management}</PageTitle>
      {(isBeside || query.promoter === null) && (
        <header className={styles.head}>
          {remote.value && <Figures totals={remote.value.totals} period={query.period} />}
          <nav className={styles.ways} aria-label={texts.management}>
            {WAYS.map(({ label, ...way }) => (
              <LinkButton key={label} {...way}>
                {label}
              </LinkButton>
            ))}
          </nav>
        </header>
      )}
      <ProblemLine polite unanswered>
        {isOffline && texts.offline}
      </ProblemLine>
      <RemoteView remote={remote} refused={<Refused status={remote.problem?.status ?? 0} />} freshElsewhere>
        {payouts => (
          <Payouts payouts={payouts} remote={remote} query={query} onChange={change} isBeside={isBeside} />
        )}
      </RemoteView>
    </div>
  );
}

/** A backend that does not know this call, or policies that forbid it, leave the specification's ways. */
function Refused({ status }: { status: number }) {
  return <p>{status === 404 ? texts.notKnown : texts.notAllowed}</p>;
}

/** What is asked for lives in the address. What is typed asks once the typing pauses, and adds no page to go back to. */
function usePayoutsQuery() {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(params), [params]);
  const change: ChangeQuery = (next, { replace = false } = {}) => {
    const isOtherList = Object.keys(next).some(name => name !== 'promoter');
    const page = isOtherList ? 1 : query.page;
    setParams(writeQuery({ ...query, page, ...next }), { replace });
  };
  return { query, change };
}

/** The list as it was answered last, until it is answered for what is asked for now. */
function usePayouts({ page, search, state, sort, period }: PayoutsQuery): Remote<PayoutPage> {
  const { now, config } = useDevice();
  const today = toWallClock(now(), config.zone).slice(0, 10);
  const remote = useRemote(listPayouts, {
    page,
    search: useDebounced(search, TYPING_MS),
    state,
    sortBy: sort.id,
    sortOrder: sort.desc ? 'desc' : 'asc',
    ...daysOf(period, today),
  });
  const [last, setLast] = useState(remote.value);
  if (remote.value !== undefined && remote.value !== last) setLast(remote.value);
  return { ...remote, value: remote.value ?? last };
}

const TYPING_MS = 250;

type PayoutsProps = {
  payouts: PayoutPage;
  remote: Remote<PayoutPage>;
  query: PayoutsQuery;
  onChange: ChangeQuery;
  isBeside: boolean;
};

function Payouts({ payouts, remote, query, onChange, isBeside }: PayoutsProps) {
  const payday = usePayday(() => void remote.reload());
  const rows = useListedPayouts(payouts.list, payday.entries);
  const { openRow, reloadRow } = useRow(rows, query.promoter, payday);
  const { next, previous } = neighboursOf(rows, query.promoter);
  const show = (row: PayoutRow | undefined, isStep = true) =>
    onChange({ promoter: row?.id ?? null }, { replace: isStep });
  const steps = {
    onNext: next && (() => show(next)),
    onPrevious: previous && (() => show(previous)),
    onClose: () => show(undefined),
  };
  const root = useRef<HTMLDivElement>(null);
  usePanelKeys(query.promoter === null ? null : steps);
  useReturnToRow(root, query.promoter);
  useGoOn(openRow, next, show);
  const panel = openRow && (
    <PayoutPanel
      key={openRow.id}
      row={openRow}
      entry={openRow.entry}
      payday={payday}
      onFormed={async () => void (await Promise.all([remote.reload(), reloadRow()]))}
      {...steps}
    />
  );
  const list = (
    <>
      {payday.entries.length > 0 && <RunPanel payday={payday} />}
      <PayoutTable
        payouts={payouts}
        rows={rows}
        query={query}
        onChange={onChange}
        payday={payday}
        busy={remote.busy}
        isNarrow={isBeside && openRow !== undefined}
        controls={<Filter query={query} onChange={onChange} />}
      />
      <FreshLine remote={remote} />
    </>
  );
  return (
    <div ref={root} className={styles.beside} data-panel={(isBeside && openRow !== undefined) || undefined}>
      {isBeside || !panel ? <div className={styles.list}>{list}</div> : null}
      {panel}
    </div>
  );
}

type ListedRow = ReturnType<typeof useListedPayouts>[number];

/** The row of the open panel; asked for by itself where the list does not have it. */
function useRow(rows: readonly ListedRow[], promoterId: number | null, payday: Payday) {
  const listed = rows.find(({ id }) => id === promoterId);
  const isMissing = promoterId !== null && listed === undefined;
  const remote = useRemote(getPayout, isMissing ? { promoterId } : null);
  const entry = payday.entries.find(({ id }) => id === promoterId);
  const row = isMissing && remote.value ? { ...remote.value, entry } : undefined;
  return {
    openRow: listed ?? row,
    reloadRow: async () => void (isMissing && (await remote.reload())),
  };
}

/** Whoever is still to be paid below and above. */
function neighboursOf(rows: readonly ListedRow[], id: number | null) {
  const at = rows.findIndex(row => row.id === id);
  const isToBePaid = ({ owed, entry }: ListedRow) => owed.count > 0 && entry === undefined;
  return {
    next: rows.slice(at + 1).find(isToBePaid) ?? null,
    previous: rows.slice(0, Math.max(0, at)).findLast(isToBePaid) ?? null,
  };
}

/** Once somebody is paid, the panel opens the next. */
function useGoOn(row: ListedRow | undefined, next: ListedRow | null, show: (row?: ListedRow) => void): void {
  const step = row?.entry?.state.step;
  const before = useRef({ id: row?.id, step });
  useEffect(() => {
    const { id, step: earlier } = before.current;
    before.current = { id: row?.id, step };
    if (row && id === row.id && earlier === 'paying' && step === 'paid') show(next ?? undefined);
  });
}

/** Whoever closes a panel is back at its row; whoever opens the list for the first time, at the first one. */
function useReturnToRow(root: { current: HTMLElement | null }, promoter: number | null): void {
  const before = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = promoter;
    if (promoter !== null || was === null) return;
    const selector = was === undefined ? 'tr[data-row="0"]' : `tr:has([data-promoter="${was}"])`;
    const row = root.current?.querySelector<HTMLElement>(selector);
    if (was !== undefined || document.activeElement?.matches('body, h1, main')) row?.focus();
  }, [root, promoter]);
}

function Figures({ totals, period }: { totals: PayoutPage['totals']; period: PaidPeriod }) {
  const { owed, open, paid, promoters } = totals;
  const figures: readonly [string, number][] = [
    [`${texts.owed}, ${texts.promoters(promoters)}`, owed.share],
    [`${texts.inOpen}, ${texts.requests(open.count)}`, open.share],
    [`${texts.paid} ${texts.paidIn[period]}`, paid],
  ];
  return (
    <dl className={styles.figures} aria-label={texts.figures}>
      {figures.map(([term, share]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="numbers">{formatMoney(share)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Filter({ query, onChange }: { query: PayoutsQuery; onChange: ChangeQuery }) {
  const { search, state, period } = query;
  return (
    <div className={styles.filter}>
      <SearchField
        label={texts.search}
        value={search}
        onChange={text => onChange({ search: text }, { replace: true })}
      />
      <SegmentedFilter
        label={texts.states}
        value={state}
        options={PAYOUT_STATES.map(value => ({ value, label: texts.state[value] }))}
        onChange={value => onChange({ state: value })}
      />
      <SelectField
        label={texts.period}
        labelHidden
        placeholder={null}
        options={PAID_PERIODS.map(id => ({ id, name: texts.paidIn[id] }))}
        value={period}
        onChange={event => onChange({ period: periodNamed(event.target.value) })}
      />
    </div>
  );
}
