import { useDeferredValue, useMemo } from 'react';
import { type ListedUser, listUsers } from '#contract/users.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { TYPING_MS, useTyped } from '#ui/form/use-typed.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { matcherOf } from '#ui/table/row-texts.ts';
import { useLoginAs } from './login-as.tsx';
import { texts } from './texts.ts';
import { plainColumns } from './user-columns.tsx';
import styles from './users.module.css';
import type { ChangeQuery, UsersQuery } from './users-query.ts';

const PER_PAGE = 50;

type WholeListProps = { query: UsersQuery; onChange: ChangeQuery };

/** Everybody at once, as the specification has it: searched, sorted and paged here, for backends that do not search. */
export function WholeList({ query, onChange }: WholeListProps) {
  const remote = useRemote(listUsers, {});
  const loginAs = useLoginAs();
  return (
    <>
      <RemoteView remote={remote}>
        {({ list }) => (
          <div className={styles.list}>
            <ProblemLine polite unanswered={loginAs.isOffline}>
              {loginAs.blocked}
            </ProblemLine>
            <Table list={list} query={query} onChange={onChange} rowActions={loginAs.action} />
          </div>
        )}
      </RemoteView>
      {loginAs.question}
    </>
  );
}

type TableProps = WholeListProps & {
  list: readonly ListedUser[];
  rowActions: ReturnType<typeof useLoginAs>['action'];
};

function Table({ list, query, onChange, rowActions }: TableProps) {
  const { sort } = query;
  const { id, desc } = sort;
  const [typed, type] = useTyped({
    value: query.search,
    onChange: search => onChange({ search }, { replace: true }),
    // Another address draws the frame around the rows again.
    pauseMs: TYPING_MS,
  });
  const search = useDeferredValue(typed);
  const inOrder = useMemo(() => ordered(list, id, desc), [list, id, desc]);
  const found = useMemo(() => foundBy(inOrder, search), [inOrder, search]);
  const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
  // What is found anew is read from its beginning.
  const current = Math.min(search === query.search ? query.page : 1, last);
  const from = (current - 1) * PER_PAGE;
  const rows = useMemo(() => found.slice(from, from + PER_PAGE), [found, from]);
  const info = {
    current_page: current,
    last_page: last,
    from: rows.length > 0 ? from + 1 : null,
    to: rows.length > 0 ? from + rows.length : null,
    total: found.length,
  };
  return (
    <DataTable
      name="users"
      caption={texts.caption}
      rows={rows}
      rowKey={keyOf}
      columns={plainColumns}
      sort={sort}
      onSort={next => onChange({ search: typed, sort: next })}
      rowActions={rowActions}
      paging={{ page: info, onPage: to => onChange({ search: typed, page: to }) }}
      controls={
        <SearchField
          label={texts.searchWhole}
          value={typed}
          onChange={type}
          // What the rows are searched by is made before the first letter.
          onFocus={() => foundBy(inOrder, texts.searchWhole)}
        />
      }
      csvName="users"
      empty={list.length === 0 ? texts.empty : texts.nobody}
    />
  );
}

const keyOf = ({ id }: ListedUser) => id;

/** The same array where all are found: their rows are not drawn again. */
function foundBy(users: readonly ListedUser[], search: string): readonly ListedUser[] {
  const isFound = matcherOf(search, users, plainColumns);
  const found = isFound ? users.filter((_, index) => isFound(index)) : users;
  return found.length === users.length ? users : found;
}

const { compare } = new Intl.Collator('ru');

type UserOrder = UsersQuery['sort']['id'];

function ordered(users: readonly ListedUser[], id: UserOrder, desc: boolean): readonly ListedUser[] {
  const ascending = [...users].sort((a, b) =>
    id === 'id' ? a.id - b.id : compare(a[id], b[id]) || a.id - b.id,
  );
  return desc ? ascending.reverse() : ascending;
}
