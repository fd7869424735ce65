import { useId } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { RequestStatus } from '#contract/requests.ts';
import { useChanged } from '#features/requests/index.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { type Refresh, usePull } from '#state/fresh-copy.ts';
import { ClipboardList, CloudOff } from '#ui/icons.ts';
import { LoadMore } from '#ui/load-more.tsx';
import { EmptyState, StaleNote } from '#ui/page-states.tsx';
import type { RequestBook } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import styles from './orders.module.css';
import { RequestCards, type RequestCardsProps } from './request-cards.tsx';
import { texts } from './texts.ts';

export type RequestListProps = {
  book: NonNullable<RequestBook>;
  status: RequestStatus;
  refresh: Refresh;
  wallClock: (instantMs: number) => string;
  /** The firm's wall clock now. */
  today: string;
};

/** The loaded part of the server's list, and how to get more of it. */
export function RequestList(props: RequestListProps) {
  const { status, refresh, wallClock, today } = props;
  const { list, requests } = props.book;
  const next = usePull(context => pullRequests(context, status, list.currentPage + 1));
  const total = list.counts[status];
  const changed = useChanged();
  const listed = new Set(list.ids);
  const elsewhere = status === 'all' ? changed.filter(({ id }) => !listed.has(id)) : [];
  return (
    <>
      <div className={styles.summary}>
        <p>{texts.shown[status]}</p>
        <p className={styles.sum}>{texts.percent(formatMoney(list.percentSum))}</p>
        <StaleNote
          when={formatDate(wallClock(list.refreshedAt), true)}
          busy={refresh.busy}
          onRefresh={() => void refresh.run()}
        />
        <Trouble problem={refresh.problem} answered={texts.refreshFailed} unanswered={texts.offlineTitle} />
      </div>
      <ChangedElsewhere requests={elsewhere} today={today} />
      {requests.length === 0 && (
        <EmptyState icon={<ClipboardList size={40} />}>{texts.none[status]}</EmptyState>
      )}
      <RequestCards requests={requests} today={today} changed={new Set(changed.map(({ id }) => id))} />
      {total > 0 && requests.length > 0 && (
        <p className={styles.displayed}>{texts.displayed(requests.length, total)}</p>
      )}
      <LoadMore
        hasMore={list.currentPage < list.lastPage}
        loading={next.state.busy}
        loaded={requests.length}
        onMore={() => void next.run()}
      />
      <Trouble problem={next.state.problem} answered={texts.moreFailed} unanswered={texts.offlineMore} />
    </>
  );
}

/** What changed further down than the list was loaded: nothing that is counted as new is out of reach. */
function ChangedElsewhere({ requests, today }: Pick<RequestCardsProps, 'requests' | 'today'>) {
  const titleId = useId();
  if (requests.length === 0) return null;
  return (
    <section className={styles.queued} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.changedElsewhere(requests.length)}</h2>
      <RequestCards requests={requests} today={today} changed={new Set(requests.map(({ id }) => id))} />
    </section>
  );
}

type TroubleProps = { problem: Problem | null; answered: string; unanswered: string };

/** Why something could not be fetched; said to readers as it appears. */
function Trouble({ problem, answered, unanswered }: TroubleProps) {
  return (
    <div role="status">
      {problem && (
        <p className={styles.trouble}>
          <CloudOff size={20} />
          {isAnswered(problem) ? answered : unanswered}
        </p>
      )}
    </div>
  );
}
