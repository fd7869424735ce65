import { type AnswerKind, answerKindOf, isAnswered, type Problem } from '#api/problem.ts';
import type { Elements } from '../elements.ts';
import { StaleNote } from '../page-states.tsx';
import { ProblemLine } from '../problem-line.tsx';
import { Skeleton } from '../skeleton.tsx';
import { mustLeave, ToForbidden } from '../to-forbidden.tsx';
import { describeFailure, describeStale } from './answer-fault.ts';
import { FailureState } from './failure-state.tsx';
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
  /** Instead of everything once the server has refused. */
  refused?: Elements;
  /** What a refusal means on this screen, which then stays. */
  here?: RemoteFailureProps['here'];
  /** The owner shows `FreshLine` where it takes no line of its own. */
  freshElsewhere?: boolean;
  children: (value: Value) => Elements;
};

/**
 * What the server told last, with its time; before that what is awaited, or why it does not come. Only an answer may
 * say "forbidden": lack of network never does.
 */
export function RemoteView<Value>(props: RemoteViewProps<Value>) {
  const { remote, refused, here, freshElsewhere = false, children } = props;
  const { value, problem, busy } = remote;
  if (problem?.kind === 'refused') return refused || <Refused {...{ remote, problem, here }} />;
  if (value !== undefined) {
    return (
      <>
        {!freshElsewhere && <FreshLine remote={remote} />}
        {children(value)}
      </>
    );
  }
  if (!problem || (busy && isAnswered(problem))) return <Skeleton />;
  return <RemoteFailure remote={remote} problem={problem} />;
}

type RemoteFailureProps = {
  remote: Pick<RemoteReading<unknown>, 'busy' | 'reload'>;
  problem: Problem;
  title?: string;
  /** What an answer means on this screen. */
  here?: Partial<Record<AnswerKind, string>> | undefined;
};

/** In place of what did not come: what the answer was, and what helps. */
export function RemoteFailure({ remote: { busy, reload }, problem, here, ...rest }: RemoteFailureProps) {
  const meanings = { network: texts.needsNetwork, ...here };
  const failure = describeFailure(problem, meanings[answerKindOf(problem)]);
  return <FailureState failure={failure} {...rest} busy={busy} onRetry={() => void reload()} />;
}

function Refused(props: RemoteFailureProps) {
  return mustLeave(props.problem) && !props.here?.[answerKindOf(props.problem)] ? (
    <ToForbidden status={props.problem.status} />
  ) : (
    <RemoteFailure {...props} />
  );
}

/** «Обновлено в 14:05», and why it is not newer. */
export function FreshLine({ remote }: { remote: RemoteReading<unknown> }) {
  const { when, problem, busy, reload } = remote;
  const stale = describeStale(problem, texts.shownIsOlder);
  return (
    <div className="no-print">
      <StaleNote when={when} busy={busy} onRefresh={() => void reload()} />
      <ProblemLine polite {...stale}>
        {stale?.why}
      </ProblemLine>
    </div>
  );
}
