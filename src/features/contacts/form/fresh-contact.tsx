import { isAnswered } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { isLocalId } from '#kit/ids.ts';
import { useFreshCopy } from '#state/fresh-copy.ts';
import { LinkButton } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { pullContact } from '../offline/pull-contacts.ts';
import { texts } from '../texts.ts';

/** Brings the server's copy of a contact that is being edited; without a network the one on the device will do. */
export function FollowServer({ serverId }: { serverId: number }) {
  useFreshCopy(context => pullContact(context, serverId), String(serverId));
  return null;
}

/** A contact that this device does not know: perhaps the server does. */
export function UnseenContact({ id }: { id: string }) {
  const serverId = Number(id);
  const isServers = !isLocalId(id) && Number.isSafeInteger(serverId) && serverId > 0;
  return isServers ? <AskServer serverId={serverId} /> : <UnknownContact />;
}

function AskServer({ serverId }: { serverId: number }) {
  const { busy, tried, problem, run } = useFreshCopy(
    context => pullContact(context, serverId),
    String(serverId),
  );
  const retry = { busy, onRetry: () => void run() };
  if (!tried) return <Skeleton />;
  if (problem === null || problem.kind === 'refused') return <UnknownContact />;
  const unanswered = !isAnswered(problem);
  return (
    <ErrorState unanswered={unanswered} {...retry}>
      {unanswered ? texts.unseen : texts.loadFailed}
    </ErrorState>
  );
}

function UnknownContact() {
  return (
    <ErrorState title={texts.notFound}>
      {texts.notFoundWhy} <LinkButton to={paths.contacts}>{texts.toList}</LinkButton>
    </ErrorState>
  );
}
