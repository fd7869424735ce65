import { isAnswered, type Problem } from '#api/problem.ts';
import type { Elements } from '../elements.ts';
import { ErrorState, StaleNote } from '../page-states.tsx';
import { ProblemLine } from '../problem-line.tsx';
import { Skeleton } from '../skeleton.tsx';
import { ToForbidden } from '../to-forbidden.tsx';
import { describeFailure } from './answer-fault.ts';
import { texts } from './texts.ts';

/** What is shown of a reading: see `useRemote`. */
export type RemoteReading<Value> = {
  value: Value | undefined;
  /** When it came, in words: «в 14:05». */
  when: string;
  problem: Problem | null;
  busy: boolean;
  reload(): Promise<void>;
};

type RemoteViewProps<Value> = {
  remote: RemoteReading<Value>;
  /** Instead of everything once the server has refused; the 403 screen unless said otherwise. */
  refused?: Elements;
  /** The owner shows `FreshLine` where it takes no line of its own. */
  freshElsewhere?: boolean;
  children: (value: Value) => Elements;
};

/**
 * What the server told last, with its time; before that what is awaited, or why it does not come. Only an answer may
 * say "forbidden": lack of network never does.
 */
export function RemoteView<Value>(props: RemoteViewProps<Value>) {
  const { remote, refused, freshElsewhere = false, children } = props;
  const { value, problem, busy, reload } = remote;
  if (problem?.kind === 'refused') return refused ?? <ToForbidden status={problem.status} />;
  if (value !== undefined) {
    return (
      <>
        {!freshElsewhere && <FreshLine remote={remote} />}
        {children(value)}
      </>
    );
  }
  if (!problem || (busy && isAnswered(problem))) return <Skeleton />;
  const { unanswered, why } = whyNothing(problem);
  return (
    <ErrorState unanswered={unanswered} busy={busy} onRetry={() => void reload()}>
      {why}
    </ErrorState>
  );
}

/** «Обновлено в 14:05», and why it is not newer. */
export function FreshLine({ remote }: { remote: RemoteReading<unknown> }) {
  const { when, problem, busy, reload } = remote;
  const described = problem && whyNotNewer(problem);
  return (
    <div className="no-print">
      <StaleNote when={when} busy={busy} onRefresh={() => void reload()} />
      <ProblemLine polite unanswered={described?.unanswered ?? false}>
        {described?.why}
      </ProblemLine>
    </div>
  );
}

function whyNothing(problem: Problem) {
  const failed = problem.kind === 'unauthenticated' ? texts.sessionEnded : texts.failedToLoad;
  return describeFailure(problem, { offline: texts.needsNetwork, failed });
}

/** What is shown is older then. The shell says that the session has ended, once for everything. */
function whyNotNewer(problem: Problem) {
  if (problem.kind === 'unauthenticated') return null;
  const words = { offline: texts.noConnection, failed: texts.failedToRefresh };
  const { unanswered, why } = describeFailure(problem, words);
  return { unanswered, why: `${why}. ${texts.shownIsOlder}` };
}
