import { useMemo } from 'react';
import { useSession } from './session.ts';

/** The views of a table that whoever works here has saved; `params` of the address belong to one, declared outside. */
export function useSavedViews(params: readonly string[]) {
  const owner = useSession().user?.id ?? 0;
  return useMemo(() => ({ owner, params }), [owner, params]);
}
