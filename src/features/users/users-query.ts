import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { USER_SORTS, USER_STATES, type UserSort, type UserState } from '#contract/users.ts';
import { readId } from '#kit/read-id.ts';
import type { Sort } from '#ui/table/column.ts';
import { listAddress, readPage, readSearch, readSort, writeSort } from '#ui/table/list-address.ts';

/** What the address of the list of users asks for. */
export type UsersQuery = {
  page: number;
  search: string;
  /** The name of a role, '' for any. */
  role: string;
  state: UserState;
  sort: Sort & { id: UserSort };
  /** Whose panel is open. */
  user: number | null;
};

/** Another address; any change but of the panel begins at the first page. `replace` adds none to go back to. */
export type ChangeQuery = (next: Partial<UsersQuery>, options?: { replace?: boolean }) => void;

/** What is asked for lives in the address. What is typed adds no page to go back to. */
export function useUsersQuery(): { query: UsersQuery; change: ChangeQuery } {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(params), [params]);
  const change: ChangeQuery = (next, { replace = false } = {}) => {
    const isOtherList = Object.keys(next).some(name => name !== 'user');
    const page = isOtherList ? 1 : query.page;
    setParams(writeQuery({ ...query, page, ...next }), { replace });
  };
  return { query, change };
}

const OLDEST_FIRST = { id: USER_SORTS[0], desc: false } as const;

/** What the address says; what it says wrongly is as if it said nothing. */
export function readQuery(params: URLSearchParams): UsersQuery {
  return {
    page: readPage(params),
    search: readSearch(params),
    role: readSearch(params, 'role'),
    state: stateNamed(params.get('state')),
    sort: readSort(params, USER_SORTS, OLDEST_FIRST),
    user: readId(params.get('user')),
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeQuery({ page, search, role, state, sort, user }: UsersQuery): URLSearchParams {
  const words = {
    search,
    role,
    state: state === USER_STATES[0] ? '' : state,
    sort: writeSort(sort, OLDEST_FIRST),
    user,
  };
  return listAddress(words, page);
}

/** The state of that name; any other is everybody. */
export function stateNamed(name: string | null): UserState {
  return USER_STATES.find(state => state === name) ?? USER_STATES[0];
}

/** The sort of a table as the address names it; undefined for a column that nobody sorts by. */
export function sortBy({ id, desc }: Sort): Pick<UsersQuery, 'sort'> | undefined {
  const known = USER_SORTS.find(each => each === id);
  return known && { sort: { id: known, desc } };
}
