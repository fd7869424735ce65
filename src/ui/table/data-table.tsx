import { memo, type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { SearchX } from '../icons-of-screens.ts';
import { EmptyState } from '../page-states.tsx';
import { Skeleton } from '../skeleton.tsx';
import { PHONE, useMedia } from '../use-media.ts';
import { CardSort, Cards } from './cards.tsx';
import type { Column, RowKey, RowTone, Sort } from './column.ts';
import styles from './data-table.module.css';
import { Grid, type RowsView } from './grid.tsx';
import { type PageInfo, Paginator } from './paginator.tsx';
import type { ViewsToSave } from './saved-views.tsx';
import { type ColumnWidths, shownColumns, type TableView, useTableView } from './table-view.ts';
import { texts } from './texts.ts';
import { Facts, FileButtons, Toolbar } from './toolbar.tsx';
import { type Fold, useFold } from './use-fold.tsx';
import { usePrinting } from './use-printing.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useShownRows } from './use-shown-rows.ts';
import { ViewMenu } from './view-menu.tsx';

type EmptyAction = { label: string; onPress: () => void };

export type DataTableProps<Row extends object> = {
  /** Under this the columns and the density that the user has chosen are remembered. */
  name: string;
  /** Says what the rows are; for readers, and on paper. */
  caption: string;
  /** The same array while nothing has changed: what sorting and searching need is made once for each. */
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** The first stays in sight and cannot be hidden; it names the row, unless another one does (`isName`). */
  columns: readonly Column<Row>[];
  /** With `onSort`: the owner decides, e.g. by the address. Otherwise by the column `id`, else the first. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** With `rows`, the selected ones of all pages, the file holds these alone while there are any. */
  selection?: Selection & { bulk?: Elements; rows?: readonly Row[] };
  /** Pages of the server; sorting and searching then stay within the page that is here. */
  paging?: { page: PageInfo; onPage: (page: number) => void };
  toneOf?: (row: Row) => RowTone | undefined;
  /** Rows that stand last, and those of them that are folded until they are asked for or searched for. */
  fold?: Fold<Row>;
  /** Further controls at the end of each row. */
  rowActions?: (row: Row) => Elements;
  /** A search field of the table's own, or the text of somebody else's. */
  filter?: { label?: string } | { text: string };
  /** The user can save views by a name; the same object while nothing has changed. */
  savedViews?: ViewsToSave;
  /** The owner's own filter, in the line above the rows. */
  controls?: ReactNode;
  /** What is said where there are no rows at all. */
  empty?: string;
  /** The way to rows from there; it leaves the focus in the search of the screen. */
  emptyAction?: EmptyAction | undefined;
  /** The name of the files that can be saved; without it there are no such buttons. */
  csvName?: string | undefined;
  /** In the line of the pages, in sight wherever the rows are. It takes that place also while it says nothing. */
  foot?: Elements;
  /** Further buttons of the owner's, beside that of the file. */
  tools?: Elements;
  /** Beside a panel: without the buttons of view and file, so that the owner's filter keeps its one line. */
  isNarrow?: boolean;
  /** Rows are on their way; those that are here stay. */
  busy?: boolean;
};

/** Rows that can be sorted, searched, selected, paged and saved; cards where there is no room for columns. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, rows, columns, selection, paging, busy = false, isNarrow = false } = props;
  const printing = usePrinting();
  const isPhone = useMedia(PHONE) && !printing;
  const [view, setView] = useTableView(name);
  const onScreen = useMemo(() => columns.filter(({ isOnlyInFiles }) => !isOnlyInFiles), [columns]);
  const visible = useVisible(onScreen, view);
  const inFiles = useVisible(columns, view);
  const handleWidths = useCallback(
    (widths: ColumnWidths) => setView(before => ({ ...before, widths })),
    [setView],
  );
  const [sort, setSort] = useSort(props);
  const { text, ownField } = useFilter(props.filter);
  // Typing and pressing go first; the rows follow as soon as there is time for them.
  const laterSort = useDeferredValue(sort);
  const laterText = useDeferredValue(text);
  const { rowKey, fold } = props;
  const found = useShownRows({
    rows,
    columns,
    visible,
    sort: laterSort,
    text: laterText,
    placeOf: fold?.placeOf,
  });
  const { shown, foldButton } = useFold(found, laterText === '' ? fold : undefined, printing);
  const keys = useMemo(() => shown.map(rowKey), [shown, rowKey]);
  const acts = useSelection(selection, keys);
  const facts = (
    <Facts
      found={laterText === '' ? null : shown.length}
      selection={selection}
      here={acts.selectedHere === selection?.ids.length ? undefined : acts.selectedHere}
      onClear={acts.clear}
    />
  );
  return (
    <div className={styles.data}>
      <Toolbar
        lead={props.controls ?? (ownField && selection ? null : facts)}
        filter={ownField}
        busy={busy && rows.length > 0}
      >
        {rows.length > 0 && isPhone && <CardSort columns={onScreen} sort={sort} onSort={setSort} />}
        {rows.length > 0 && !isNarrow && (
          <ViewMenu
            {...{ name, view }}
            columns={onScreen}
            onView={setView}
            isGrid={!isPhone}
            savedViews={props.savedViews}
          />
        )}
        {props.csvName !== undefined && !isNarrow && (
          <FileButtons
            name={props.csvName}
            columns={inFiles}
            rows={found}
            selected={selection?.rows}
            page={paging?.page}
          />
        )}
        {props.tools}
      </Toolbar>
      {ownField && selection && facts}
      <Body
        caption={props.caption}
        allRows={rows}
        rows={shown}
        keys={keys}
        columns={visible}
        sort={laterSort}
        onSort={setSort}
        selection={selection ? acts : null}
        toneOf={props.toneOf}
        rowActions={props.rowActions}
        printing={printing}
        busy={busy}
        view={view}
        onWidths={handleWidths}
        isPhone={isPhone}
        {...emptyOf(props)}
        onClear={ownField?.onClear}
      />
      {foldButton}
      <Foot {...props} />
      {props.controls && <div className={styles.chosen}>{facts}</div>}
    </div>
  );
}

function Foot<Row extends object>({ foot, paging, isNarrow, busy = false }: DataTableProps<Row>) {
  const looks = foot ? classNames(styles.withFoot, isNarrow && styles.staying) : '';
  return (
    <div className={classNames(styles.foot, looks)}>
      {foot}
      {paging && paging.page.total > 0 && <Paginator {...paging} busy={busy} />}
    </div>
  );
}

/** What is said where no rows are, and the way on; on a page that is no more, the way to the last one. */
function emptyOf<Row extends object>({ empty, emptyAction, rows, paging }: DataTableProps<Row>) {
  // The rows are not drawn again for what only stands in their place.
  if (rows.length > 0) return {};
  if (!paging || paging.page.total === 0) return { empty, emptyAction };
  const { page, onPage } = paging;
  return {
    empty: texts.pastEnd,
    emptyAction: { label: texts.lastPage, onPress: () => onPage(page.last_page) },
  };
}

/** What is searched for, and the table's own field for it, where it has one. */
function useFilter(filter: DataTableProps<object>['filter']) {
  const [ownText, setOwnText] = useState('');
  const onClear = useCallback(() => setOwnText(''), []);
  if (filter && 'text' in filter) return { text: filter.text, ownField: null };
  const label = filter?.label ?? texts.filter;
  return { text: ownText, ownField: filter ? { label, text: ownText, onText: setOwnText, onClear } : null };
}

/** The same array whatever else of the view changes: no row is drawn again for another width. */
function useVisible<Row>(columns: readonly Column<Row>[], { hidden, pinned }: TableView) {
  const asked = JSON.stringify({ hidden, pinned });
  return useMemo(() => shownColumns(columns, JSON.parse(asked)), [columns, asked]);
}

function useSort<Row extends object>({ sort, onSort, columns }: DataTableProps<Row>) {
  const [own, setOwn] = useState<Sort | null>(null);
  const current = sort ?? own ?? firstSort(columns);
  const { id, desc } = current;
  const stable = useMemo(() => ({ id, desc }), [id, desc]);
  const change = useCallback(
    (next: Sort) => {
      setOwn(next);
      onSort?.(next);
    },
    [onSort],
  );
  return [stable, change] as const;
}

function firstSort<Row>(columns: readonly Column<Row>[]): Sort {
  const byId = columns.find(({ id }) => id === 'id') ?? columns[0];
  return { id: byId?.id ?? '', desc: false };
}

type BodyProps<Row> = RowsView<Row> & {
  isPhone: boolean;
  view: TableView;
  onWidths: (widths: ColumnWidths) => void;
  empty?: string | undefined;
  emptyAction?: EmptyAction | undefined;
  onClear: (() => void) | undefined;
};

function EmptyActionButton({ label, onPress }: EmptyAction) {
  return (
    <Button
      onClick={({ currentTarget }) => {
        // The button goes with the rows that it brings.
        currentTarget.closest('main, body')?.querySelector<HTMLElement>('input[type=search]')?.focus();
        onPress();
      }}
    >
      {label}
    </Button>
  );
}

function PlainBody<Row extends object>(props: BodyProps<Row>) {
  const { allRows, rows, selection, busy, empty, emptyAction, onClear } = props;
  const descriptionId = useId();
  if (allRows.length === 0) {
    if (busy) return <Skeleton />;
    return (
      <EmptyState action={emptyAction && <EmptyActionButton {...emptyAction} />}>
        {empty ?? texts.empty}
      </EmptyState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<SearchX size={40} />}
        action={onClear && <Button onClick={onClear}>{texts.clearFilter}</Button>}
      >
        {texts.notFound}
      </EmptyState>
    );
  }
  if (props.isPhone) return <Cards {...props} />;
  return (
    <>
      <p id={descriptionId} className="visually-hidden">
        {selection ? `${texts.keys} ${texts.selectionKeys}` : texts.keys}
      </p>
      <Grid {...props} describedBy={descriptionId} />
    </>
  );
}

/** Drawn again only when the rows have changed, not with each letter that is typed. */
const Body = memo(PlainBody) as typeof PlainBody; // memo forgets that the row can be of any type
