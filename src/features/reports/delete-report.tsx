import { useState } from 'react';
import { deleteReport, getReport, type Report, type ReportSummary } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { success } from '#kit/result.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/modal.tsx';
import { notifyError } from '#ui/notify-error.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { outcomeText } from './problem-text.ts';
import { isPaid, totalsOf } from './report/totals.ts';
import { texts } from './texts.ts';

type DeleteReportProps = {
  report: ReportSummary;
  /** It is not there any more. */
  onGone: () => void;
  onReload: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a report is deleted, and says what stands in it. What was refused stays in the question. */
export function DeleteReport({ report, onGone, onReload, onClose }: DeleteReportProps) {
  const { id } = report;
  const content = useRemote(getReport, { id });
  const blocked = blockedBecause(useBlockedReason());
  const [problem, setProblem] = useState('');
  const version = content.value?.version;
  const remove = useAction(deleteReport);
  const read = useAction(getReport);
  const { state, save, check } = useVersionedSave<null, Report | null>(
    {
      async send() {
        const answer = await remove({ report_id: id }, { version });
        return answer.ok ? success(null) : answer;
      },
      async read() {
        const answer = await read({ id });
        return answer.ok || answer.problem.status !== 404 ? answer : success(null);
      },
      isSaved: stored => stored === null,
      isBase: stored => stored?.version === version,
      isUnclear: ({ status }) => status === 404,
    },
    settle,
  );

  function settle(outcome: SaveOutcome<null, Report | null>): void {
    if (outcome.is === 'saved') {
      const done = { type: 'success', message: texts.removed } as const;
      notify({ title: texts.reportOf(id), ...(outcome.isOthers ? { message: texts.removedAlready } : done) });
      onGone();
      onClose();
      return;
    }
    const isUnknown = outcome.is === 'unknown';
    setProblem(outcomeText(outcome.problem, isUnknown ? texts.removeUnknown : texts.notChanged));
    if (isUnknown) return;
    notifyError(texts.removeFailed);
    void Promise.all([onReload(), content.reload()]);
  }

  const isUnknown = state.step === 'unknown';
  const handleConfirm = async () => {
    setProblem('');
    if (isUnknown) await check();
    else settle(await save(null));
  };
  const inside = content.value?.promo_requests;
  const paid = inside?.filter(isPaid).length ?? 0;
  if (paid > 0) return <KeptByPayments id={id} paid={paid} onClose={onClose} />;
  const totals = inside && totalsOf(inside);
  return (
    <ConfirmDialog
      open
      title={texts.askRemove(id)}
      confirmLabel={isUnknown ? shared.check : shared.remove}
      kind={isUnknown ? 'primary' : 'danger'}
      busy={state.step === 'sending' || state.step === 'checking'}
      problem={problem || blocked}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {report.user.name && <p>{texts.removeOf(report.user.name)}</p>}
      {totals && <p>{texts.removeFacts(totals.count, formatMoney(totals.toPromoter))}</p>}
      <p>{texts.removeWhy}</p>
    </ConfirmDialog>
  );
}

/** In place of the question: a report in which something is paid is not deleted. */
function KeptByPayments({ id, paid, onClose }: { id: number; paid: number; onClose: () => void }) {
  return (
    <Dialog
      open
      title={texts.cannotRemove(id)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared.close}</Button>
          <LinkButton kind="primary" to={pathTo(paths.moderationReport, { id })}>
            {texts.edit(id)}
          </LinkButton>
        </>
      }
    >
      <p>{texts.paidInside(paid)}</p>
    </Dialog>
  );
}
