import { useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import { deleteReport, getReport, type ReportSummary } from '#contract/reports.ts';
import { formatMoney } from '#kit/money.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from './problem-text.ts';
import { totalsOf } from './report/totals.ts';
import { texts } from './texts.ts';

export type DeleteReportProps = {
  report: ReportSummary;
  /** It is not there any more. */
  onGone: () => void;
  onReload: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a report is deleted, and says what stands in it. What was refused stays in the question. */
export function DeleteReport({ report, onGone, onReload, onClose }: DeleteReportProps) {
  const { id } = report;
  const remove = useAction(deleteReport);
  const content = useRemote(getReport, { id });
  const blocked = blockedBecause(useObstacle());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const fail = async (why: Problem) => {
    if (why.status === 404) return leave(texts.removedAlready);
    if (isAnswered(why)) notify({ type: 'error', title: shared.error, message: texts.removeFailed });
    setProblem(isKnownNotApplied(why) ? problemText(why) : texts.removeUnknown);
    await Promise.all([onReload(), content.reload()]);
  };
  const leave = (message: string) => {
    notify({ type: 'info', title: texts.reportOf(id), message });
    onGone();
    onClose();
  };
  const handleConfirm = async () => {
    setBusy(true);
    setProblem('');
    const answer = await remove({ report_id: id }, { version: content.value?.version });
    if (answer.ok) {
      notify({ type: 'success', title: texts.reportOf(id), message: texts.removed });
      onGone();
      onClose();
      return;
    }
    await fail(answer.problem);
    setBusy(false);
  };
  const totals = content.value && totalsOf(content.value.promo_requests);
  return (
    <ConfirmDialog
      open
      title={texts.askRemove(id)}
      confirmLabel={texts.removeLabel}
      kind="danger"
      busy={busy}
      problem={problem || blocked}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {totals && <p>{texts.removeFacts(totals.count, formatMoney(totals.toPromoter))}</p>}
      <p>{texts.removeWhy}</p>
    </ConfirmDialog>
  );
}
