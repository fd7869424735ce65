import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { answerKindOf } from '#api/problem.ts';
import { getPayout, listPayouts, type PayoutPage, type PayoutRow } from '#contract/moderation.ts';
import { paths } from '#domain/paths.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useLastValue } from '#state/remote/use-last-value.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { FreshLine, RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
import { BESIDE, ListWithPanel, type PanelSteps, SidePanel } from '#ui/side-panel.tsx';
import { useListQuery, useListQuestion } from '#ui/table/list-address.ts';
import { useMedia } from '#ui/use-media.ts';
import { usePanelKeys, useReturnToRow } from '#ui/use-panel-keys.ts';
import { texts as reportTexts } from '../texts.ts';
import { CashSheet } from './cash-sheet.tsx';
import { focusRow, neighboursOf, useGoOn } from './panel-steps.ts';
import { isOnItsWay, paidHere, payeeOf } from './payday-entry.ts';
import { PayoutPanel } from './payout-panel.tsx';
import { type Chosen, PayoutTable, useChosen } from './payout-table.tsx';
import styles from './payouts.module.css';
import { Figures, Filter } from './payouts-filter.tsx';
import { type ChangeQuery, daysOf, type PayoutsQuery, readQuery } from './payouts-query.ts';
import { RunPanel } from './run-panel.tsx';
import { texts } from './texts.ts';
import { useListedPayouts } from './use-listed-payouts.ts';
import { type Payday, usePayday } from './use-payday.ts';
import { useProgress } from './use-progress.ts';

const WAYS = [
  { label: reportTexts.reports, to: paths.moderationReports },
  { label: texts.statistics, to: paths.moderationStats },
  { label: texts.addPromoter, to: paths.moderationAdd },
];

/** A backend that does not know this call, or policies that forbid it, leave the specification's ways. */
const REFUSED = { gone: texts.notKnown, forbidden: texts.notAllowed };

/** The list of promoters to be paid, and beside it the panel of one of them. */
export function PayoutsScreen() {
  const { query, change } = useListQuery(readQuery, 'promoter');
  const remote = usePayouts(query);
  const isOffline = useBlockedReason() === 'offline';
  const isBeside = useMedia(BESIDE);
  // Here, so that it goes on while the list is read anew or fails.
  const payday = usePayday(() => void remote.reload());
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.management}</PageTitle>
      {(isBeside || query.promoter === null) && (
        <header className={styles.head}>
          {remote.value && (
            <Figures totals={remote.value.totals} period={query.period} isSearched={query.search !== ''} />
          )}
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
      <RemoteView remote={remote} here={REFUSED} freshElsewhere>
        {payouts => (
          <Payouts
            payouts={payouts}
            remote={remote}
            payday={payday}
            query={query}
            onChange={change}
            isBeside={isBeside}
          />
        )}
      </RemoteView>
    </div>
  );
}

/** The list as it was answered last, until it is answered for what is asked for now. */
function usePayouts(query: PayoutsQuery): Remote<PayoutPage> {
  const { now, config } = useDevice();
  const days = daysOf(query.period, toWallClock(now(), config.zone).slice(0, 10));
  const question = useListQuestion(query);
  return useLastValue(useRemote(listPayouts, { ...question, ...days, state: query.state }));
}

type PayoutsProps = {
  payouts: PayoutPage;
  remote: Remote<PayoutPage>;
  payday: Payday;
  query: PayoutsQuery;
  onChange: ChangeQuery;
  isBeside: boolean;
};

