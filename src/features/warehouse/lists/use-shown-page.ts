import { useState } from 'react';
import type { Remote } from '#state/remote/use-remote.ts';

/** A page that was read: which one, what is on it, and when it came. */
export type ReadPage<Value> = { page: number; value: Value; when: string };

export type ShownPage<Value> = {
  /** What is shown: the page of the address or, while that is on its way, the one before it. */
  remote: Remote<Value>;
  /** Which page that is. */
  page: number;
  isOnItsWay: boolean;
  /** The last page that was read, shown or not; null before there was any. */
  last: ReadPage<Value> | null;
};

/** Keeps the page that one comes from in sight until the page of the address is here, or it is known why it is not. */
export function useShownPage<Value>(remote: Remote<Value>, page: number): ShownPage<Value> {
  const [last, setLast] = useState<ReadPage<Value> | null>(null);
  const { value, when, problem } = remote;
  if (value !== undefined) {
    if (last?.page !== page || last.value !== value || last.when !== when) setLast({ page, value, when });
    return { remote, page, isOnItsWay: false, last };
  }
  const isOnItsWay = problem === null && last !== null;
  if (!isOnItsWay) return { remote, page, isOnItsWay, last };
  return { remote: { ...remote, value: last.value, when: last.when }, page: last.page, isOnItsWay, last };
}
