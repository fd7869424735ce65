import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  beginDraft,
  follow,
  type PolicyDraft,
  type PolicyDrafts,
  type Stored,
  withWork,
} from './policy-drafts.ts';

export type HeldDrafts = {
  drafts: PolicyDrafts;
  /** As they are at this moment, for whoever has waited for an answer. */
  latest: RefObject<PolicyDrafts>;
  /** The work on a policy, begun where there is none; undefined for a policy that nobody knows. */
  draftFor(id: number): PolicyDraft | undefined;
  put(id: number, draft: PolicyDraft | undefined): void;
};

/** What is edited here; `found` are the drafts of an earlier visit. */
export function usePolicyDrafts(stored: ReadonlyMap<number, Stored>, found: PolicyDrafts): HeldDrafts {
  const [drafts, setWorks] = useState(() => follow(found, stored));
  const latest = useRef(drafts);
  const known = useRef(stored);
  // At once: what this render shows of an untouched policy is what the server has now.
  known.current = stored;
  const replace = useCallback((next: PolicyDrafts) => {
    latest.current = next;
    setWorks(next);
  }, []);
  useLayoutEffect(() => {
    replace(follow(latest.current, stored));
  }, [stored, replace]);
  const draftFor = useCallback((id: number) => {
    const held = known.current.get(id);
    return latest.current.get(id) ?? (held && beginDraft(held));
  }, []);
  const put = useCallback(
    (id: number, draft: PolicyDraft | undefined) => replace(withWork(latest.current, id, draft)),
    [replace],
  );
  return { drafts, latest, draftFor, put };
}
