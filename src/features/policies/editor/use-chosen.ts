import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The id of the policy that is edited, kept in the address: `?policy=3`. */
export function useChosen(): [number | null, (id: number | null) => void] {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get('policy'));
  const choose = useCallback(
    (next: number | null) => setQuery(next === null ? {} : { policy: String(next) }),
    [setQuery],
  );
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
