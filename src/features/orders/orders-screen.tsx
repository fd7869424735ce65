import { type FormEvent, useId, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { RequestStatus } from '#contract/requests.ts';
import { paths } from '#domain/paths.ts';
import { RequestDetails } from '#features/requests/index.ts';
import { useLocal } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
import { type Refresh, useRefresh } from '#state/use-refresh.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { ClipboardList, Plus } from '#ui/icons.ts';
import { SearchX } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure, describeStale } from '#ui/remote/answer-fault.ts';
import { FailureState } from '#ui/remote/failure-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { type OrderBook, readOrders } from './find-orders.ts';
import { pullRequests } from './offline/pull-requests.ts';
import styles from './orders.module.css';
import { QueuedOrders } from './queued-orders.tsx';
import { PercentSum, RequestList, useChosenRequest } from './request-list.tsx';
import { texts } from './texts.ts';

/** The promoter's orders: those that wait on this device, then the server's list as last seen. */
export function OrdersScreen() {
  const { status, text, choose, search } = useFilter();
  const refresh = useRefresh(context => pullRequests(context, status, 1), status);
  const wanted = text.trim();
  const reading = useLocal(context => readOrders(context, status, wanted), [status, wanted]);
  // While the next reading comes, the last one of the same filter stays.
  const orders = reading?.status === status ? reading : undefined;
  return (
    <div className={styles.page}>
      <PageTitle>{texts.orders}</PageTitle>
      <SplitView label={texts.chosen} pane={() => <ChosenRequestPane />}>
        <div className={styles.search}>
          <SearchField label={texts.search} placeholder={texts.searchShort} value={text} onChange={search} />
          <LinkButton to={paths.orderAdd} kind="primary" className={styles.addWide} icon={<Plus size={20} />}>
            {texts.place}
          </LinkButton>
        </div>
        <Filter status={status} orders={orders} refresh={refresh} onChoose={choose} />
        {orders ? <Orders orders={orders} refresh={refresh} /> : <Skeleton />}
      </SplitView>
    </div>
  );
}

/** Filter and search live in the address, so that going back from a request finds the same list. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isReplaced = useNavigationType() === 'REPLACE';
  const inAddress = {
    status: v.parse(v.fallback(RequestStatus, 'all'), params.get('status')),
    text: params.get('search') ?? '',
    key,
  };
  // The address follows a moment later: what was chosen here stays, unless somebody else has changed the address.
  const [filter, setFilter] = useState(inAddress);
  if (filter.key !== key) setFilter(isReplaced && isOwn(state) ? { ...filter, key } : inAddress);
  const write = (changed: Partial<typeof filter>) => {
    const next = { ...filter, ...changed };
    setFilter(next);
    const query = new URLSearchParams(params);
    for (const [name, value, none] of [
      ['status', next.status, 'all'],
      ['search', next.text, ''],
    ] as const) {
      if (value === none) query.delete(name);
      else query.set(name, value);
    }
    setParams(query, { replace: true, state: { isOwn: true } });
  };
  return {
    ...filter,
    choose: (status: RequestStatus) => write({ status }),
    search: (text: string) => write({ text }),
  };
}

function isOwn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOwn' in state;
}

/** Beside the list on a wide screen: everything about the chosen request. */
function ChosenRequestPane() {
  const { chosen } = useChosenRequest();
  if (chosen === null) {
    return <EmptyState icon={<ClipboardList size={40} />}>{texts.pickRequest}</EmptyState>;
  }
  return <RequestDetails key={chosen} codeNumber={chosen} />;
}

type FilterProps = {
  status: RequestStatus;
  orders: OrderBook | undefined;
  refresh: Refresh;
  onChoose: (status: RequestStatus) => void;
};

/** What the list shows and what it adds up to. A choice applies at once, from the device; «Фильтровать» asks the server. */
function Filter({ status, orders, refresh, onChoose }: FilterProps) {
  const ageId = useId();
  const book = orders?.book;
  const segment = (value: RequestStatus) => {
    return { value, label: texts.status[value], count: book?.list.counts[value] };
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!refresh.busy) void refresh.run();
  };
  // No spinner: a button that grows would move the list, and with it the place to which somebody has come back.
  const moment = useMoment();
  return (
    <form className={styles.filter} onSubmit={handleSubmit}>
      <SegmentedFilter
        label={texts.filterLabel}
        value={status}
        options={[segment('all'), segment('paid'), segment('done')]}
        onChange={onChoose}
      />
      <div className={styles.summary}>
        <div className={styles.shown}>
          <p>{texts.shown[status]}</p>
          {book && <PercentSum {...book} />}
        </div>
        <div className={styles.refresh}>
          <Button type="submit" kind="quiet" aria-busy={refresh.busy} aria-describedby={ageId}>
            {texts.filter}
          </Button>
          <p id={ageId} className={styles.age}>
            {refresh.busy ? texts.refreshing : book && uiTexts.updatedAt(moment(book.list.refreshedAt))}
          </p>
        </div>
      </div>
    </form>
  );
}

type OrdersProps = { orders: OrderBook; refresh: Refresh };

function Orders({ orders, refresh }: OrdersProps) {
  const { book, text, requests, queued } = orders;
  const { problem, busy } = refresh;
  const stale = describeStale(problem, texts.shownIsOlder);
  const failure = problem && describeFailure(problem, texts.nothingYet);
  const found = requests.length + queued.length;
  const handleRetry = () => void refresh.run();
  return (
    <>
      <ProblemLine polite {...stale} busy={busy} onRetry={handleRetry}>
        {book && stale?.why}
      </ProblemLine>
      <p role="status" className={text === '' ? 'visually-hidden' : styles.found}>
        {text !== '' && found > 0 && texts.found(found)}
      </p>
      {text !== '' && found === 0 && (
        <EmptyState icon={<SearchX size={40} />}>{texts.nothingFound}</EmptyState>
      )}
      <QueuedOrders orders={queued} />
      {book && <RequestList orders={orders} book={book} />}
      {/* No page of this filter was ever loaded: it comes, or it cannot come now. */}
      {!book && (failure && !busy ? <FailureState failure={failure} onRetry={handleRetry} /> : <Skeleton />)}
    </>
  );
}
