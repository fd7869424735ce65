import { requestShare } from '#domain/promoter-share.ts';
import { formatMoney } from '#kit/money.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import styles from './report.module.css';
import { isPaid, sharesOf } from './totals.ts';
import type { SwitchReport } from './use-switch-report.ts';

/** So many rows are named one by one. */
const NAMED = 10;

/** Asks before a report is closed, and names what is not paid in it. */
export function CloseDialog({ asked, busy, problem, confirm, cancel }: SwitchReport) {
  if (!asked) return null;
  const unpaid = asked.promo_requests.filter(request => !isPaid(request));
  return (
    <ConfirmDialog
      open
      title={texts.askClose(asked.id)}
      confirmLabel={texts.close}
      busy={busy}
      problem={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {unpaid.length === 0 ? (
        <p>{texts.allPaid}</p>
      ) : (
        <>
          <p>{texts.unpaid(unpaid.length, formatMoney(sharesOf(unpaid)))}</p>
          <ul className={styles.unpaid}>
            {unpaid.slice(0, NAMED).map(request => (
              <li key={request.id} className="numbers">
                {request.fullcode}: {formatMoney(requestShare(request))}
              </li>
            ))}
            {unpaid.length > NAMED && <li>{texts.unpaidMore(unpaid.length - NAMED)}</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
