import { useRef } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createReport, listReports } from '#contract/reports.ts';
import { success } from '#kit/result.ts';
import { isKnownNotApplied, useAction } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import type { Notice } from '#ui/notice.ts';
import { notifyError } from '#ui/notify-error.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from './problem-text.ts';
import { texts } from './texts.ts';
import { useBusy } from './use-busy.ts';

type Reply = ReplyOf<typeof createReport>;

/** `isAnswer`: the server's word about this attempt, not what its list has. */
type Made = Reply & { isAnswer?: boolean };

/** Of whom it is, and what there is now: a report, or why there is none. */
type Outcome = SaveOutcome<number, Made>;

type Outcomes = {
  /** There is a new report. */
  onMade: (id: number) => void | Promise<void>;
  /** There is none, or nobody knows; `reports`: the promoter's, where the server has sent them. */
  onNotMade: (promoterId: number, reports?: Reply['reports']) => Promise<void>;
};

/**
 * Makes a report of what is due; what the server says instead is told, and the report itself by whoever asked for it. One whose
 * answer proves nothing is looked for among the promoter's reports, before anything is told and before another is made.
 */
export function useCreateReport({ onMade, onNotMade }: Outcomes) {
  const { busy, problem, setProblem, whileBusy } = useBusy();
  const create = useAction(createReport);
  const list = useAction(listReports);
  /** The promoter's reports before the last attempt; null: they could not be read. */
  const before = useRef<ReadonlySet<number> | null>(null);
  const { state, save, check } = useVersionedSave<number, Made>(
    {
      async send(promoterId) {
        const listed = await list({ promoterId });
        before.current = listed.ok ? new Set(listed.value.list.map(({ id }) => id)) : null;
        const answer = await create({ promoter_id: promoterId });
        return answer.ok ? success({ ...answer.value, isAnswer: true }) : answer;
      },
      async read(promoterId) {
        const listed = await list({ promoterId });
        if (!listed.ok) return listed;
        return success({ id: listed.value.list.find(({ id }) => !before.current?.has(id))?.id });
      },
      isSaved: ({ id, isAnswer = false }) => isAnswer || (id !== undefined && before.current !== null),
      isBase: ({ id }) => id === undefined,
    },
    outcome => void settle(outcome),
  );
  const isUnknown = state.step === 'unknown';

  async function settle(outcome: Outcome): Promise<void> {
    setProblem('');
    if (outcome.is !== 'saved') return fail(outcome);
    const { id, reports } = outcome.stored;
    if (id) return onMade(id);
    const notice = noticeOf(outcome.stored);
    if (notice) notify(notice);
    else notifyError(texts.createFailed);
    await onNotMade(outcome.sent, reports);
  }

  async function fail({ is, problem: found, sent }: Exclude<Outcome, { is: 'saved' }>): Promise<void> {
    const why = whyUnknown(found);
    if (is === 'failed') notifyError(texts.createFailed);
    else notify({ type: 'warning', title: why, message: texts.createUnknown });
    if (is === 'failed' && isKnownNotApplied(found)) return setProblem(problemText(found));
    setProblem(texts.afterLostReport[is](why));
    await onNotMade(sent);
  }

  return {
    busy: busy || state.step === 'checking',
    /** Why there is no new report, or why nobody knows whether there is one. */
    problem,
    /** Looks for the report whose answer proved nothing; undefined where there is none. */
    check: isUnknown ? () => void whileBusy(check) : undefined,
    /** Of a promoter of whose report nothing is known it is looked for, and no other is made. */
    create: (promoterId: number) =>
      whileBusy(isUnknown && state.sent === promoterId ? check : async () => settle(await save(promoterId))),
  };
}

const NOTICE_TYPES: readonly NonNullable<Notice['type']>[] = ['success', 'info', 'warning', 'error'];

/** What the server has chosen to say, exactly; null if it has said nothing. A kind that nobody knows is information. */
export function noticeOf({ status, title, message }: Reply): Notice | null {
  if (!title && !message) return null;
  const type = NOTICE_TYPES.find(known => known === status) ?? 'info';
  return { type, title: title ?? '', message: message ?? '' };
}
