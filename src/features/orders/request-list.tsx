import { useSearchParams } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import { isShareCounted, requestShare, sumOfShares } from '#domain/promoter-share.ts';
import { NewChip, useChanged } from '#features/requests/index.ts';
import { formatDay } from '#kit/date.ts';
import { formatMoney, toRoubles } from '#kit/money.ts';
import { usePull } from '#state/use-refresh.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { Chip } from '#ui/chip.tsx';
import { ClipboardList } from '#ui/icons.ts';
import { ListGroup } from '#ui/list-group.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { describeStale } from '#ui/remote/answer-fault.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import type { JobOf, OrderBook } from './find-orders.ts';
import type { RequestBook } from './offline/order-book.ts';
import { pullRequests } from './offline/pull-requests.ts';
import { OrderRow } from './order-row.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

type Loaded = NonNullable<RequestBook>;

/** The server's sum of the whole filter; without one the sum of what is loaded, which is said to be no more than that. */
export function PercentSum({ list, requests }: Loaded) {
  const { percentSum } = list;
  const sum = formatMoney(percentSum ?? toRoubles(sumOfShares(requests)));
  const isWhole = percentSum !== null || list.currentPage >= list.lastPage;
  return (
    <p className={styles.sum}>
      <span>{isWhole ? texts.percent(sum) : texts.percentOfShown(sum)}</span>
      {percentSum === null && <span className={styles.counted}>{uiTexts.countedHere}</span>}
    </p>
  );
}

/** The loaded part of the server's list, or what the search finds of it, and how to get more. */
export function RequestList({ orders, book }: { orders: OrderBook; book: Loaded }) {
  const { status, text, requests, jobOf, today } = orders;
  const { list } = book;
  const next = usePull(context => pullRequests(context, status, list.currentPage + 1));
  const { problem } = next.state;
  const changed = useChanged();
  const isSearching = text !== '';
  const listed = new Set(list.ids);
  const elsewhere = status === 'all' && !isSearching ? changed.filter(({ id }) => !listed.has(id)) : [];
  const common = { jobOf, changed: new Set(changed.map(({ id }) => id)) };
  return (
    <div>
      {elsewhere.length > 0 && (
        <ListGroup title={texts.changedElsewhere(elsewhere.length)}>
          <RequestRows {...common} requests={elsewhere} />
        </ListGroup>
      )}
      <PagedList
        loaded={book.requests.length}
        {...(isSearching ? {} : { total: list.counts[status] })}
        hasMore={list.currentPage < list.lastPage}
        loading={next.state.busy}
        problem={describeStale(problem, texts.moreFailed)}
        onMore={() => void next.run()}
        empty={<EmptyState icon={<ClipboardList size={40} />}>{texts.none[status]}</EmptyState>}
      >
        {groupByDay(requests).map(group => (
          <ListGroup key={group.requests[0]?.id} title={formatDay(group.day, today)}>
            <RequestRows {...common} requests={group.requests} />
          </ListGroup>
        ))}
      </PagedList>
    </div>
  );
}

type RequestRowsProps = {
  requests: readonly RequestRow[];
  jobOf: JobOf;
  /** Ids of those that changed since the user saw them. */
  changed: ReadonlySet<number>;
};

function RequestRows({ requests, jobOf, changed }: RequestRowsProps) {
  const { chosen, linkTo } = useChosenRequest();
  return requests.map(request => {
    const { id, client_fio, fullcode, code_number, state_name, paid, phones } = request;
    return (
      <OrderRow
        key={id}
        name={client_fio}
        link={{ ...linkTo(code_number), label: texts.openRequest(fullcode) }}
        current={chosen === code_number}
        money={<Share request={request} />}
        job={jobOf(request)}
        state={
          <>
            <span className="numbers">{fullcode}</span>
            {changed.has(id) && <NewChip request={request} />}
            {/* What is paid is done: one line has no room for both. */}
            {paid === 1 ? <Chip tone="ok">{texts.paid}</Chip> : state_name && <Chip>{state_name}</Chip>}
          </>
        }
        phones={phones.map(phone => phone.full_phone)}
      />
    );
  });
}

/** What the request brings; a list has no room to say where the figure comes from, readers hear it. */
function Share({ request }: { request: RequestRow }) {
  const share = requestShare(request);
  if (share === null || share <= 0) return null;
  return (
    <p className={styles.share}>
      <span className="visually-hidden">{texts.percentTerm}</span>
      <span>{formatMoney(share)}</span>
      {isShareCounted(request) && <span className="visually-hidden">{`, ${uiTexts.countedHere}`}</span>}
    </p>
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
