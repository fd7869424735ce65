import { useCallback, useEffect } from 'react';
import { usePullContext } from '#state/local.ts';
import { prepareSearch, warmSearch } from './offline/find-contacts.ts';

/** The screen has settled by then; a search that comes before prepares itself. */
const LATER_MS = 3_000;

/** Has the search ready before the first letter: prepared once the screen stands still, loaded by what is returned. */
export function useWarmSearch(): () => void {
  const context = usePullContext();
  const cache = context?.cache;
  useEffect(() => {
    if (!cache) return;
    const timer = setTimeout(() => void prepareSearch(cache), LATER_MS);
    return () => clearTimeout(timer);
  }, [cache]);
  return useCallback(() => {
    if (cache) void warmSearch(cache);
  }, [cache]);
}
