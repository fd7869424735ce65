import { useState } from 'react';
import { closeReport, openReport, type Report } from '#contract/reports.ts';
import { useAction } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { alreadyWords, outcomeOf } from './switch-outcome.ts';
import type { HeldReport } from './use-report.ts';

export type SwitchReport = {
  /** Reads the report, and asks before it is closed; opening needs no question. */
  begin: () => void;
  /** The report as it was read for the question; null while nobody is asked. */
  asked: Report | null;
  confirm: () => void;
  cancel: () => void;
  busy: boolean;
  problem: string;
};

/** Closes or opens the report as it is now; what somebody else did meanwhile is told, never overwritten. */
export function useSwitchReport(report: Report, held: HeldReport): SwitchReport {
  const [asked, ask] = useState<Report | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = useSend(report.id, held);
  const end = (why = '') => {
    ask(null);
    setProblem(why);
  };

  async function begin(): Promise<void> {
    const closed = report.closed_at === null;
    const answer = await held.readAgain();
    if (!answer.ok) {
      notifyFailure(closed);
      return end(problemText(answer.problem));
    }
    if ((answer.value.closed_at !== null) === closed) return end(alreadyWords(closed));
    if (closed) ask(answer.value);
    else end((await send(false, answer.value.version)).problem);
  }

  async function confirm(): Promise<void> {
    const { fresh, isOver, problem: why } = await send(true, asked?.version);
    if (isOver) return end(why);
    // Decided anew, over what is true now.
    if (fresh) ask(fresh);
    setProblem(why);
  }

  async function whileBusy(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }

  return {
    asked,
    busy,
    problem,
    begin: () => void whileBusy(begin),
    confirm: () => void whileBusy(confirm),
    cancel: () => end(),
  };
}

/** `isOver`: the report is as it was wanted. `fresh`: as it was read after a failure. */
type Sent = { isOver: boolean; problem: string; fresh: Report | null };

function useSend(report_id: number, held: HeldReport) {
  const close = useAction(closeReport);
  const open = useAction(openReport);
  return async (closed: boolean, version: number | undefined): Promise<Sent> => {
    const answer = await (closed ? close : open)({ report_id }, { version });
    if (answer.ok) {
      notifyDone(report_id, closed);
      const { closed_at = null, version: next } = answer.value;
      if (closed && closed_at === null) await held.readAgain();
      else held.change(null, before => ({ ...before, closed_at: closed ? closed_at : null, version: next }));
      return { isOver: true, problem: '', fresh: null };
    }
    const again = await held.readAgain();
    const fresh = again.ok ? again.value : null;
    const outcome = outcomeOf(answer.problem, fresh, closed);
    if (outcome.is === 'done') notifyDone(report_id, closed);
    if (outcome.is === 'failed') notifyFailure(closed);
    const isOver = outcome.is === 'done' || outcome.is === 'already';
    return { isOver, problem: outcome.problem, fresh };
  };
}

function notifyDone(id: number, closed: boolean): void {
  const message = closed ? texts.wasClosed : texts.wasOpened;
  notify({ type: 'success', title: texts.reportOf(id), message });
}

function notifyFailure(closed: boolean): void {
  notify({ type: 'error', title: shared.error, message: closed ? texts.closeFailed : texts.openFailed });
}
