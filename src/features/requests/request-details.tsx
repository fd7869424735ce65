import type { ReactNode } from 'react';
import { isAnswered } from '#api/problem.ts';
import { formatDate } from '#kit/date.ts';
import { useFreshCopy } from '#state/fresh-copy.ts';
import { useLocal } from '#state/local.ts';
import { ErrorState, StaleNote } from '#ui/page-states.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { pullRequest, readRequest } from './offline/request-copy.ts';
import styles from './request.module.css';
import { RequestView } from './request-view.tsx';
import { texts } from './texts.ts';

export type RequestDetailsProps = {
  codeNumber: number;
  /** Above everything; the code is '' while the request is not here. */
  head?: (fullcode: string) => ReactNode;
  /** Instead of everything once the server has refused; the 403 screen unless said otherwise. */
  refused?: ReactNode;
};

/** One request by its code number: the last copy at once, a fresh one as soon as it comes. */
export function RequestDetails({ codeNumber, head, refused }: RequestDetailsProps) {
  const refresh = useFreshCopy(context => pullRequest(context, codeNumber), String(codeNumber));
  const reading = useLocal(
    async context => ({ request: await readRequest(context, codeNumber), wallClock: context.wallClock }),
    [codeNumber],
  );
  const { problem, busy } = refresh;
  const handleRetry = () => void refresh.run();
  // Only an answer may say "forbidden": lack of network never does.
  if (problem?.kind === 'refused') return refused ?? <ToForbidden status={problem.status} />;
  const isOffline = problem !== null && !isAnswered(problem);
  if (!reading?.request) {
    return (
      <>
        {head?.('')}
        {problem && !busy ? (
          <ErrorState unanswered={isOffline} onRetry={handleRetry}>
            {isOffline ? texts.offlineUnseen : texts.failed}
          </ErrorState>
        ) : (
          <Skeleton cards={1} />
        )}
      </>
    );
  }
  return (
    <div className={styles.screen}>
      {head?.(reading.request.fullcode)}
      <StaleNote
        when={formatDate(reading.wallClock(reading.request.refreshedAt), true)}
        busy={busy}
        onRefresh={handleRetry}
      />
      <ProblemLine polite unanswered={isOffline}>
        {problem && (isOffline ? texts.stale : texts.failed)}
      </ProblemLine>
      <RequestView request={reading.request} />
    </div>
  );
}