function Payouts({ payouts, remote, payday, query, onChange, isBeside }: PayoutsProps) {
  const { promoter, ...question } = query;
  const rows = useListedPayouts(payouts.list, payday.entries, JSON.stringify(question));
  const chosen = useChosen(rows, payday.entries);
  const sheet = useCashSheet(chosen, payday);
  // A change of the address must not ask whether to leave the running payments.
  const isRunning = payday.entries.some(isOnItsWay);
  const change: ChangeQuery = (next, options) => onChange(next, isRunning ? { replace: true } : options);
  const { next, previous } = neighboursOf(rows, promoter);
  const show = (row: PayoutRow | null) => onChange({ promoter: row?.id ?? null }, { replace: true });
  const steps = {
    onNext: next && (() => show(next)),
    onPrevious: previous && (() => show(previous)),
    onClose: () => show(null),
  };
  const root = useRef<HTMLDivElement>(null);
  usePanelKeys(promoter === null ? null : steps);
  useReturnToRow(root, 'promoter', promoter);
  useGoOn(payday, promoter, () => show(next));
  const hasList = isBeside || promoter === null;
  const progress = useProgress(payouts.totals, rows, payday.entries, query.search);
  const run = (
    <RunPanel
      payday={payday}
      progress={progress}
      isAlone={!hasList}
      onPrint={() => sheet.print('paid')}
      onHidden={() => focusRow(root.current, promoter)}
    />
  );
  return (
    <ListWithPanel
      ref={root}
      className={styles.beside}
      isOpen={isBeside && promoter !== null}
      data-sheet={sheet.rows.length > 0 || undefined}
    >
      <div
        className={styles.list}
        data-alone={!hasList || undefined}
        data-narrow={(hasList && promoter !== null) || undefined}
      >
        {hasList ? (
          <>
            <PayoutTable
              payouts={payouts}
              rows={rows}
              chosen={chosen}
              query={query}
              onChange={change}
              payday={payday}
              busy={remote.busy}
              isNarrow={promoter !== null}
              controls={<Filter query={query} onChange={change} isNarrow={promoter !== null} />}
              foot={run}
              onPrint={() => sheet.print('chosen')}
            />
            <FreshLine remote={remote} />
          </>
        ) : (
          run
        )}
      </div>
      {promoter !== null && (
        <OpenPayout key={promoter} promoterId={promoter} list={payouts.list} payday={payday} steps={steps} />
      )}
      {sheet.rows.length > 0 && <CashSheet rows={sheet.rows} />}
    </ListWithPanel>
  );
}

/** The rows of the sheet: the promoters whom this screen has paid, or the chosen ones with what they are owed. */
function useCashSheet(chosen: Chosen, payday: Payday) {
  const [shown, setShown] = useState<'paid' | 'chosen'>('chosen');
  const rows = {
    paid: paidHere(payday.entries),
    chosen: chosen.payable.map(row => ({ ...row, ...payeeOf(row).agreed })),
  };
  return {
    rows: rows[shown],
    print(wanted: 'paid' | 'chosen') {
      flushSync(() => setShown(wanted));
      window.print();
    },
  };
}

type OpenPayoutProps = {
  promoterId: number;
  list: readonly PayoutRow[];
  payday: Payday;
  steps: PanelSteps;
};

/** The panel of one promoter; one who is not in the list is read from the server. */
function OpenPayout({ promoterId, list, payday, steps }: OpenPayoutProps) {
  const listed = list.find(({ id }) => id === promoterId);
  const remote = useRemote(getPayout, listed ? null : { promoterId });
  const entry = payday.entries.find(({ id }) => id === promoterId);
  const panel = (row: PayoutRow) => <PayoutPanel row={row} entry={entry} payday={payday} {...steps} />;
  if (listed) return panel(listed);
  const { problem } = remote;
  const isGone = problem && answerKindOf(problem) === 'gone';
  const title = isGone ? reportTexts.noSuchPromoter : texts.management;
  const refused = problem && (
    <SidePanel label={texts.panel('')} title={title} words={texts} {...steps}>
      <RemoteFailure remote={remote} problem={problem} here={{ gone: reportTexts.noSuchPromoterWhy }} />
    </SidePanel>
  );
  return (
    <RemoteView remote={remote} refused={refused} freshElsewhere>
      {panel}
    </RemoteView>
  );
}
