import { useState } from 'react';
import { closeReport, openReport, type Report } from '#contract/reports.ts';
import { success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { notifyError } from '#ui/notify-error.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { notify } from '#ui/toast.tsx';
import { outcomeText, problemText } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { useBusy } from '../use-busy.ts';
import type { RemoteReport } from './use-report.ts';

export type ToggleReport = ReturnType<typeof useToggleReport>;

/** The state that is wanted, and the version of the report that the moderator has seen. */
type DesiredState = { closed: boolean; version: number | undefined };
type Outcome = SaveOutcome<DesiredState, Report>;

/** Closes or opens the report as it is now; what somebody else did meanwhile is told, never overwritten. */
export function useToggleReport(report: Report, { refetch, change }: RemoteReport) {
  const [reportToClose, setReportToClose] = useState<Report | null>(null);
  const { busy, problem, setProblem, whileBusy } = useBusy();
  const close = useAction(closeReport);
  const open = useAction(openReport);
  const { state, save, check, reset } = useVersionedSave<DesiredState, Report>(
    {
      async send({ closed, version }) {
        const answer = await (closed ? close : open)({ report_id: report.id }, { version });
        if (!answer.ok) return answer;
        const { closed_at = null, version: next } = answer.value;
        const now = { closed_at: closed ? closed_at : null, version: next };
        change(before => ({ ...before, ...now }));
        return success({ ...report, ...now });
      },
      read: refetch,
      isSaved: ({ closed_at }, { closed }) => (closed_at !== null) === closed,
      isBase: (stored, { version }) => stored.version === version,
      // After any refusal the moderator needs the report as it is now.
      isUnclear: () => true,
    },
    settle,
  );
  const closeDialog = (why = '') => {
    setReportToClose(null);
    setProblem(why);
  };

  async function begin(): Promise<void> {
    const closed = report.closed_at === null;
    const answer = await refetch();
    if (!answer.ok) {
      notifyError(wordsOf(closed).failed);
      return closeDialog(problemText(answer.problem));
    }
    const { value: fresh } = answer;
    reset();
    if ((fresh.closed_at !== null) === closed) return closeDialog(wordsOf(closed).already);
    if (closed) setReportToClose(fresh);
    else settle(await save({ closed, version: fresh.version }));
  }

  async function confirm(): Promise<void> {
    settle(await save({ closed: true, version: reportToClose?.version }));
  }

  function settle(outcome: Outcome): void {
    const { closed } = outcome.sent;
    const { done, already } = wordsOf(closed);
    if (outcome.is === 'unknown') closeDialog(texts.stateUnknown(whyUnknown(outcome.problem)));
    else if (outcome.is !== 'saved') fail(outcome, closed);
    else if (outcome.isOthers) closeDialog(already);
    else {
      notify({ type: 'success', title: texts.reportOf(report.id), message: done });
      closeDialog();
    }
  }

  function fail(outcome: Extract<Outcome, { is: 'failed' | 'conflict' }>, closed: boolean): void {
    notifyError(wordsOf(closed).failed);
    const fresh = outcome.is === 'conflict' ? outcome.theirs : outcome.stored;
    // Decided anew, over what is true now.
    if (closed && fresh) setReportToClose(fresh);
    setProblem(outcomeText(outcome.problem, texts.notChanged));
  }

  return {
    /** The report as it was read for the question; null while nobody is asked. */
    reportToClose,
    busy,
    problem,
    /** Reads the report, and asks before it is closed; opening needs no question. */
    begin: () => void whileBusy(begin),
    confirm: () => void whileBusy(confirm),
    cancel: () => closeDialog(),
    /** Reads what became of a change whose answer proved nothing; undefined where there is none. */
    check: state.step === 'unknown' ? () => void whileBusy(check) : undefined,
  };
}

const wordsOf = (closed: boolean) => texts.changes[closed ? 'close' : 'open'];
