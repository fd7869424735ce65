import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SEARCH_MAX } from '#contract/wire.ts';
import { readId } from '#kit/read-id.ts';
import { TYPING_MS } from '../form/use-typed.ts';
import { useDebounced } from '../use-debounced.ts';
import type { Sort } from './column.ts';

/** The page that the address of a list names; the first where it names none. */
export function readPage(params: URLSearchParams): number {
  return readId(params.get('page')) ?? 1;
}

/** The text of this name, as much of it as is looked for. */
export function readSearch(params: URLSearchParams, name = 'search'): string {
  return [...(params.get(name) ?? '')].slice(0, SEARCH_MAX).join('');
}

/** «sort=name», from the last on «sort=-name»; what names no column is the usual order. */
export function readSort<Id extends string>(
  params: URLSearchParams,
  ids: readonly Id[],
  usual: Sort & { id: Id },
): Sort & { id: Id } {
  const text = params.get('sort') ?? '';
  const desc = text.startsWith('-');
  const id = ids.find(each => each === text.slice(desc ? 1 : 0));
  return id ? { id, desc } : usual;
}

type Word = string | number | null | Sort;

/** How a query is read from an address; what that says wrongly is as if it said nothing. */
type Read<Query> = (params: URLSearchParams) => Query & Record<keyof Query, Word>;

/** The change of a list's query: what is typed (`replace`) adds no page to go back to. */
export type ChangeList<Query> = (next: Changed<Query>, options?: { replace?: boolean }) => void;

/** Any column may be asked for: one that the list is not sorted by is as if none was. */
type Changed<Query> = Partial<Omit<Query, 'sort'>> & { sort?: Sort };

/** What a list is asked for lives in its address. `panel` names what stands beside the list. */
export function useListQuery<Query>(read: Read<Query>, panel?: keyof Query) {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => read(params), [read, params]);
  const hrefOf = useCallback(
    (next: Changed<Query>) => `?${changedAddress(read, params, next, panel)}`,
    [read, params, panel],
  );
  const change: ChangeList<Query> = (next, { replace = false } = {}) =>
    setParams(changedAddress(read, params, next, panel), { replace });
  return { query, change, hrefOf };
}

/** The address with that change; any change but of the panel begins at the first page. What is so anyway is not in it. */
export function changedAddress<Query>(
  read: Read<Query>,
  before: URLSearchParams,
  next: Changed<Query>,
  panel?: keyof Query,
): URLSearchParams {
  const changed = addressOf(read, read(before));
  if (Object.keys(next).some(name => name !== panel)) changed.delete('page');
  for (const [name, word] of Object.entries<Word>(next)) changed.set(name, textOf(word));
  return addressOf(read, read(changed));
}

function addressOf<Query>(read: Read<Query>, query: Record<keyof Query, Word>): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, word] of Object.entries<Word>(query)) {
    const usual: Record<string, Word> = read(address);
    if (textOf(word) !== textOf(usual[name] ?? null)) address.set(name, textOf(word));
  }
  return address;
}

function textOf(word: Word): string {
  if (word === null || typeof word !== 'object') return String(word ?? '');
  return `${word.desc ? '-' : ''}${word.id}`;
}

/** What the server is asked of page, text and order; of what is typed, once the typing pauses. */
export function useListQuestion<Id extends string>({
  page,
  search,
  sort,
}: {
  page: number;
  search: string;
  sort: Sort & { id: Id };
}) {
  const sortOrder = sort.desc ? 'desc' : 'asc';
  return { page, search: useDebounced(search, TYPING_MS), sortBy: sort.id, sortOrder } as const;
}
