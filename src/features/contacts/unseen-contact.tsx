import { answerKindOf } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { isLocalId } from '#kit/ids.ts';
import { useRefresh } from '#state/use-refresh.ts';
import { LinkButton } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
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

function AskServer({ serverId, isKnown = false }: { serverId: number; isKnown?: boolean }) {
  const { busy, tried, problem, run } = useRefresh(
    context => pullContact(context, serverId),
    String(serverId),
  );
  if (!tried) return <Skeleton />;
  if (!isKnown && (problem === null || answerKindOf(problem) === 'gone')) return <UnknownContact />;
  const here = isKnown ? texts.thin : texts.unseen;
  const failure = problem ? describeFailure(problem, here) : { unanswered: false, why: here, signIn: false };
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
