import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listReceipts } from '#contract/warehouse.ts';
import { type paths, pathTo } from '#domain/paths.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import type { Column, RowKey } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { type PageInfo, Paginator } from '#ui/table/paginator.tsx';
import { type Section, Sections } from '../sections.tsx';
import type { ListedDocument } from './columns.tsx';
import styles from './lists.module.css';
import { texts } from './texts.ts';

type StockListProps<Row extends ListedDocument> = {
  section: Section;
  path: typeof paths.receipts | typeof paths.writeOffs;
  title: string;
  /** What is said where there are no documents at all. */
  empty: string;
  columns: readonly Column<Row>[];
  /** The page of the address. */
  page: number;
  remote: Remote<StockPage<Row>>;
};

const LAST_CHANGED_FIRST = { id: 'updated_at', desc: true };
const NO_ROWS: never[] = [];

const keyOf = ({ id }: ListedDocument) => id;

/** Documents of one kind, a page of the server's at a time; whatever becomes of a page, the way to the others stays. */
export function StockList<Row extends ListedDocument>(props: StockListProps<Row>) {
  const { section, path, title, empty, columns, page } = props;
  const { remote, page: shownPage, isLoading, last } = useShownPage(props.remote, page);
  const [sort, setSort] = useState(LAST_CHANGED_FIRST);
  const selection = useSelectionAcrossPages(remote.value?.data ?? NO_ROWS);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useRevealNewPage(list, remote.value ? shownPage : null);
  return (
    <div className={styles.screen}>
      <PageTitle>{title}</PageTitle>
      <Sections current={section} />
      <div ref={list} className={styles.list} tabIndex={-1}>
        <RemoteView remote={remote}>
          {value =>
            value.data.length === 0 && value.total > 0 ? (
              <EmptyState
                action={
                  <LinkButton kind="primary" to={pathTo(path, { page: value.last_page })}>
                    {texts.toLastPage}
                  </LinkButton>
                }
              >
                {texts.beyondEnd(shownPage, value.last_page)}
              </EmptyState>
            ) : (
              <DataTable
                // Another page begins at its top, also where the rows scroll by themselves.
                key={shownPage}
                name={`stock-${section}`}
                caption={title}
                rows={value.data}
                rowKey={keyOf}
                columns={columns}
                sort={sort}
                onSort={setSort}
                selection={selection}
                empty={empty}
                csvName={title}
                busy={isLoading}
              />
            )
          }
        </RemoteView>
      </div>
      {last && last.value.total > 0 && (
        <Paginator page={pageInfoOf(page, last)} onPage={next => navigate(pathTo(path, { page: next }))} />
      )}
    </div>
  );
}

/** A page of receipts or of write-offs. */
type StockPage<Row> = Omit<ReplyOf<typeof listReceipts>, 'data'> & { data: Row[] };

/**
 * Where the page of the address stands, by the last one that was read: the paginator goes ahead of the rows, so that
 * it can be pressed on without waiting for them. Beyond the end the way back leads to the last page.
 */
function pageInfoOf(page: number, last: { page: number; value: StockPage<unknown> }): PageInfo {
  const { total, per_page, last_page } = last.value;
  if (page > last_page) return { current_page: last_page + 1, last_page, from: null, to: null, total };
  if (page === last.page) return last.value;
  const from = (page - 1) * per_page + 1;
  return { current_page: page, last_page, from, to: Math.min(page * per_page, total), total };
}

/**
 * Once another page is there, its first rows come into sight; whoever goes back finds the place they left. What had
 * the focus may have gone with the rows before it: then the list has it.
 */
function useRevealNewPage(list: RefObject<HTMLElement | null>, page: number | null): void {
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef(page);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    if (shown.current === page) return;
    shown.current = page;
    if (isFirst || !list.current) return;
    if (!isReturn) list.current.firstElementChild?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) list.current.focus({ preventScroll: true });
  }, [list, page, isReturn]);
}

/** What is chosen on all pages, by id and as rows: of other pages than the shown one nobody else holds any. */
function useSelectionAcrossPages<Row extends { id: RowKey }>(shown: readonly Row[]) {
  const [selected, setSelected] = useState<ReadonlyMap<RowKey, Row>>(new Map());
  return useMemo(() => {
    const known = new Map([...selected, ...shown.map(row => [row.id, row] as const)]);
    const rowsOf = (ids: readonly RowKey[]) => ids.flatMap(id => known.get(id) ?? []);
    const ids = [...selected.keys()];
    return {
      ids,
      rows: rowsOf(ids),
      onChange: (next: RowKey[]) => setSelected(new Map(rowsOf(next).map(row => [row.id, row]))),
    };
  }, [selected, shown]);
}

/** A page that was read: which one, what is on it, and when it came. */
type ReadPage<Value> = { page: number; value: Value; when: string };

/**
 * Keeps the page that one comes from in sight until the page of the address is here, or it is known why it is not.
 * `last` is the last page that was read, shown or not; null before there was any.
 */
function useShownPage<Value>(remote: Remote<Value>, page: number) {
  const [last, setLast] = useState<ReadPage<Value> | null>(null);
  const { value, when, problem } = remote;
  if (value !== undefined && (last?.page !== page || last.value !== value || last.when !== when))
    setLast({ page, value, when });
  const isLoading = value === undefined && problem === null && last !== null;
  if (!isLoading) return { remote, page, isLoading, last };
  return { remote: { ...remote, value: last.value, when: last.when }, page: last.page, isLoading, last };
}
