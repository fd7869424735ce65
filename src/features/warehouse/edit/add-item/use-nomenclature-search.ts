import { useMemo, useState } from 'react';
import { findNomenclature } from '#contract/warehouse.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { useDebounced } from '#ui/use-debounced.ts';

/** Nobody types so long a title; what is longer is sought by its beginning. */
const QUERY_MAX = 200;

/** More than these are not offered: who looks for one of a hundred types another letter. */
export const FOUND_MAX = 20;

/** So long after the last key the server is asked. */
const DEBOUNCE_MS = 250;

export type NomenclatureSearch = ReturnType<typeof useNomenclatureSearch>;

/** Looks for nomenclature while somebody types; an answer for an older text is never one for the newer. */
export function useNomenclatureSearch(text: string, isBlocked: boolean) {
  const query = queryOf(text);
  const debounced = useDebounced(query, DEBOUNCE_MS);
  const [immediateQuery, setImmediateQuery] = useState('');
  const isAsked = query !== '' && !isBlocked && (query === debounced || query === immediateQuery);
  const { value, problem, busy, reload } = useRemote(findNomenclature, isAsked ? { title: query } : null);
  return {
    /** What is looked for, '' for nothing. */
    query,
    /** What was found for exactly that; null until the server has answered. */
    found: useMemo(() => value?.slice(0, FOUND_MAX) ?? null, [value]),
    problem,
    busy,
    reload,
    searchNow: () => setImmediateQuery(query),
  };
}

/** Whole characters, of which some are two units long. */
function queryOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= QUERY_MAX ? trimmed : Array.from(trimmed).slice(0, QUERY_MAX).join('').trim();
}
