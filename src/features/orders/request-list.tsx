import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RequestStatus } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { isShareCounted, requestShare, sumOfShares } from '#domain/promoter-share.ts';
import { NewChip, useChanged } from '#features/requests/index.ts';
import { formatDate, formatDay } from '#kit/date.ts';
import { formatMoney, toRoubles } from '#kit/money.ts';
import { type Refresh, usePull } from '#state/use-refresh.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { DayGroup } from '#ui/day-group.tsx';
import { ChevronRight, ClipboardList } from '#ui/icons.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { EmptyState, StaleNote } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Panel } from '#ui/panel.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import type { RequestBook } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

type RequestListProps = {
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
  const stale =
    refresh.problem &&
    describeFailure(refresh.problem, { offline: uiTexts.noConnection, failed: texts.refreshFailed });
  const changed = useChanged();
  const listed = new Set(list.ids);
  const elsewhere = status === 'all' ? changed.filter(({ id }) => !listed.has(id)) : [];
  return (
    <>
      <Panel>
        <p>{texts.shown[status]}</p>
        <PercentSum {...props.book} />
        <StaleNote
          when={formatDate(wallClock(list.refreshedAt), true)}
          busy={refresh.busy}
          onRefresh={() => void refresh.run()}
        />
        <ProblemLine polite unanswered={stale?.unanswered ?? false}>
          {stale?.why}
        </ProblemLine>
      </Panel>
      <ChangedElsewhere requests={elsewhere} today={today} />
      <PagedList
        loaded={requests.length}
        total={list.counts[status]}
        hasMore={list.currentPage < list.lastPage}
        loading={next.state.busy}
        problem={
          missing && describeFailure(missing, { offline: texts.offlineMore, failed: texts.moreFailed })
        }
        onMore={() => void next.run()}
        empty={<EmptyState icon={<ClipboardList size={40} />}>{texts.none[status]}</EmptyState>}
      >
        <RequestCards requests={requests} today={today} changed={new Set(changed.map(({ id }) => id))} />
      </PagedList>
    </>
  );
}

/** The server's sum of the whole filter; without one the sum of what is loaded, which is said to be no more than that. */
function PercentSum({ list, requests }: NonNullable<RequestBook>) {
  const { percentSum } = list;
  const sum = formatMoney(percentSum ?? toRoubles(sumOfShares(requests)));
  const isWhole = percentSum !== null || list.currentPage >= list.lastPage;
  return (
    <p className={styles.sum}>
      {isWhole ? texts.percent(sum) : texts.percentOfShown(sum)}
      {percentSum === null && <span className={styles.counted}>{uiTexts.countedHere}</span>}
    </p>
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

type RequestCardsProps = {
  requests: readonly RequestRow[];
  /** The firm's wall clock. */
  today: string;
  /** Ids of those that changed since the user saw them. */
  changed: ReadonlySet<number>;
};

/** The requests day by day, in the server's order. */
function RequestCards({ requests, today, changed }: RequestCardsProps) {
  const choice = useChosenRequest();
  return groupByDay(requests).map(group => (
    <DayGroup key={group.requests[0]?.id} title={formatDay(group.day, today)}>
      {group.requests.map(request => (
        <RequestCard key={request.id} request={request} isChanged={changed.has(request.id)} choice={choice} />
      ))}
    </DayGroup>
  ));
}

type RequestCardProps = { request: RequestRow; isChanged: boolean; choice: ChosenRequest };

function RequestCard({ request, isChanged, choice }: RequestCardProps) {
  const { client_fio, fullcode, code_number, state_name, paid, phones } = request;
  const share = requestShare(request);
  return (
    <Card
      title={client_fio}
      {...(choice.chosen === code_number ? { tint: 'primary' as const } : {})}
      meta={
        <>
          <span className="numbers">{fullcode}</span>
          {isChanged && <NewChip request={request} />}
          {state_name && <Chip>{state_name}</Chip>}
          {paid === 1 && (
            <Chip tone="ok" icon={<Check size={16} />}>
              {texts.paid}
            </Chip>
          )}
        </>
      }
    >
      <div className={styles.phones}>
        {phones.map(({ full_phone }) => (
          <PhoneLink key={full_phone} phone={full_phone} name={client_fio} />
        ))}
      </div>
      <div className={styles.row}>
        {share !== null && share > 0 && (
          <p className="numbers">
            {texts.percent(formatMoney(share))}
            {isShareCounted(request) && <span className={styles.counted}>{uiTexts.countedHere}</span>}
          </p>
        )}
        <LinkButton
          kind="quiet"
          {...choice.linkTo(code_number)}
          aria-current={choice.chosen === code_number ? 'true' : undefined}
          icon={<ChevronRight size={20} />}
        >
          {texts.openRequest(fullcode)}
        </LinkButton>
      </div>
    </Card>
  );
}

/** Neighbours of one day together; the server's order is kept, so a day that comes again is a group of its own. */
function groupByDay(requests: readonly RequestRow[]) {
  const groups: { day: string; requests: RequestRow[] }[] = [];
  for (const request of requests) {
    const day = (request.created_at || request.date_add).slice(0, 10);
    const last = groups.at(-1);
    if (last?.day === day) last.requests.push(request);
    else groups.push({ day, requests: [request] });
  }
  return groups;
}

type ChosenRequest = {
  /** The code number of the request in the pane beside the list. */
  chosen: number | null;
  /** Where a request is shown: in the pane where there is room for one, else on its own page. */
  linkTo: (codeNumber: number) => { to: string; replace: boolean };
};

/** The chosen request lives in the address too. */
export function useChosenRequest(): ChosenRequest {
  const [params] = useSearchParams();
  const hasPane = useMedia(WIDE);
  const chosen = Number(params.get('request') ?? Number.NaN);
  return {
    chosen: hasPane && Number.isSafeInteger(chosen) ? chosen : null,
    linkTo(codeNumber) {
      if (!hasPane) return { to: pathTo(paths.request, { codeNumber }), replace: false };
      const next = new URLSearchParams(params);
      next.set('request', String(codeNumber));
      return { to: `?${next}`, replace: true };
    },
  };
}
