import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PayoutRow } from '#contract/moderation.ts';
import { getReport, type Report } from '#contract/reports.ts';
import { shownType } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { requestShare } from '#domain/promoter-share.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { Check } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { type PanelSteps, SidePanel } from '#ui/side-panel.tsx';
import { texts as shared } from '#ui/texts.ts';
import { isPaid, moneyOf, totalsOf } from '../report/totals.ts';
import { texts as reportTexts } from '../texts.ts';
import { useCreateReport } from '../use-create-report.ts';
import { EntryStatus } from './entry-status.tsx';
import { isSame, type Sum, sumOfSums } from './payout-sums.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { useIsNew } from './use-is-new.ts';
import { isOnItsWay, type Payday, type PaydayEntry, payeeOf } from './use-payday.ts';

type PayoutPanelProps = PanelSteps & {
  row: PayoutRow;
  entry: PaydayEntry | undefined;
  payday: Payday;
  /** A report was made: the figures are other ones now. */
  onFormed: () => Promise<void>;
};

/** One promoter: what they are owed, the report that it stands in, and the one button that pays it. */
export function PayoutPanel(props: PayoutPanelProps) {
  const { row, entry, payday, onFormed, ...steps } = props;
  /** What the list said of the report that was made here. */
  const [formedFrom, setFormedFrom] = useState<Sum | null>(null);
  const { report_id } = row.open;
  const isPaying = entry !== undefined && isOnItsWay(entry);
  return (
    <SidePanel label={texts.panel(row.name)} title={row.name} words={texts} {...steps}>
      {entry && (
        <p role="status">
          <EntryStatus entry={entry} payday={payday} />
        </p>
      )}
      {report_id === null ? (
        <Due row={row} isPaying={isPaying} onForm={() => setFormedFrom(row.due)} onFormed={onFormed} />
      ) : (
        <OpenReport
          key={report_id}
          id={report_id}
          row={row}
          formedFrom={formedFrom}
          step={entry?.state.step}
          isPaying={isPaying}
          isUnknown={entry?.state.step === 'unknown'}
          payday={payday}
        />
      )}
      <Facts row={row} />
    </SidePanel>
  );
}

/** What has changed since the last payday, what was left behind, and the way to all reports. */
function Facts({ row: { id, since_paid, closed, last_paid_at } }: { row: PayoutRow }) {
  return (
    <div className={styles.facts}>
      {last_paid_at && <p>{texts.freshFacts(since_paid.count, formatDate(last_paid_at))}</p>}
      {closed.count > 0 && (
        <p className={styles.left}>{texts.leftFacts(closed.count, formatMoney(closed.share))}</p>
      )}
      <Link to={`${paths.moderationReports}?promoter=${id}`}>{texts.allReports}</Link>
    </div>
  );
}

type DueProps = {
  row: PayoutRow;
  isPaying: boolean;
  onForm: () => void;
  onFormed: () => Promise<void>;
};

/** What stands in no report yet: one is made when the moderator says so. */
function Due({ row, isPaying, onForm, onFormed }: DueProps) {
  const blocked = blockedBecause(useBlockedReason());
  const creating = useCreateReport({ onMade: onFormed, onNotMade: onFormed });
  const { due } = row;
  const isNew = useIsNew(String(row.id));
  const handleForm = () => {
    onForm();
    void creating.create(row.id);
  };
  if (due.count === 0) {
    const nothing = row.last_paid_at === null ? texts.nothingDone : texts.nothingOwed;
    return row.owed.count === 0 ? <p>{nothing}</p> : null;
  }
  return (
    <>
      <p>{texts.dueFacts(due.count, formatMoney(due.sum), formatMoney(due.share))}</p>
      <div className={styles.action}>
        <Button
          kind="primary"
          size="large"
          wide
          busy={creating.busy}
          disabled={blocked !== undefined || isPaying || isNew}
          focusableWhenDisabled
          onClick={handleForm}
        >
          {reportTexts.create}
        </Button>
      </div>
      <ProblemLine onRetry={blocked === undefined ? creating.check : undefined} retryLabel={shared.check}>
        {blocked ?? creating.problem}
      </ProblemLine>
    </>
  );
}

