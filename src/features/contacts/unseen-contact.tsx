import { paths } from '#domain/paths.ts';
import { isLocalId } from '#kit/ids.ts';
import { useRefresh } from '#state/use-refresh.ts';
import { LinkButton } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { pullContact } from './offline/pull-contacts.ts';
import { texts } from './texts.ts';

/** A contact that this device does not know: perhaps the server does. */
export function UnseenContact({ id }: { id: string }) {
  const serverId = Number(id);
  const isServers = !isLocalId(id) && Number.isSafeInteger(serverId) && serverId > 0;
  return isServers ? <AskServer serverId={serverId} /> : <UnknownContact />;
}

function AskServer({ serverId }: { serverId: number }) {
  const { busy, tried, problem, run } = useRefresh(
    context => pullContact(context, serverId),
    String(serverId),
  );
  if (!tried) return <Skeleton />;
  if (problem === null || problem.kind === 'refused') return <UnknownContact />;
  const { unanswered, why } = describeFailure(problem, { offline: texts.unseen, failed: texts.loadFailed });
  return (
    <ErrorState unanswered={unanswered} busy={busy} onRetry={() => void run()}>
      {why}
    </ErrorState>
  );
}

function UnknownContact() {
  return (
    <ErrorState title={texts.notFound}>
      <span>{`${texts.notFoundWhy} `}</span>
      <LinkButton to={paths.contacts}>{texts.toList}</LinkButton>
    </ErrorState>
  );
}
