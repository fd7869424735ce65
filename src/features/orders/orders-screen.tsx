import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import type { Problem } from '#api/problem.ts';
import { formatAddress } from '#contract/order-fields.ts';
import { RequestStatus } from '#contract/requests.ts';
import { paths } from '#domain/paths.ts';
import { RequestDetails } from '#features/requests/index.ts';
import { useLocal } from '#state/local.ts';
import { useRefresh } from '#state/use-refresh.ts';
import type { EntryError } from '#storage/outbox-db.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { StateChip, stripeOf } from '#ui/chip.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { CircleCheck, ClipboardList, Plus } from '#ui/icons.ts';
import { Pencil, SlidersHorizontal } from '#ui/icons-of-screens.ts';
import { EmptyState, ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { ServerWords } from '#ui/remote/server-words.tsx';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { texts as shared } from '#ui/texts.ts';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { type QueuedOrder, readQueuedOrders, readRequests } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import styles from './orders.module.css';
import { RequestList, useChosenRequest } from './request-list.tsx';
import { texts } from './texts.ts';

/** The promoter's orders: those that wait on this device, then the server's list as last seen. */
export function OrdersScreen() {
  const [status, applyStatus] = useAppliedStatus();
  const refresh = useRefresh(context => pullRequests(context, status, 1), status);
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
    </div>
  );
}

/** The applied filter lives in the address, so that going back from a request finds the same list. */
function useAppliedStatus(): [RequestStatus, (status: RequestStatus) => void] {
  const [params, setParams] = useSearchParams();
  const status = v.parse(v.fallback(RequestStatus, 'all'), params.get('status'));
  return [status, next => setParams(next === 'all' ? {} : { status: next }, { replace: true })];
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
  const { unanswered, why } = describeFailure(problem, {
    offline: texts.offlineNothing,
    failed: texts.refreshFailed,
  });
  return (
    <ErrorState unanswered={unanswered} onRetry={onRetry}>
      {why}
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

/** Orders that the server's list does not show yet: those that wait, then those just confirmed. */
function QueuedOrders() {
  const orders = useLocal(readQueuedOrders, []) ?? [];
  const waiting = orders.filter(order => order.status !== 'done');
  const confirmed = orders.filter(order => order.status === 'done');
  return (
    <>
      <Section title={texts.waiting(waiting.length)} orders={waiting} />
      <Section title={texts.justSent} orders={confirmed} />
    </>
  );
}

function Section({ title, orders }: { title: string; orders: readonly QueuedOrder[] }) {
  const titleId = useId();
  if (orders.length === 0) return null;
  return (
    <section className={styles.queued} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {orders.map(order => (
        <QueuedCard key={order.entryId} order={order} />
      ))}
    </section>
  );
}

function QueuedCard({ order }: { order: QueuedOrder }) {
  const stripe = stripeOf(order.status);
  return (
    <Card
      title={order.contact_name || texts.orders}
      {...(stripe ? { stripe } : {})}
      meta={<StateChip state={order.status} />}
    >
      <p>{[order.work.name, formatAddress(order)].filter(Boolean).join(' · ')}</p>
      <Remark order={order} />
    </Card>
  );
}

/** What the state asks of the user, if anything. */
function Remark({ order: { status, entryId, type, error, code } }: { order: QueuedOrder }) {
  const form = type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
  if (status === 'question') return <LinkButton to={paths.outbox}>{texts.toOutbox}</LinkButton>;
  return (
    <>
      {status === 'done' && (
        <p className={styles.confirmed}>
          <CircleCheck size={20} />
          {texts.confirmed(code)}
        </p>
      )}
      {status === 'failed' && (
        <div className={styles.row}>
          <div className={styles.refused}>
            <ServerWords words={reasonOf(error)} />
          </div>
          <LinkButton to={`${form}?${new URLSearchParams({ entry: entryId })}`} icon={<Pencil size={20} />}>
            {shared.fix}
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** Why the server refused, in its own words as far as it gave any. */
function reasonOf(error: EntryError | null): string {
  return (error && toServerWords(error)) || texts.refusedWithoutWords;
}