type OpenReportProps = Omit<PayActionProps, 'report'> & {
  id: number;
  step: PaydayEntry['state']['step'] | undefined;
};

function OpenReport({ id, step, ...action }: OpenReportProps) {
  const remote = useRemote(getReport, { id });
  const { reload } = remote;
  const { isPaying } = action;
  // Once it is known what became of it, it is read anew.
  useEffect(() => {
    if (step !== undefined && !isPaying) void reload();
  }, [step, isPaying, reload]);
  return (
    // Whoever took the payment back may have left no report: the list tells so next.
    <RemoteView
      remote={remote}
      refused={remote.problem && <RemoteFailure remote={remote} problem={remote.problem} />}
    >
      {report => (
        <>
          <PayAction report={report} {...action} />
          <Requests report={report} />
        </>
      )}
    </RemoteView>
  );
}

type PayActionProps = {
  report: Report;
  row: PayoutRow;
  formedFrom: Sum | null;
  isPaying: boolean;
  /** Nobody knows how far it has come: that is looked up first. */
  isUnknown: boolean;
  payday: Payday;
};

/** Pays what stands here and what is due besides, and does not ask: the button says how much. */
function PayAction({ report, row, formedFrom, isPaying, isUnknown, payday }: PayActionProps) {
  const blocked = blockedBecause(useBlockedReason());
  const button = useRef<HTMLButtonElement>(null);
  // The button that made the report is gone with what it stood for.
  const wasFormed = formedFrom !== null;
  useLayoutEffect(() => {
    if (wasFormed) button.current?.focus({ preventScroll: true });
  }, [wasFormed]);
  const totals = totalsOf(report.promo_requests);
  const open: Sum = { count: totals.unpaidCount, share: totals.left };
  // Of all open reports: a promoter may have several, and all are paid.
  const payee = payeeOf(row);
  const { count, share } = payee.agreed;
  const label = count === 0 ? reportTexts.close : texts.payAndClose(count, formatMoney(share));
  const isNew = useIsNew(label);
  const others = sumOfSums([row.open, { count: -open.count, share: -open.share }]);
  return (
    <div className={styles.action}>
      <ProblemLine polite>
        {formedFrom &&
          !isSame(formedFrom, open) &&
          !isPaying &&
          texts.formed(open.count, formatMoney(open.share))}
      </ProblemLine>
      <Button
        ref={button}
        kind="primary"
        size="large"
        wide
        busy={isPaying}
        disabled={blocked !== undefined || report.closed_at !== null || isUnknown || isNew}
        focusableWhenDisabled
        onClick={() => payday.pay([{ id: row.id, name: row.name, payee }])}
      >
        {label}
      </Button>
      {others.count > 0 && <p>{texts.others(others.count, formatMoney(others.share))}</p>}
      {row.due.count > 0 && (
        <p>{texts.dueFacts(row.due.count, formatMoney(row.due.sum), formatMoney(row.due.share))}</p>
      )}
      <ProblemLine>{blocked}</ProblemLine>
    </div>
  );
}

function Requests({ report }: { report: Report }) {
  return (
    <>
      <h3>
        <Link to={pathTo(paths.moderationReport, { id: report.id })}>{reportTexts.reportOf(report.id)}</Link>
      </h3>
      <div className={styles.sideways}>
        <table className={styles.requests}>
          <thead>
            <tr>
              <th scope="col">{reportTexts.request}</th>
              <th scope="col">{reportTexts.amount}</th>
              <th scope="col">{reportTexts.share}</th>
            </tr>
          </thead>
          <tbody>
            {report.promo_requests.map(request => (
              <tr key={request.id}>
                <th scope="row">
                  <Link to={`${pathTo(paths.moderationRequest, { id: request.id })}?report=${report.id}`}>
                    {request.fullcode}
                  </Link>
                  <span>{` ${reportTexts.types[shownType(request)]}`}</span>
                  {isPaid(request) && <Check size={16} aria-label={reportTexts.flags[1]} />}
                </th>
                <td>{moneyOf(request.tofirm)}</td>
                <td>{moneyOf(requestShare(request))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
