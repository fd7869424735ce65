import { requestShare } from '#domain/promoter-share.ts';
import { formatMoney } from '#kit/money.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import styles from './report.module.css';
import { isPaid, totalShare } from './totals.ts';
import type { ToggleReport } from './use-toggle-report.ts';

/** So many rows are named one by one. */
const LISTED_MAX = 10;

/** Asks before a report is closed, and names what is not paid in it. */
export function CloseReportDialog({ reportToClose, busy, problem, confirm, cancel }: ToggleReport) {
  if (!reportToClose) return null;
  const unpaid = reportToClose.promo_requests.filter(request => !isPaid(request));
  return (
    <ConfirmDialog
      open
      title={texts.askClose(reportToClose.id)}
      kind={unpaid.length > 0 ? 'danger' : 'primary'}
      confirmLabel={unpaid.length > 0 ? texts.closeUnpaid(unpaid.length) : texts.close}
      busy={busy}
      problem={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {unpaid.length === 0 ? (
        <p>{texts.allPaid}</p>
      ) : (
        <>
          <p>{texts.unpaid(unpaid.length, formatMoney(totalShare(unpaid)))}</p>
          <ul className={styles.unpaid}>
            {unpaid.slice(0, LISTED_MAX).map(request => (
              <li key={request.id} className="numbers">
                {`${request.fullcode}: ${formatMoney(requestShare(request))}`}
              </li>
            ))}
            {unpaid.length > LISTED_MAX && <li>{texts.unpaidMore(unpaid.length - LISTED_MAX)}</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
