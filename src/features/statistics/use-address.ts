import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readAddress, type Wanted, writeAddress } from './filter.ts';

export type Change = Partial<Omit<Wanted, 'hasJunk'>>;

/** What is asked for lives in the address: it can be kept, sent, and gone back to. */
export function useAddress(today: string): [Wanted, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = useMemo(() => readAddress(params, today), [params, today]);
  const change = (next: Change) => {
    // Going back leads to the filter before, not through each way of looking at the same figures.
    setParams(writeAddress({ ...wanted, ...next }), { replace: next.filter === undefined });
  };
  return [wanted, change];
}
