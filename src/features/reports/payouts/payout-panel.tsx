import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { PayoutRow } from '#contract/moderation.ts';
import { listOwedRequests, type PaymentRequest } from '#contract/payments.ts';
import { shownType } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { type PanelSteps, SidePanel } from '#ui/side-panel.tsx';
import { moneyOf } from '../report/totals.ts';
import { texts as reportTexts } from '../texts.ts';
import { ByReports, isWithoutCommand, WITHOUT_COMMAND } from './by-reports.tsx';
import { EntryStatus } from './entry-status.tsx';
import { isOnItsWay, type PaydayEntry, type Payee, payeeOfRequests } from './payday-entry.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { useIsNew } from './use-is-new.ts';
import type { Payday } from './use-payday.ts';

type PayoutPanelProps = PanelSteps & { row: PayoutRow; entry: PaydayEntry | undefined; payday: Payday };

/** One promoter: every request that they are owed for, and the one button that pays them. */
export function PayoutPanel({ row, entry, payday, ...steps }: PayoutPanelProps) {
  const owed = useOwed(row.id, entry);
  const problem = owed.problem ?? (entry?.state.step === 'failed' ? entry.state.problem : null);
  return (
    <SidePanel label={texts.panel(row.name)} title={row.name} words={texts} {...steps}>
      {entry && (
        <p role="status">
          <EntryStatus entry={entry} payday={payday} />
        </p>
      )}
      {problem && isWithoutCommand(problem) && <ByReports row={row} onChange={owed.reload} />}
      <RemoteView
        remote={owed}
        refused={
          owed.problem && <RemoteFailure remote={owed} problem={owed.problem} here={WITHOUT_COMMAND} />
        }
      >
        {({ list }) => (
          <>
            {(entry?.state.step === 'differs' || entry?.state.step === 'nothing') && (
              <Differences before={entry.listed} now={list} />
            )}
            {list.length > 0 && (
              <>
                <PayAction row={row} requests={list} entry={entry} payday={payday} />
                <Requests requests={list} />
              </>
            )}
            {list.length === 0 && row.closed.count === 0 && (
              <p>{row.last_paid_at === null ? texts.nothingDone : texts.nothingOwed}</p>
            )}
          </>
        )}
      </RemoteView>
      <Facts row={row} />
    </SidePanel>
  );
}

/** What is owed; read anew once it is known what became of it. */
function useOwed(promoterId: number, entry: PaydayEntry | undefined) {
  const owed = useRemote(listOwedRequests, { promoterId });
  const { reload } = owed;
  const isOver = entry !== undefined && !isOnItsWay(entry);
  const step = entry?.state.step;
  useEffect(() => {
    if (isOver && step) void reload();
  }, [isOver, step, reload]);
  return owed;
}

type DifferencesProps = { before: Payee['listed']; now: readonly PaymentRequest[] };

/** What was agreed to and what there is now; nothing where it was agreed to by number and sum alone. */
function Differences({ before = [], now }: DifferencesProps) {
  const { added, gone, changed } = texts.difference;
  const shares = new Map(now.map(({ id, share }) => [id, share]));
  const seen = new Map(before.map(({ request, share }) => [request, share]));
  const rows = [
    ...before.flatMap(({ request, fullcode, share: was }) => {
      const share = shares.get(request);
      if (share === was) return [];
      const words =
        share === undefined
          ? gone(fullcode, formatMoney(was))
          : changed(fullcode, formatMoney(was), formatMoney(share));
      return { request, words };
    }),
    ...now.flatMap(({ id: request, fullcode, share }) =>
      before.length === 0 || seen.has(request) ? [] : { request, words: added(fullcode, formatMoney(share)) },
    ),
  ];
  if (rows.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {rows.map(({ request, words }) => (
        <li key={request}>{words}</li>
      ))}
    </ul>
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

type PayActionProps = {
  row: PayoutRow;
  requests: readonly PaymentRequest[];
  entry: PaydayEntry | undefined;
  payday: Payday;
};

/** Pays what stands here, and does not ask: the button says how much. */
function PayAction({ row, requests, entry, payday }: PayActionProps) {
  const blocked = blockedBecause(useBlockedReason());
  const payee = useMemo(() => payeeOfRequests(row, requests), [row, requests]);
  const { count, share } = payee.agreed;
  const label = texts.pay(count, formatMoney(share));
  const isNew = useIsNew(label);
  const isPaying = entry !== undefined && isOnItsWay(entry);
  // Nobody knows what became of it: that is looked up first.
  const isUnknown = entry?.state.step === 'unknown';
  return (
    <div className={styles.action}>
      <Button
        kind="primary"
        size="large"
        wide
        busy={isPaying}
        disabled={blocked !== undefined || isUnknown || isNew}
        focusableWhenDisabled
        onClick={() => payday.pay([payee])}
      >
        {label}
      </Button>
      <ProblemLine>{blocked}</ProblemLine>
    </div>
  );
}

function Requests({ requests }: { requests: readonly PaymentRequest[] }) {
  const titles = [reportTexts.request, texts.report, reportTexts.amount, reportTexts.share];
  return (
    <div className={styles.sideways}>
      <table className={styles.requests} aria-label={texts.toBePaid}>
        <thead>
          <tr>
            {titles.map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, fullcode, type, tofirm, share, report_id }) => (
            <tr key={id}>
              <th scope="row">
                <Link
                  to={`${pathTo(paths.moderationRequest, { id })}${report_id === null ? '' : `?report=${report_id}`}`}
                >
                  {fullcode}
                </Link>
                <span>{` ${reportTexts.types[shownType({ type })]}`}</span>
              </th>
              <td>{report_id === null ? texts.notInReport : <ReportLink id={report_id} />}</td>
              <td>{moneyOf(tofirm)}</td>
              <td>{moneyOf(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReportLink({ id }: { id: number }) {
  return <Link to={pathTo(paths.moderationReport, { id })}>{`№${id}`}</Link>;
}
