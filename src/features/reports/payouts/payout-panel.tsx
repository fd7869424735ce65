import { useEffect, useRef } from 'react';
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
import { ignoreHeld } from '#ui/keys/ignore-held.ts';
import type { KeyHint } from '#ui/keys/keys.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { type PanelSteps, SidePanel } from '#ui/side-panel.tsx';
import { ROLES } from '#ui/table/long-table.ts';
import { usePanelKey } from '#ui/use-panel-keys.ts';
import { moneyOf } from '../report/totals.ts';
import { texts as reportTexts } from '../texts.ts';
import { ByReports, isWithoutCommand, WITHOUT_COMMAND } from './by-reports.tsx';
import { EntryStatus } from './entry-status.tsx';
import { isOnItsWay, type PaydayEntry, payeeOf } from './payday-entry.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { useIsNew } from './use-is-new.ts';
import type { Payday } from './use-payday.ts';

type PayoutPanelProps = PanelSteps & { row: PayoutRow; entry: PaydayEntry | undefined; payday: Payday };

/** One promoter: every request that they are owed for, and the one button that pays them. */
export function PayoutPanel({ row, entry, payday, ...steps }: PayoutPanelProps) {
  const owed = useOwed(row.id, entry);
  const { problem, value } = owed;
  const listed = value?.list;
  const hasDue = listed ? listed.length > 0 : !problem && payeeOf(row).agreed.count > 0;
  const refusal = problem ?? (entry?.state.step === 'failed' ? entry.state.problem : null);
  return (
    <SidePanel label={texts.panel(row.name)} title={row.name} words={texts} {...steps}>
      <div className={styles.action}>
        {hasDue && (
          <PayButton row={row} requests={listed} isReading={owed.busy} entry={entry} payday={payday} />
        )}
        {listed?.length === 0 && row.closed.count === 0 && (
          <p>{row.last_paid_at === null ? texts.nothingDone : texts.nothingOwed}</p>
        )}
        {/* Its place is kept: nothing moves below it. */}
        <p role="status">{entry && <EntryStatus entry={entry} payday={payday} />}</p>
      </div>
      {refusal && isWithoutCommand(refusal) && <ByReports row={row} onChange={owed.reload} />}
      {entry && <Differences entry={entry} />}
      <RemoteView remote={owed} here={WITHOUT_COMMAND} freshElsewhere>
        {({ list }) => list.length > 0 && <Requests requests={list} />}
      </RemoteView>
      <Facts row={row} />
      {listed && <FreshLine remote={owed} />}
    </SidePanel>
  );
}

/** The requests to be paid; read again after each payment or return. */
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

/** The requests that differ from the agreed ones; empty where no requests were listed. */
function Differences({ entry }: { entry: PaydayEntry }) {
  if (!entry.listed || !('found' in entry.state)) return null;
  return (
    <ul className={styles.facts}>
      {entry.state.found.rows.map(({ id, fullcode, was, now }) => (
        <li key={id}>{differenceText(fullcode, was, now)}</li>
      ))}
    </ul>
  );
}

function differenceText(code: string, was: number | null, now: number | null): string {
  const { added, gone, changed } = texts.difference;
  if (was === null) return added(code, formatMoney(now));
  return now === null ? gone(code, formatMoney(was)) : changed(code, formatMoney(was), formatMoney(now));
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

type PayButtonProps = {
  row: PayoutRow;
  /** Undefined until they were read. */
  requests: readonly PaymentRequest[] | undefined;
  isReading: boolean;
  entry: PaydayEntry | undefined;
  payday: Payday;
};

const HINTS: readonly KeyHint[] = [['p', texts.payByKey]];

/** Pays what stands here, by a press or by P, and does not ask: the button says how much. */
function PayButton({ row, requests, isReading, entry, payday }: PayButtonProps) {
  const blocked = blockedBecause(useBlockedReason());
  const button = useRef<HTMLButtonElement>(null);
  const payee = payeeOf(row, requests);
  const { count, share } = payee.agreed;
  const label = texts.pay(count, formatMoney(share));
  const isNew = useIsNew(JSON.stringify([label, payee.listed]));
  // Where the button does nothing, the key does nothing.
  usePanelKey('KeyP', HINTS, () => button.current?.click());
  const isPaying = entry !== undefined && isOnItsWay(entry);
  // The last payment may have arrived: «Проверить» comes first.
  const isUnknown = entry?.state.step === 'unknown';
  return (
    <>
      <Button
        ref={button}
        kind="primary"
        size="large"
        wide
        data-autofocus
        busy={isPaying}
        disabled={blocked !== undefined || isUnknown || isNew || !requests || isReading}
        focusableWhenDisabled
        onKeyDown={ignoreHeld}
        onClick={() => payday.pay([payee])}
      >
        {label}
      </Button>
      <ProblemLine>{blocked}</ProblemLine>
    </>
  );
}

function Requests({ requests }: { requests: readonly PaymentRequest[] }) {
  const titles = [reportTexts.request, texts.report, reportTexts.amount, reportTexts.share];
  return (
    <div className={styles.paid}>
      <table className={styles.requests} {...ROLES.table} aria-label={texts.toBePaid}>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {titles.map(title => (
              <th key={title} scope="col" {...ROLES.columnHeader}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {requests.map(({ id, fullcode, type, tofirm, share, report_id }) => (
            <tr key={id} {...ROLES.row}>
              <th scope="row" {...ROLES.rowHeader}>
                <Link
                  to={`${pathTo(paths.moderationRequest, { id })}${report_id === null ? '' : `?report=${report_id}`}`}
                >
                  {fullcode}
                </Link>
                <span>{` ${reportTexts.types[shownType({ type })]}`}</span>
              </th>
              <td {...ROLES.cell} data-title={texts.report}>
                {report_id === null ? (
                  <span>{texts.notInReport}</span>
                ) : (
                  <Link to={pathTo(paths.moderationReport, { id: report_id })}>{`№${report_id}`}</Link>
                )}
              </td>
              <td {...ROLES.cell} data-title={reportTexts.amount}>
                {moneyOf(tofirm)}
              </td>
              <td {...ROLES.cell} data-title={reportTexts.share}>
                {moneyOf(share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
