import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isAnswered } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createReport, listReports } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { isKnownNotApplied, useAction } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import type { Notice } from '#ui/notice.ts';
import { answerFault, whyUnknown } from '#ui/remote/answer-fault.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from './problem-text.ts';
import { texts } from './texts.ts';

type Reply = ReplyOf<typeof createReport>;

/** Makes a report of what is due: it opens; or what the server says instead is told, and the list is as it says. */
export function useCreateReport(shown: number | null, onShow: (id: number) => void) {
  const create = useAction(createReport);
  const list = useRemote(listReports, shown === null ? null : { promoterId: shown });
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  /** The list of that promoter: what the server has sent of it, else read again. */
  async function showList(promoterId: number, reports?: Reply['reports']): Promise<void> {
    if (promoterId !== shown) return onShow(promoterId);
    if (reports && list.value) list.change(() => ({ list: reports }));
    else await list.reload();
  }

  async function requestReport(promoterId: number): Promise<void> {
    const answer = await create({ promoter_id: promoterId });
    if (!answer.ok) {
      const isUnknown = !isKnownNotApplied(answer.problem);
      if (isAnswered(answer.problem)) notifyFailure();
      else
        notify({
          type: 'warning',
          title: answerFault(answer.problem) || texts.noAnswer,
          message: texts.createUnknown,
        });
      setProblem(
        isUnknown ? texts.createUnknownWhy(whyUnknown(answer.problem)) : problemText(answer.problem),
      );
      if (isUnknown) await showList(promoterId);
      return;
    }
    const { id, reports } = answer.value;
    if (id) {
      notify({ type: 'success', title: texts.reportOf(id), message: texts.created });
      navigate(pathTo(paths.moderationReport, { id }));
      return;
    }
    const notice = noticeOf(answer.value);
    if (notice) notify(notice);
    else notifyFailure();
    await showList(promoterId, reports);
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
