import { useId } from 'react';
import { isAnswered } from '#api/problem.ts';
import type { RequestStatus } from '#contract/requests.ts';
import { useChanged } from '#features/requests/index.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { type Refresh, usePull } from '#state/fresh-copy.ts';
import { ClipboardList } from '#ui/icons.ts';
import { EmptyState, StaleNote } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
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
  const { problem: missing } = next.state;
  const changed = useChanged();
  const listed = new Set(list.ids);
  const elsewhere = status === 'all' ? changed.filter(({ id }) => !listed.has(id)) : [];
  return (
    <>
      <Panel>
        <p>{texts.shown[status]}</p>
        <p className={styles.sum}>{texts.percent(formatMoney(list.percentSum))}</p>
        <StaleNote
          when={formatDate(wallClock(list.refreshedAt), true)}
          busy={refresh.busy}
          onRefresh={() => void refresh.run()}
        />
        <ProblemLine polite unanswered={refresh.problem !== null && !isAnswered(refresh.problem)}>
          {refresh.problem && (isAnswered(refresh.problem) ? texts.refreshFailed : uiTexts.noConnection)}
        </ProblemLine>
      </Panel>
      <ChangedElsewhere requests={elsewhere} today={today} />
      <PagedList
        loaded={requests.length}
        total={list.counts[status]}
        hasMore={list.currentPage < list.lastPage}
        loading={next.state.busy}
        problem={
          missing && {
            unanswered: !isAnswered(missing),
            why: isAnswered(missing) ? texts.moreFailed : texts.offlineMore,
          }
        }
        onMore={() => void next.run()}
        empty={<EmptyState icon={<ClipboardList size={40} />}>{texts.none[status]}</EmptyState>}
      >
        <RequestCards requests={requests} today={today} changed={new Set(changed.map(({ id }) => id))} />
      </PagedList>
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
