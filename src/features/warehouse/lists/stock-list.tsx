import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pathTo } from '#domain/paths.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { Paginator } from '#ui/table/paginator.tsx';
import { type Section, Sections } from '../sections.tsx';
import type { ListedDocument } from './columns.tsx';
import styles from './lists.module.css';
import type { ListAddress } from './page-of-address.tsx';
import { isBeyondEnd, placeOfPage, type StockPage } from './stock-page.ts';
import { texts } from './texts.ts';
import { useArrival } from './use-arrival.ts';
import { useChosen } from './use-chosen.ts';
import { useShownPage } from './use-shown-page.ts';

export type StockListProps<Row extends ListedDocument> = {
  section: Section;
  address: ListAddress;
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

/** Documents of one kind, a page of the server's at a time; whatever becomes of a page, the way to the others stays. */
export function StockList<Row extends ListedDocument>(props: StockListProps<Row>) {
  const { section, address, title, empty, columns, page } = props;
  const { remote, page: shownPage, isOnItsWay, last } = useShownPage(props.remote, page);
  const [sort, setSort] = useState(LAST_CHANGED_FIRST);
  const selection = useChosen(remote.value?.data ?? NO_ROWS);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useArrival(list, remote.value ? shownPage : null);
  return (
    <div className={styles.screen}>
      <PageTitle>{title}</PageTitle>
      <Sections current={section} />
      <div ref={list} className={styles.list} tabIndex={-1}>
        <RemoteView remote={remote}>
          {value =>
            isBeyondEnd(value) ? (
              <BeyondEnd address={address} page={shownPage} lastPage={value.last_page} />
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
                busy={isOnItsWay}
              />
            )
          }
        </RemoteView>
      </div>
      {last && last.value.total > 0 && (
        <Paginator
          page={placeOfPage(page, last)}
          onPage={next => navigate(pathTo(address, { page: next }))}
        />
      )}
    </div>
  );
}

function keyOf({ id }: ListedDocument): number {
  return id;
}

type BeyondEndProps = { address: ListAddress; page: number; lastPage: number };

function BeyondEnd({ address, page, lastPage }: BeyondEndProps) {
  return (
    <EmptyState
      action={
        <LinkButton kind="primary" to={pathTo(address, { page: lastPage })}>
          {texts.toLastPage}
        </LinkButton>
      }
    >
      {texts.beyondEnd(page, lastPage)}
    </EmptyState>
  );
}
