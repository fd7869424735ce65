import { Navigate } from 'react-router-dom';
import { isAnswered, type Problem } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { useFreshCopy } from '#state/fresh-copy.ts';
import { useLocal } from '#state/local.ts';
import { Fab } from '#ui/fab.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { readRequests } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import { useAppliedStatus } from './order-filter.ts';
import { OrderFilterForm } from './order-filter-form.tsx';
import styles from './orders.module.css';
import { QueuedOrders } from './queued-orders.tsx';
import { RequestList } from './request-list.tsx';
import { texts } from './texts.ts';

/** The promoter's orders: those that wait on this device, then the server's list as last seen. */
export function OrdersScreen() {
  const [status, applyStatus] = useAppliedStatus();
  const refresh = useFreshCopy(context => pullRequests(context, status, 1), status);
  const reading = useLocal(
    async context => ({
      status,
      book: await readRequests(context, status),
      wallClock: context.wallClock,
      today: context.wallClock(context.now()),
    }),
    [status],
  );
  const isFresh = reading?.status === status;
  const book = isFresh ? reading.book : null;
  if (refresh.problem?.kind === 'refused') return <Navigate to={paths.forbidden} replace />;
  return (
    <div className={styles.page}>
      <PageTitle>{texts.orders}</PageTitle>
      <div className={styles.screen}>
        <OrderFilterForm key={status} applied={status} counts={book?.list.counts} onApply={applyStatus} />
        <QueuedOrders />
        {book && reading ? (
          <RequestList {...reading} book={book} refresh={refresh} />
        ) : (
          <NothingYet
            problem={isFresh && !refresh.busy ? refresh.problem : null}
            onRetry={() => void refresh.run()}
          />
        )}
      </div>
      <Fab to={paths.orderAdd} label={texts.place} />
    </div>
  );
}

/** No page of this filter was ever loaded: it comes, or it cannot come now. */
function NothingYet({ problem, onRetry }: { problem: Problem | null; onRetry: () => void }) {
  if (!problem) return <Skeleton />;
  if (isAnswered(problem)) return <ErrorState onRetry={onRetry}>{texts.refreshFailed}</ErrorState>;
  return (
    <ErrorState title={texts.offlineTitle} onRetry={onRetry}>
      {texts.offlineNothing}
    </ErrorState>
  );
}
