import { useState } from 'react';
import { closeReport, openReport, type Report } from '#contract/reports.ts';
import { success } from '#kit/result.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from '../problem-text.ts';
import { texts } from '../texts.ts';
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

/** The state that is wanted, and the version of the report that the moderator has seen. */
type Wanted = { closed: boolean; version: number | undefined };

/** Closes or opens the report as it is now; what somebody else did meanwhile is told, never overwritten. */
export function useSwitchReport(report: Report, held: HeldReport): SwitchReport {
  const [asked, ask] = useState<Report | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = useSaveState(report, held, settle);
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
    const { value: fresh } = answer;
    if ((fresh.closed_at !== null) === closed) return end(alreadyText(closed));
    if (closed) ask(fresh);
    else settle(await save({ closed, version: fresh.version }));
  }

  async function confirm(): Promise<void> {
    settle(await save({ closed: true, version: asked?.version }));
  }

  function settle(outcome: SaveOutcome<Wanted, Report>): void {
    const { closed } = outcome.sent;
    if (outcome.is === 'unknown') setProblem(texts.stateUnknown);
    else if (outcome.is !== 'saved') fail(outcome, closed);
    else if (outcome.isOthers) end(alreadyText(closed));
    else {
      const message = closed ? texts.wasClosed : texts.wasOpened;
      notify({ type: 'success', title: texts.reportOf(report.id), message });
      end();
    }
  }

  function fail(
    outcome: Extract<SaveOutcome<Wanted, Report>, { is: 'failed' | 'conflict' }>,
    closed: boolean,
  ) {
    notifyFailure(closed);
    const fresh = outcome.is === 'conflict' ? outcome.theirs : outcome.stored;
    // Decided anew, over what is true now.
    if (closed && fresh) ask(fresh);
    const { problem: why } = outcome;
    setProblem(isKnownNotApplied(why) ? problemText(why) : texts.notChanged);
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

function useSaveState(
  report: Report,
  { readAgain, change }: HeldReport,
  onChecked: (outcome: SaveOutcome<Wanted, Report>) => void,
) {
  const close = useAction(closeReport);
  const open = useAction(openReport);
  const { save } = useVersionedSave<Wanted, Report>(
    {
      async send({ closed, version }) {
        const answer = await (closed ? close : open)({ report_id: report.id }, { version });
        if (!answer.ok) return answer;
        const { closed_at = null, version: next } = answer.value;
        const now = { closed_at: closed ? closed_at : null, version: next };
        // Some backends do not say when it was closed.
        if (closed && closed_at === null) await readAgain();
        else change(null, before => ({ ...before, ...now }));
        return success({ ...report, ...now });
      },
      read: readAgain,
      isSaved: ({ closed_at }, { closed }) => (closed_at !== null) === closed,
      isBase: (stored, { version }) => stored.version === version,
      // Whatever was refused, the moderator goes on with the report as it is now.
      isUnclear: () => true,
    },
    onChecked,
  );
  return save;
}

/** That the report is as it was wanted without this moderator. */
function alreadyText(closed: boolean): string {
  return closed ? texts.alreadyClosed : texts.alreadyOpen;
}

function notifyFailure(closed: boolean): void {
  notify({ type: 'error', title: shared.error, message: closed ? texts.closeFailed : texts.openFailed });
}
