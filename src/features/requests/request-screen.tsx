import { Navigate, useParams } from 'react-router-dom';
import { isAnswered } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { useFreshCopy } from '#state/fresh-copy.ts';
import { useLocal } from '#state/local.ts';
import { ErrorState, StaleNote } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { pullRequest, readRequest } from './offline/request-copy.ts';
import styles from './request.module.css';
import { RequestView } from './request-view.tsx';
import { texts } from './texts.ts';

/** One request of the promoter, by the code number in the address. */
export function RequestScreen() {
  const codeNumber = Number(useParams().codeNumber);
  if (!Number.isSafeInteger(codeNumber)) return <Navigate to={paths.forbidden} replace />;
  return <RequestByCode key={codeNumber} codeNumber={codeNumber} />;
}

function RequestByCode({ codeNumber }: { codeNumber: number }) {
  const refresh = useFreshCopy(context => pullRequest(context, codeNumber), String(codeNumber));
  const reading = useLocal(
    async context => ({ request: await readRequest(context, codeNumber), wallClock: context.wallClock }),
    [codeNumber],
  );
  const { problem, busy } = refresh;
  const handleRetry = () => void refresh.run();
  // Only an answer may say "forbidden": lack of network never does.
  if (problem?.kind === 'refused') return <Navigate to={paths.forbidden} replace />;
  const isOffline = problem !== null && !isAnswered(problem);
  if (!reading?.request) {
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        {problem && !busy ? <Unseen isOffline={isOffline} onRetry={handleRetry} /> : <Skeleton cards={1} />}
      </>
    );
  }
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.titleOf(reading.request.fullcode)}</PageTitle>
      <StaleNote
        when={formatDate(reading.wallClock(reading.request.refreshedAt), true)}
        busy={busy}
        onRefresh={handleRetry}
      />
      <p role="status" className={styles.trouble}>
        {problem && (isOffline ? texts.stale : texts.failed)}
      </p>
      <RequestView request={reading.request} />
    </div>
  );
}

function Unseen({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  if (!isOffline) return <ErrorState onRetry={onRetry}>{texts.failed}</ErrorState>;
  return (
    <ErrorState title={texts.offlineTitle} onRetry={onRetry}>
      {texts.offlineUnseen}
    </ErrorState>
  );
}
