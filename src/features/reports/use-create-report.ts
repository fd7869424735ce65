import { useState } from 'react';
import { isAnswered } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createReport } from '#contract/reports.ts';
import { isKnownNotApplied, useAction } from '#state/remote/use-action.ts';
import type { Notice } from '#ui/notice.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from './problem-text.ts';
import { texts } from './texts.ts';

type Reply = ReplyOf<typeof createReport>;

type Outcomes = {
  /** There is a new report. */
  onMade: (id: number) => void | Promise<void>;
  /** There is none, or nobody knows; `reports`: the promoter's, where the server has sent them. */
  onNotMade: (promoterId: number, reports?: Reply['reports']) => Promise<void>;
};

/** Makes a report of what is due; what the server says instead is told, and the report itself by whoever asked for it. */
export function useCreateReport({ onMade, onNotMade }: Outcomes) {
  const create = useAction(createReport);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function requestReport(promoterId: number): Promise<void> {
    const answer = await create({ promoter_id: promoterId });
    if (!answer.ok) {
      const isUnknown = !isKnownNotApplied(answer.problem);
      if (isAnswered(answer.problem)) notifyFailure();
      else
        notify({
          type: 'warning',
          title: whyUnknown(answer.problem),
          message: texts.createUnknown,
        });
      setProblem(
        isUnknown ? texts.createUnknownWhy(whyUnknown(answer.problem)) : problemText(answer.problem),
      );
      if (isUnknown) await onNotMade(promoterId);
      return;
    }
    const { id, reports } = answer.value;
    if (id) return onMade(id);
    const notice = noticeOf(answer.value);
    if (notice) notify(notice);
    else notifyFailure();
    await onNotMade(promoterId, reports);
  }

  return {
    busy,
    /** Why there is no new report, or why nobody knows whether there is one. */
    problem,
    async create(promoterId: number): Promise<void> {
      setBusy(true);
      setProblem('');
      try {
        await requestReport(promoterId);
      } finally {
        setBusy(false);
      }
    },
  };
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.createFailed });
}

const NOTICE_TYPES: readonly NonNullable<Notice['type']>[] = ['success', 'info', 'warning', 'error'];

/** What the server has chosen to say, exactly; null if it has said nothing. A kind that nobody knows is information. */
export function noticeOf({ status, title, message }: Reply): Notice | null {
  if (!title && !message) return null;
  const type = NOTICE_TYPES.find(known => known === status) ?? 'info';
  return { type, title: title ?? '', message: message ?? '' };
}
