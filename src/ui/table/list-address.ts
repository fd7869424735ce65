import { SEARCH_MAX } from '#contract/wire.ts';
import { readId } from '#kit/read-id.ts';
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

/** What `readSort` reads; '' for the usual order. */
export function writeSort(sort: Sort, usual: Sort): string {
  if (sort.id === usual.id && sort.desc === usual.desc) return '';
  return `${sort.desc ? '-' : ''}${sort.id}`;
}

/** The address of a list; '', no id and the first page are not in it. */
export function listAddress(
  words: Readonly<Record<string, string | number | null>>,
  page: number,
): URLSearchParams {
  const all = { ...words, page: page > 1 ? page : '' };
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) =>
      value === '' || value === null ? [] : [[name, String(value)]],
    ),
  );
}
