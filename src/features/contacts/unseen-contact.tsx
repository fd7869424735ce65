import { answerKindOf } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { isLocalId } from '#kit/ids.ts';
import { useRefresh } from '#state/use-refresh.ts';
import { LinkButton } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure, type Failure } from '#ui/remote/answer-fault.ts';
import { FailureState } from '#ui/remote/failure-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ContactView } from './offline/contact-book.ts';
import { pullContact } from './offline/pull-contacts.ts';
import { texts } from './texts.ts';

/** A contact that this device does not know: perhaps the server does. */
export function UnseenContact({ id }: { id: string }) {
  const serverId = Number(id);
  const isServers = !isLocalId(id) && Number.isSafeInteger(serverId) && serverId > 0;
  return isServers ? <AskServer serverId={serverId} /> : <UnknownContact />;
}

/** A contact of which only a part is known here: the rest is asked for, and what it shows follows by itself. */
export function ThinContact({ contact: { serverId } }: { contact: ContactView }) {
  return serverId !== null && <AskServer serverId={serverId} isKnown />;
}

/** The same in one line, where everything else can be done without the rest; `here`: what its lack means. */
export function ThinContactLine({ contact: { serverId }, here }: { contact: ContactView; here: string }) {
  return serverId !== null && <AskInLine serverId={serverId} here={here} />;
}

function AskInLine({ serverId, here }: { serverId: number; here: string }) {
  const { busy, tried, problem, run } = useAsked(serverId);
  const failure = problem ? describeFailure(problem, here) : notSaid(here);
  return (
    <ProblemLine polite {...failure} busy={busy} onRetry={() => void run()}>
      {tried && failure.why}
    </ProblemLine>
  );
}

function useAsked(serverId: number) {
  return useRefresh(context => pullContact(context, serverId), String(serverId));
}

/** The answer came, and did not tell it. */
const notSaid = (here: string): Failure => ({ unanswered: false, why: here, signIn: false });

function AskServer({ serverId, isKnown = false }: { serverId: number; isKnown?: boolean }) {
  const { busy, tried, problem, run } = useAsked(serverId);
  if (!tried) return <Skeleton />;
  if (!isKnown && (problem === null || answerKindOf(problem) === 'gone')) return <UnknownContact />;
  const here = isKnown ? texts.thin : texts.unseen;
  const failure = problem ? describeFailure(problem, here) : notSaid(here);
  return <FailureState failure={failure} busy={busy} onRetry={() => void run()} />;
}

function UnknownContact() {
  return (
    <ErrorState title={texts.notFound}>
      <span>{`${texts.notFoundWhy} `}</span>
      <LinkButton to={paths.contacts}>{texts.toList}</LinkButton>
    </ErrorState>
  );
}
