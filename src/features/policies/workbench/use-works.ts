import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { beginWork, follow, type Stored, type Work, type Works, withWork } from './bench.ts';

export type HeldWorks = {
  works: Works;
  /** As they are at this moment, for whoever has waited for an answer. */
  latest: RefObject<Works>;
  /** The work on a policy, begun where there is none; undefined for a policy that nobody knows. */
  workOn(id: number): Work | undefined;
  put(id: number, work: Work | undefined): void;
};

/** What is edited here; `found` are the drafts of an earlier visit. */
export function useWorks(stored: ReadonlyMap<number, Stored>, found: Works): HeldWorks {
  const [works, setWorks] = useState(() => follow(found, stored));
  const latest = useRef(works);
  const known = useRef(stored);
  // At once: what this render shows of an untouched policy is what the server has now.
  known.current = stored;
  const replace = useCallback((next: Works) => {
    latest.current = next;
    setWorks(next);
  }, []);
  useLayoutEffect(() => {
    replace(follow(latest.current, stored));
  }, [stored, replace]);
  const workOn = useCallback((id: number) => {
    const held = known.current.get(id);
    return latest.current.get(id) ?? (held && beginWork(held));
  }, []);
  const put = useCallback(
    (id: number, work: Work | undefined) => replace(withWork(latest.current, id, work)),
    [replace],
  );
  return { works, latest, workOn, put };
}
