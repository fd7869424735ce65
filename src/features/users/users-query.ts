import { USER_SORTS, USER_STATES, type UserState } from '#contract/users.ts';
import { readId } from '#kit/read-id.ts';
import { type ChangeList, readPage, readSearch, readSort } from '#ui/table/list-address.ts';

const OLDEST_FIRST = { id: USER_SORTS[0], desc: false } as const;

/** What the address of the list of users asks for. */
export function readQuery(params: URLSearchParams) {
  return {
    search: readSearch(params),
    /** The name of a role, '' for any. */
    role: readSearch(params, 'role'),
    state: stateNamed(params.get('state')),
    sort: readSort(params, USER_SORTS, OLDEST_FIRST),
    /** Whose panel is open. */
    user: readId(params.get('user')),
    page: readPage(params),
  };
}

export type UsersQuery = ReturnType<typeof readQuery>;
export type ChangeQuery = ChangeList<UsersQuery>;

/** The state of that name; any other is everybody. */
export function stateNamed(name: string | null): UserState {
  return USER_STATES.find(state => state === name) ?? USER_STATES[0];
}
