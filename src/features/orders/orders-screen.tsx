import { type FormEvent, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { RequestStatus } from '#contract/requests.ts';
import { paths } from '#domain/paths.ts';
import { RequestDetails } from '#features/requests/index.ts';
import { useFreshCopy } from '#state/fresh-copy.ts';
import { useLocal } from '#state/local.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Fab } from '#ui/fab.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { ClipboardList, Plus } from '#ui/icons.ts';
import { SlidersHorizontal } from '#ui/icons-of-screens.ts';
import { EmptyState, ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { readRequests } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import { useAppliedStatus, useChosenRequest } from './order-filter.ts';
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
  if (refresh.problem?.kind === 'refused') return <ToForbidden status={refresh.problem.status} />;
  return (
    <div className={styles.page}>
      <PageTitle>{texts.orders}</PageTitle>
      <div className={styles.top}>
        <OrderFilterForm key={status} applied={status} counts={book?.list.counts} onApply={applyStatus} />
        <LinkButton to={paths.orderAdd} kind="primary" className={styles.addWide} icon={<Plus size={20} />}>
          {texts.place}
        </LinkButton>
      </div>
      <SplitView label={texts.chosen} pane={() => <ChosenRequestPane />}>
        <div className={styles.screen}>
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
      </SplitView>
      <Fab to={paths.orderAdd} label={texts.place} />
    </div>
  );
}

/** Beside the list on a wide screen: everything about the chosen request. */
function ChosenRequestPane() {
  const { chosen } = useChosenRequest();
  if (chosen === null) {
    return <EmptyState icon={<ClipboardList size={40} />}>{texts.pickRequest}</EmptyState>;
  }
  return (
    <RequestDetails key={chosen} codeNumber={chosen} refused={<EmptyState>{texts.requestGone}</EmptyState>} />
  );
}

/** No page of this filter was ever loaded: it comes, or it cannot come now. */
function NothingYet({ problem, onRetry }: { problem: Problem | null; onRetry: () => void }) {
  if (!problem) return <Skeleton />;
  const unanswered = !isAnswered(problem);
  return (
    <ErrorState unanswered={unanswered} onRetry={onRetry}>
      {unanswered ? texts.offlineNothing : texts.refreshFailed}
    </ErrorState>
  );
}

type OrderFilterFormProps = {
  applied: RequestStatus;
  /** Unknown until a page was loaded. */
  counts: Readonly<Record<RequestStatus, number>> | undefined;
  onApply: (status: RequestStatus) => void;
};

/** The choice takes effect with «Фильтровать»; until then the texts below speak of the applied one. */
function OrderFilterForm({ applied, counts, onApply }: OrderFilterFormProps) {
  const [chosen, setChosen] = useState(applied);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onApply(chosen);
  };
  const segment = (value: RequestStatus) => ({ value, label: texts.status[value], count: counts?.[value] });
  return (
    <form className={styles.filter} onSubmit={handleSubmit}>
      <SegmentedFilter
        label={texts.filterLabel}
        value={chosen}
        options={[segment('all'), segment('paid'), segment('done')]}
        onChange={setChosen}
      />
      <Button type="submit" icon={<SlidersHorizontal size={20} />}>
        {texts.filter}
      </Button>
    </form>
  );
}
