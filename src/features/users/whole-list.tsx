import { useMemo } from 'react';
import { type ListedUser, listUsers } from '#contract/users.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { useLoginAs } from './login-as.tsx';
import { texts } from './texts.ts';
import { plainColumns, rolesOf } from './user-columns.tsx';
import styles from './users.module.css';
import { type ChangeQuery, sortBy, type UsersQuery } from './users-query.ts';

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
  const { search, page, sort } = query;
  const found = useMemo(() => inOrder(foundBy(list, search), sort), [list, search, sort]);
  const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, last);
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
      onSort={next => onChange(sortBy(next) ?? {})}
      rowActions={rowActions}
      paging={{ page: info, onPage: to => onChange({ page: to }) }}
      controls={
        <SearchField
          label={texts.searchWhole}
          value={search}
          onChange={text => onChange({ search: text }, { replace: true })}
        />
      }
      csvName="users"
      empty={list.length === 0 ? texts.empty : texts.nobody}
    />
  );
}

const keyOf = ({ id }: ListedUser) => id;

/** Every word stands somewhere in what is shown of them. */
function foundBy(list: readonly ListedUser[], search: string): readonly ListedUser[] {
  const words = normaliseText(search).split(' ').filter(Boolean);
  const textOf = (user: ListedUser) =>
    normaliseText([user.id, user.name, user.email, rolesOf(user)].join(' '));
  return list.filter(user => words.every(word => textOf(user).includes(word)));
}

const { compare } = new Intl.Collator('ru');

function inOrder(users: readonly ListedUser[], { id, desc }: UsersQuery['sort']): readonly ListedUser[] {
  const ascending = [...users].sort((a, b) =>
    id === 'id' ? a.id - b.id : compare(a[id], b[id]) || a.id - b.id,
  );
  return desc ? ascending.reverse() : ascending;
}
